"""300 tables send their results within a minute while 1,000 people follow the standings.

On a laptop's SQLite; beside script/with-servers on PostgreSQL and Redis. One result a table, then in another
minute the three others of the round at once, as phones send that had lost the network. What was
acknowledged is compared with what is stored: nothing lost, doubled or out of order. All of it runs on this
machine, clients included.
"""

import asyncio
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.asking import Answer, Browser
from benchmarks.measuring import percentile
from benchmarks.sites import Site, laptop, laptop_environment, server, server_environment

SECTIONS, ROUND = 6, 6
"""300 tables, 1,200 players; five rounds of ten are played."""
READERS = 1000
OPENING_SECONDS = 30.0
"""In which everybody opens a page, before anything is measured."""
MINUTE = 60.0
BURSTS = (1, 3)
"""Results of each table in the first minute and in the second."""
READ_SECONDS, TABLE_SECONDS = 5.0, 4.0
"""How often the standings and a table's page ask (live.js, table_live.js), give or take a fifth."""
HALL_TURNS = 2
"""A table's page asks about clock, messages and calls half as often (_hall_part.html)."""
TRIES = 3
"""How often a phone asks what the line comes to while it is typed: bouts and two figures."""
REPEATED = 0.05
"""Share of results sent again at once with the same key, as a phone does that did not hear the answer."""
PATIENCE, SLOWEST = 10.0, 60.0
"""A reader's page gives an answer up after so long, and asks half as often then, down to once a minute."""
LOOK_SECONDS = 0.05
"""How often the standings are looked at to see which results they count."""
LAST_SECONDS = 10.0
"""What is measured after a minute, so that its last results are ranked."""


@dataclass
class Seen:
    """What the clients saw of one minute; seconds of the same clock."""

    posts: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    polls: list[float] = field(default_factory=list)
    """Those answered that nothing is new."""
    fresh: list[float] = field(default_factory=list)
    """Those answered with a new ranking."""
    fresh_bytes: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    acknowledged: list[tuple[float, int, str, int]] = field(default_factory=list)
    """When, play, key and score of every result stored, each table's in the order of its sendings."""
    core_share: float = 0.0
    """Of one core, that the site used."""


class Hall:
    """The clients together."""

    def __init__(self, site: Site, event: dict[str, Any]) -> None:
        self.port, self.path = site.port, event["path"]
        self.seen = Seen()
        """Of the minute that runs."""
        self.appeared: dict[int, float] = {}
        """When each version of the standings was first seen."""

    def count(self, what: str, answer: Answer, *expected: int) -> None:
        self.seen.statuses[f"{what} {answer.status}"] += 1
        assert answer.status in expected, (what, answer.status, answer.text[:500])


def mark_of(text: str) -> str:
    """The version that a ranking shows, as its polls name it."""
    found = re.search(r'data-shown="([\w-]+)"', text)
    assert found is not None
    return found[1]


def jittered(seconds: float) -> float:
    return seconds * random.uniform(0.8, 1.2)


async def read_standings(hall: Hall) -> None:
    """One reader: the page, then its live part with the version shown."""
    await asyncio.sleep(random.uniform(0, OPENING_SECONDS))
    browser = Browser(hall.port)
    page = await browser.ask("GET", hall.path)
    hall.count("page of the standings", page, 200)
    shown, period = mark_of(page.text), READ_SECONDS
    while True:
        await asyncio.sleep(jittered(period))
        try:
            async with asyncio.timeout(PATIENCE):
                poll = await browser.ask("GET", f"{hall.path}direct/?shown={shown}")
        except TimeoutError:
            browser.close()
            period = min(2 * period, SLOWEST)
            hall.seen.statuses["poll of the standings given up"] += 1
            continue
        period = READ_SECONDS
        hall.count("poll of the standings", poll, 200, 204)
        if poll.status == 200:
            shown = mark_of(poll.text)
            hall.seen.fresh_bytes += len(poll.raw)
        (hall.seen.fresh if poll.status == 200 else hall.seen.polls).append(poll.seconds)


async def look(hall: Hall) -> None:
    """Note when each version of the standings is first there to read."""
    browser, shown = Browser(hall.port), ""
    while True:
        poll = await browser.ask("GET", f"{hall.path}direct/?shown={shown}")
        hall.count("look at the standings", poll, 200, 204)
        if poll.status == 200:
            shown = mark_of(poll.text)
            hall.appeared[int(shown.partition("-")[0])] = time.perf_counter()
        await asyncio.sleep(LOOK_SECONDS)


