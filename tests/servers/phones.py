"""Phones at tables: each sends its results in order, each again until it is answered, as the page does."""

import json
import random
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

PATIENCE = 3.0
"""Seconds that a phone waits for an answer."""
PAUSE = 0.25
"""Seconds before a phone tries again: the page waits longer."""
LATER = {429}
"""Status codes that mean "not now", beside all from 500 on, as in static/js/table_queue.js."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Result that the site acknowledged."""

    play: int
    version: int
    scores: list[int]
    """Scores by seat on a sheet; on a traveller that of the attack alone."""


@dataclass(slots=True)
class Log:
    """Log of one phone."""

    acknowledged: dict[str, Sent] = field(default_factory=dict)
    """Acknowledged results, by token."""
    given_up: set[str] = field(default_factory=set)
    """Tokens of results for whose response no phone waited: each is stored once or not at all."""
    refusals: list[str] = field(default_factory=list)
    lost_answers: int = 0
    not_now: dict[int, int] = field(default_factory=dict)
    """Number of responses that meant "later", by status."""
    last_at: float = 0.0
    """Time of the last response."""
    not_json: list[str] = field(default_factory=list)
    """Answers that were no JSON."""


class Pace:
    """Limit on the results that all phones together may have sent, so that some remain for later faults."""

    def __init__(self) -> None:
        self._free = threading.Condition()
        self._left = 0

    def add(self, count: int) -> None:
        with self._free:
            self._left += count
            self._free.notify_all()

    def take(self, stopped: threading.Event) -> None:
        with self._free:
            while self._left <= 0 and not stopped.is_set():
                self._free.wait(0.5)
            self._left -= 1


class Phone:
    """One phone, at one table of each of several evenings, one after the other.

    Args:
        tables: as `ledger.phone_tables` gives them.
        versions: how often each result is written: once, then corrected.
        gives_up: how many of a thousand results are left after three lost answers: the phone is put away.
    """

    def __init__(
        self,
        port: int,
        number: int,
        tables: list[dict[str, Any]],
        pace: Pace,
        *,
        versions: int,
        gives_up: int,
        seed: int,
    ) -> None:
        self.log = Log()
        self._port, self._tables, self._versions, self._gives_up = port, tables, versions, gives_up
        self._pace = pace
        self._address = f"127.0.1.{number}"
        self._random = random.Random(f"{seed} {number}")
        self._connection: HTTPConnection | None = None
        self._device = str(uuid.UUID(int=self._random.getrandbits(128), version=4))
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    @property
    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def _play(self) -> None:
        for table in self._tables:
            for number, plays in enumerate(table["rounds"], 1):
                seat = {"round": number, "seat": "N"}
                self._send(table, "PUT", "/api/v1/table/seat/", seat)
                for play in plays:
                    self._write(table, play)

    def _write(self, table: dict[str, Any], play: int) -> None:
        values = self._random.sample(range(20, 80), self._versions)  # the same again would be no correction
        for version, points in enumerate(values):
            self._pace.take(self._stopped)
            token = str(uuid.UUID(int=self._random.getrandbits(128), version=4))
            line = written_line(table["sheet"], points) | {
                "seen_version": version,
                "confirmed": True,
                "reason": "relu sur la feuille" if version else "",
            }
            patience = 3 if self._random.random() < self._gives_up / 1000 else None
            response = self._send(
                table,
                "POST",
                f"/api/v1/table/plays/{play}/results/",
                line,
                patience,
                **{"Idempotency-Key": token},
            )
            if response is None:
                self.log.given_up.add(token)
                return
            self.log.last_at = time.monotonic()
            self.log.acknowledged[token] = Sent(
                play, response["version"], response["scores"] or [response["score"]]
            )

    def _send(
        self,
        table: dict[str, Any],
        method: str,
        path: str,
        body: dict[str, object],
        patience: int | None = None,
        **headers: str,
    ) -> dict[str, Any] | None:
        """Return the last response of the site, or None for a refusal or after so many lost responses."""
        headers |= {
            "Authorization": f"Bearer {table['secret']}",
            "Etui-Phone": self._device,
            "Content-Type": "application/json",
        }
        for tried in self._tries():
            status, answer = self._ask(method, path, json.dumps(body), headers)
            if status == 0:
                self.log.lost_answers += 1
            elif status in LATER or status >= 500:
                self.log.not_now[status] = self.log.not_now.get(status, 0) + 1
            elif status >= 400:
                self.log.refusals.append(f"{path} {body}: {status} {answer}")
                return None
            else:
                return answer
            if patience is not None and tried >= patience:
                return None
        return None

    def _tries(self) -> Iterator[int]:
        tried = 0
        while not self._stopped.is_set():
            tried += 1
            yield tried
            self._stopped.wait(PAUSE)

    def _ask(self, method: str, path: str, body: str, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """Status and answer; 0 when it was lost."""
        try:
            if self._connection is None:
                self._connection = HTTPConnection(
                    "127.0.0.1", self._port, timeout=PATIENCE, source_address=(self._address, 0)
                )
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            content, status = answer.read(), answer.status
        except (OSError, HTTPException):
            if self._connection is not None:
                self._connection.close()
            self._connection = None
            return 0, {}
        try:
            return status, dict(json.loads(content))
        except ValueError:
            self.log.not_json.append(f"{status} {content[:200]!r}")
            return max(status, 500), {}


def written_line(sheet: str, points: int) -> dict[str, object]:
    """The line that a phone writes on a traveller (""), or on a sheet of `deals` or `totals`."""
    if sheet == "totals":
        return {"scores": [3 * points, -points, -points, -points]}
    contract = {"taker": "N", "bid": "garde"} if sheet == "deals" else {}
    return contract | {"bouts": 2, "points": str(points)}


def all_acknowledged(phones: list[Phone]) -> dict[str, Sent]:
    return {token: result for phone in phones for token, result in phone.log.acknowledged.items()}


def count_acknowledged(phones: list[Phone]) -> int:
    return sum(len(phone.log.acknowledged) for phone in phones)


def wait_for(phones: list[Phone], count: int, seconds: float) -> bool:
    """Return whether so many results, or all that there are, were acknowledged within `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if count_acknowledged(phones) >= count or all(phone.is_done for phone in phones):
            return True
        time.sleep(0.05)
    return False
