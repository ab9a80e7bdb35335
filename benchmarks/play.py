"""People at tables of the site, each alone with three robots of level club, acting every four seconds.

First 50 tables: 95 of 100 actions are answered, robots' replies included, within 300 ms. Then 200: within
400 ms. An action is the form sent and the table that is answered. No answer but the right one, and each
action is in the log. The robots' functions were compiled before, as on any site where somebody has played. On
a laptop's SQLite; beside script/with-servers on PostgreSQL and Redis. All of it runs on this machine, clients
included.
"""

import asyncio
import html
import itertools
import random
import re
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.asking import Answer, Browser
from benchmarks.event_site import EventSite, event_site
from benchmarks.measuring import percentile

SIZES = {50: 0.3, 200: 0.4}
"""Tables at once, and the seconds within which 95 of 100 actions are to be answered."""
PEOPLE_OF_ADDRESS = 25
"""Behind one address, as in a club."""
PAUSE = 4.0
"""Seconds between two actions of a person."""
WARM_SECONDS, SECONDS = 12.0, 60.0
GAME, LEVEL = "tarot-4", "club"
COOKIE = re.compile(r"^set-cookie: *([^=]+)=([^;\r]*)", re.IGNORECASE | re.MULTILINE)
LOCATION = re.compile(r"^location: *(\S+)", re.IGNORECASE | re.MULTILINE)
FORM = re.compile(r'<form method="post"\s+class="turn.*?</form>', re.DOTALL)
TARGET = re.compile(r'action="(/jouer/tables?/[^"]+)"')
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
ACTION = re.compile(r'<button name="action"\s+value="([^"]*)"')
CARD = re.compile(r'name="carte"\s+value="([^"]*)"')
DISCARDS = re.compile(r'data-discards="(\d+)"')


@dataclass
class Seen:
    """What came of all actions since the measure began."""

    seconds: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    deals: int = 0

    def clear(self) -> None:
        self.seconds.clear()
        self.answers.clear()
        self.deals = 0


class Person:
    """Somebody with a browser of his own, who plays one deal after the other at random."""

    def __init__(self, port: int, number: int, seen: Seen) -> None:
        self._browser = Browser(port, source=f"127.0.0.{2 + number // PEOPLE_OF_ADDRESS}")
        self._cookies: dict[str, str] = {}
        self._seen = seen
        self._page = ""

    async def play(self, within: float) -> None:
        """From a random moment of so many seconds on, without end."""
        await asyncio.sleep(random.uniform(0, within))
        while True:
            await self._begin()
            while form := FORM.search(self._page):
                await asyncio.sleep(PAUSE * random.uniform(0.8, 1.2))
                await self._act(form[0])
            self._seen.deals += 1

    async def _begin(self) -> None:
        await self._get("/jouer/")
        await self._post("/jouer/", [("kind", "game"), ("game", GAME), ("level", LEVEL)])

    async def _act(self, form: str) -> None:
        target = TARGET.search(form)
        assert target, form
        sent = [(name, value) for name, value in HIDDEN.findall(form) if name != "csrfmiddlewaretoken"]
        count = DISCARDS.search(form)
        if count and int(count[1]):
            sent += [("carte", html.unescape(card)) for card in CARD.findall(form)[: int(count[1])]]
        elif actions := ACTION.findall(form):
            sent.append(("action", html.unescape(random.choice(actions))))
        before = int(dict(sent)["numero"])
        began = time.perf_counter()
        await self._post(target[1], sent, etui_part="table")  # as static/js/play/table.js does
        self._seen.seconds.append(time.perf_counter() - began)
        after = FORM.search(self._page)
        stood = not after or int(dict(HIDDEN.findall(after[0]))["numero"]) > before
        self._seen.answers["in the log" if stood else "lost"] += 1

    async def _get(self, path: str, **headers: str) -> None:
        answer = await self._browser.ask("GET", path, cookie=self._cookie(), **headers)
        self._keep(answer)
        self._page = answer.text
        if answer.status != 200:
            self._seen.answers[f"page: {answer.status}"] += 1

    async def _post(self, path: str, values: list[tuple[str, str]], **headers: str) -> None:
        """Send a form and open the page that it leads to, unless it is answered with a part of one."""
        token = self._cookies["csrftoken"]
        answer = await self._browser.ask(
            "POST",
            path,
            urlencode([("csrfmiddlewaretoken", token), *values]).encode(),
            cookie=self._cookie(),
            content_type="application/x-www-form-urlencoded",
            **headers,
        )
        self._keep(answer)
        place = LOCATION.search(answer.head)
        if place:
            await self._get(place[1])
        elif headers and answer.status == 200:
            self._page = answer.text
        else:
            self._seen.answers[f"form: {answer.status}"] += 1

    def _keep(self, answer: Answer) -> None:
        self._cookies |= dict(COOKIE.findall(answer.head))

    def _cookie(self) -> str:
        return "; ".join(itertools.starmap("{}={}".format, self._cookies.items()))


async def measure(running: EventSite, tables: int) -> float:
    """So many people for a while; the 95th percentile of the seconds from an action to its page."""
    seen = Seen()
    tasks = [
        asyncio.create_task(Person(running.site.port, number, seen).play(WARM_SECONDS / 2))
        for number in range(tables)
    ]
    try:
        await asyncio.sleep(WARM_SECONDS)
        seen.clear()
        used = running.site.processor_seconds()
        await asyncio.sleep(SECONDS)
        used = (running.site.processor_seconds() - used) / SECONDS
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    broken = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
    middle, most, worst = (1000 * percentile(seen.seconds, share) for share in (0.5, 0.95, 1.0))
    print(
        f"  {tables:3d} tables: {len(seen.seconds)} actions, {seen.deals} deals ended"
        f"   {middle:6.1f} ms   95 % within {most:6.1f} ms   worst {worst:6.1f} ms"
        f"   {100 * used:3.0f} % of a core, {running.site.memory() / 1e6:.0f} MB   {dict(seen.answers)}"
    )
    assert not broken, broken
    assert set(seen.answers) == {"in the log"}, seen.answers
    return most / 1000


def main() -> None:
    late = []
    for tables, bar in SIZES.items():
        with event_site(1, 1) as running:
            compiling = [sys.executable, "-m", "benchmarks.room_rounds", "compile"]
            subprocess.run(compiling, env=running.environment, check=True)  # noqa: S603
            print(f"{running.database}: {tables} people against {LEVEL}, an action every {PAUSE:.0f} s each")
            most = asyncio.run(measure(running, tables))
        if most > bar:
            late.append(f"{tables} tables: 95 % within {1000 * most:.0f} ms, not {1000 * bar:.0f}")
    assert not late, late


if __name__ == "__main__":
    main()
