"""Phones that enter results at tables.

A phone sends its results through the API of its table. After each it fetches the page of the table.
"""

import asyncio
import json
import random
import re
import time
import uuid
from typing import Any

from benchmarks.clients.asking import Answer, Browser
from benchmarks.clients.hall import Hall, Result, jittered
from benchmarks.clients.listening import QUIET, Stream

TRIES = 3
"""Number of requests for the score while a line is typed: for the bouts and each of two figures."""
REPEATED = 0.05
"""Share of results sent twice with the same key, as by a phone that did not get the response."""


class Phone:
    """Phone that enters the results of one table."""

    def __init__(self, hall: Hall, table: dict[str, Any], key: str = "") -> None:
        self.key = key or str(uuid.uuid4())
        headers = {"authorization": f"Bearer {table['secret']}", "etui_phone": self.key}
        self._sending, self._page = (
            Browser(hall.port, **headers),
            Browser(hall.port, cookie=f"etui_phone={self.key}"),
        )
        self._table = f"/table/{table['secret']}/"
        self._open_plays: list[int] = list(table["plays"])
        self._line_start: dict[str, str] = table["line"]
        """Taker and bid in free deals, by name of the field."""
        self._hall = hall
        self._shown, self._hall_shown = "", ""
        self._stream: Stream | None = None

    async def sit_down(self, within: float) -> None:
        """Take the north seat and open the page, at a random time within `within` seconds."""
        await asyncio.sleep(random.uniform(0, within))
        body = json.dumps({"round": self._hall.round_number, "seat": "N"}).encode()
        self._hall.count(
            "seat", await self._sending.ask_until_served("PUT", "/api/v1/table/seat/", body), 200
        )
        await self._look()
        self._stream = Stream(
            lambda: Browser(self._hall.port, cookie=f"etui_phone={self.key}"),
            f"{self._table}?tour={self._hall.round_number}",
        )

    async def play(self, count: int, seconds: float) -> None:
        """Send `count` results in order, at random times within `seconds`. Fetch the page after each."""
        start = time.perf_counter()
        for moment in sorted(random.uniform(0, seconds) for _ in range(count)):
            await self._wait_until(start + moment)
            await self._send(self._open_plays.pop(0))
            await self._look()
        await self._wait_until(start + seconds)

    async def _wait_until(self, moment: float) -> None:
        """Wait until `moment`. Fetch the page and its part of the hall after each notification or pause."""
        assert self._stream is not None
        while (remaining := moment - time.perf_counter()) > 0:
            kinds = await self._stream.kinds(min(remaining, jittered(QUIET)))
            if kinds or moment > time.perf_counter():
                await self._look()
                await self._look_at_hall()

    async def _send(self, play: int) -> None:
        bouts, points = random.randint(0, 3), random.randint(20, 70)
        for _figure in range(TRIES):
            # the form of a page numbers the seats
            bid_query = "&taker=0&bid=garde" if self._line_start else ""
            trial_path = (
                f"{self._table}donnes/{play}/essai/?bouts={bouts}&points={points}&kind=played{bid_query}"
            )
            self._hall.count("trial", await self._page.ask_until_served("GET", trial_path), 200)
        line = self._line_start | {"bouts": bouts, "points": str(points), "seen_version": 0}
        key = str(uuid.uuid4())
        answer = await self._post(play, key, line)
        if answer.status == 400:
            assert json.loads(answer.text)["code"] == "slip_unlikely", answer.text
            line["confirmed"] = True
            answer = await self._post(play, key, line)
        stored_result = json.loads(answer.text)
        self._hall.seen.acknowledged.append(Result(time.perf_counter(), play, key, stored_result["score"]))
        # the response to the repeated request must be the stored result
        if random.random() < REPEATED:
            second_answer = await self._post(play, key, line)
            assert json.loads(second_answer.text) == stored_result

    async def _post(self, play: int, key: str, line: dict[str, Any]) -> Answer:
        path = f"/api/v1/table/plays/{play}/results/"
        answer = await self._sending.ask_until_served(
            "POST", path, json.dumps(line).encode(), idempotency_key=key
        )
        self._hall.count("result", answer, 200, 400)
        self._hall.seen.posts.append(answer.seconds)
        return answer

    async def _look(self) -> None:
        shown_parameter = f"&shown={self._shown}" if self._shown else ""
        page = await self._page.ask_until_served(
            "GET", f"{self._table}?tour={self._hall.round_number}{shown_parameter}"
        )
        self._hall.count("page of a table", page, 200, 204)
        self._hall.seen.pages.append(page.seconds)
        if mark := re.search(r'data-mark="([^"]*)"', page.text):
            self._shown = mark[1]

    async def _look_at_hall(self) -> None:
        path = f"{self._table}tours/{self._hall.round_number}/salle/?shown={self._hall_shown}"
        part = await self._page.ask_until_served("GET", path)
        self._hall.count("hall on a phone", part, 200, 204)
        if mark := re.search(r'data-version="([^"]*)"', part.text):
            self._hall_shown = mark[1]

    def close(self) -> None:
        self._sending.close()
        self._page.close()
        if self._stream is not None:
            self._stream.close()