class Phone:
    """The phone that writes at one table."""

    def __init__(self, hall: Hall, table: dict[str, Any]) -> None:
        self._key = str(uuid.uuid4())
        headers = {"authorization": f"Bearer {table['secret']}", "etui_phone": self._key}
        self._sending, self._page = (
            Browser(hall.port, **headers),
            Browser(hall.port, cookie=f"etui_phone={self._key}"),
        )
        self._table = f"/table/{table['secret']}/"
        self._left: list[int] = list(table["plays"])
        self._hall = hall
        self._shown, self._hall_shown = "", ""
        self._turns = itertools.count(1)

    async def sit_down(self) -> None:
        await asyncio.sleep(random.uniform(0, OPENING_SECONDS))
        body = json.dumps({"round": ROUND, "seat": "N"}).encode()
        self._hall.count("seat", await self._sending.ask("PUT", "/api/v1/table/seat/", body), 200)
        await self._look()

    async def play(self, count: int) -> None:
        """So many results, each at its own moment of a minute, in order; the page follows."""
        began = time.perf_counter()
        for moment in sorted(random.uniform(0, MINUTE) for _ in range(count)):
            await self._wait_until(began + moment)
            await self._send(self._left.pop(0))
            await self._look()
        await self._wait_until(began + MINUTE)

    async def _wait_until(self, moment: float) -> None:
        while (left := moment - time.perf_counter()) > 0:
            await asyncio.sleep(min(left, jittered(TABLE_SECONDS)))
            if moment > time.perf_counter():
                await self._look()
                if next(self._turns) % HALL_TURNS == 0:
                    await self._look_at_hall()

    async def _send(self, play: int) -> None:
        bouts, points = random.randint(0, 3), random.randint(20, 70)
        for _figure in range(TRIES):
            typed = f"{self._table}donnes/{play}/essai/?bouts={bouts}&points={points}&kind=played"
            self._hall.count("trial", await self._page.ask("GET", typed), 200)
        line = {"bouts": bouts, "points": str(points), "seen_version": 0}
        key = str(uuid.uuid4())
        answer = await self._post(play, key, line)
        if answer.status == 400:
            assert json.loads(answer.text)["code"] == "slip_unlikely", answer.text
            line["confirmed"] = True
            answer = await self._post(play, key, line)
        stored = json.loads(answer.text)
        self._hall.seen.acknowledged.append((time.perf_counter(), play, key, stored["score"]))
        if random.random() < REPEATED:
            again = await self._post(play, key, line)
            assert json.loads(again.text) == stored

    async def _post(self, play: int, key: str, line: dict[str, Any]) -> Answer:
        path = f"/api/v1/table/plays/{play}/results/"
        answer = await self._sending.ask("POST", path, json.dumps(line).encode(), idempotency_key=key)
        self._hall.count("result", answer, 200, 400)
        self._hall.seen.posts.append(answer.seconds)
        return answer

    async def _look(self) -> None:
        known = f"&shown={self._shown}" if self._shown else ""
        page = await self._page.ask("GET", f"{self._table}?tour={ROUND}{known}")
        self._hall.count("page of a table", page, 200, 204)
        self._hall.seen.pages.append(page.seconds)
        if mark := re.search(r'data-mark="([^"]*)"', page.text):
            self._shown = mark[1]

    async def _look_at_hall(self) -> None:
        path = f"{self._table}tours/{ROUND}/salle/?shown={self._hall_shown}"
        part = await self._page.ask("GET", path)
        self._hall.count("hall on a phone", part, 200, 204)
        if mark := re.search(r'data-version="([^"]*)"', part.text):
            self._hall_shown = mark[1]

    def close(self) -> None:
        self._sending.close()
        self._page.close()


async def play_bursts(site: Site, event: dict[str, Any]) -> tuple[list[Seen], dict[int, float]]:
    """What was seen of each minute, and when each version of the standings appeared."""
    hall = Hall(site, event)
    phones = [Phone(hall, table) for table in event["tables"]]
    bursts: list[Seen] = []
    async with asyncio.TaskGroup() as group:
        onlookers = [group.create_task(read_standings(hall)) for _reader in range(READERS)]
        onlookers.append(group.create_task(look(hall)))
        await asyncio.gather(*(phone.sit_down() for phone in phones))
        await asyncio.sleep(READ_SECONDS)
        for count in BURSTS:
            hall.seen = Seen()
            began, used = time.perf_counter(), site.processor_seconds()
            await asyncio.gather(*(phone.play(count) for phone in phones))
            hall.seen.core_share = (site.processor_seconds() - used) / (time.perf_counter() - began)
            await asyncio.sleep(LAST_SECONDS)
            bursts.append(hall.seen)
        for onlooker in onlookers:
            onlooker.cancel()
    for phone in phones:
        phone.close()
    return bursts, hall.appeared


def check(bursts: list[Seen], event: dict[str, Any], stored: dict[str, Any]) -> None:
    """Each acknowledged result is stored once, as it was written, a table's in the order of its sendings."""
    sent = {play: (key, score) for seen in bursts for _when, play, key, score in seen.acknowledged}
    rounds = [table["plays"][: sum(BURSTS)] for table in event["tables"]]
    due = [play for plays in rounds for play in plays]
    assert sorted(sent) == sorted(due)
    assert len(stored["slips"]) == len(due)
    assert {play: (key, score) for play, version, key, score in stored["slips"] if version == 1} == sent
    order = {play: number for number, (play, *_rest) in enumerate(stored["slips"])}
    for plays in rounds:
        assert all(order[first] < order[then] for first, then in itertools.pairwise(plays))
    assert stored["waiting"] == 0
    assert max(stored["standings"].values()) == event["counted"] + len(due)


def delays(seen: Seen, counted_before: int, sightings: list[tuple[float, int]]) -> list[float]:
    """Seconds from each acknowledgement to the first standings that count as many results, or more.

    Args:
        sightings: when a version appeared and the results that it counts.
    """
    moments = sorted(when for when, *_rest in seen.acknowledged)
    return [
        max(0.0, next(when for when, counted in sightings if counted >= counted_before + number) - moment)
        for number, moment in enumerate(moments, 1)
    ]


def show(what: str, seconds: Iterable[float]) -> None:
    measured = list(seconds)
    middle, late, worst = (1000 * percentile(measured or [0.0], share) for share in (0.5, 0.95, 1))
    print(f"{what:<46} {middle:8.0f} ms  p95 {late:8.0f} ms  worst {worst:8.0f} ms  of {len(measured)}")


def report(seen: Seen, late: list[float]) -> None:
    print(f"{len(seen.acknowledged)} results in {MINUTE:.0f} seconds")
    show("  a result sent", seen.posts)
    show("  its table's page, after it and every 4 s", seen.pages)
    show("  a poll of the standings, nothing new", seen.polls)
    show("  a poll answered with a new ranking", seen.fresh)
    show("  from a result to the standings that count it", late)
    print(f"{'  new rankings, kilobytes each':<46} {seen.fresh_bytes / len(seen.fresh) / 1000:8.0f}")
    print(f"{'  processor of the site, one core being 100 %':<46} {100 * seen.core_share:8.0f} %")
    print("  " + ", ".join(f"{what}: {count}" for what, count in sorted(seen.statuses.items())))


def report_all(
    bursts: list[Seen], appeared: dict[int, float], event: dict[str, Any], stored: dict[str, Any]
) -> None:
    counted = {int(version): results for version, results in stored["standings"].items()}
    sightings = sorted((when, counted[version]) for version, when in appeared.items())
    before = event["counted"]
    for seen in bursts:
        report(seen, delays(seen, before, sightings))
        before += len(seen.acknowledged)
    print(f"{len(appeared)} versions of the ranking")


def run(environment: dict[str, str], *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.load_event", *words]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)  # noqa: S603
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        is_server = "DATABASE_URL" in os.environ
        environment = server_environment(folder) if is_server else laptop_environment(folder)
        event = run(environment, "make", str(SECTIONS), str(ROUND))
        if is_server:
            prepare = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity=0"]
            subprocess.run(prepare, env=environment, check=True)  # noqa: S603
        with server(environment) if is_server else laptop(environment, "--no-demo") as site:
            print(
                f"{len(event['tables'])} tables, {READERS} readers, {'PostgreSQL' if is_server else 'SQLite'}"
            )
            bursts, appeared = asyncio.run(play_bursts(site, event))
        stored = run(environment, "read", str(ROUND))
        check(bursts, event, stored)
        report_all(bursts, appeared, event, stored)


if __name__ == "__main__":
    main()
