"""Play: people at tables of the site, each alone with three robots of level club, with an action every four
seconds.

With 50 tables, 95 of 100 actions are answered within 300 ms, replies of the robots included; with 200 tables,
within 400 ms. An action is the form sent and the table in the response. Every response is correct, and each
action is in the log. The functions of the robots are compiled before, as on any site after its first play.

On SQLite as on a laptop, or beside script/with-servers on PostgreSQL and Redis. All clients run on this
machine.
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

from benchmarks.clients.asking import Answer, Browser
from benchmarks.measuring import percentile
from benchmarks.sites.event_site import EventSite, event_site

SIZES = {50: 0.3, 200: 0.4}
"""Numbers of tables, and for each the limit in seconds for 95 of 100 actions."""
PEOPLE_OF_ADDRESS = 25
"""People behind one address, as in a club."""
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
    """Results of all actions since the start of the measurement."""

    seconds: list[float] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    deals: int = 0

    def clear(self) -> None:
        self.seconds.clear()
        self.answers.clear()
        self.deals = 0


class Person:
    """Person with a browser who plays one deal after the other at random."""

    def __init__(self, port: int, number: int, measurements: Seen) -> None:
        self._browser = Browser(port, source=f"127.0.0.{2 + number // PEOPLE_OF_ADDRESS}")
        self._cookies: dict[str, str] = {}
        self._seen = measurements
        self._page = ""

    async def play(self, within: float) -> None:
        """Play without end, starting at a random time within so many seconds."""
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
        fields = [(name, value) for name, value in HIDDEN.findall(form) if name != "csrfmiddlewaretoken"]
        count = DISCARDS.search(form)
        if count and int(count[1]):
            fields += [("carte", html.unescape(card)) for card in CARD.findall(form)[: int(count[1])]]
        elif actions := ACTION.findall(form):
            fields.append(("action", html.unescape(random.choice(actions))))
        step_before = int(dict(fields)["numero"])
        start = time.perf_counter()
        await self._post(target[1], fields, etui_part="table")  # as static/js/play/table.js does
        self._seen.seconds.append(time.perf_counter() - start)
        next_form = FORM.search(self._page)
        # the form of the next turn has a larger step number once the action is stored, or is of another
        # table: the next deal follows by itself when all pass
        is_stored = (
            not next_form
            or target[1] not in next_form[0]
            or int(dict(HIDDEN.findall(next_form[0]))["numero"]) > step_before
        )
        self._seen.answers["in the log" if is_stored else "lost"] += 1

    async def _get(self, path: str, **headers: str) -> None:
        answer = await self._browser.ask("GET", path, cookie=self._cookie(), **headers)
        self._store_cookies(answer)
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
        self._store_cookies(answer)
        location = LOCATION.search(answer.head)
        if location:
            await self._get(location[1])
        elif headers and answer.status == 200:
            self._page = answer.text
        else:
            self._seen.answers[f"form: {answer.status}"] += 1

    def _store_cookies(self, answer: Answer) -> None:
        self._cookies |= dict(COOKIE.findall(answer.head))

    def _cookie(self) -> str:
        return "; ".join(itertools.starmap("{}={}".format, self._cookies.items()))


async def measure_people(setup: EventSite, tables: int) -> float:
    """Let a person play at each of `tables`. Return the 95th percentile of the seconds from an action to its
    page.
    """
    actions = Seen()
    tasks = [
        asyncio.create_task(Person(setup.site.port, number, actions).play(WARM_SECONDS / 2))
        for number in range(tables)
    ]
    try:
        await asyncio.sleep(WARM_SECONDS)
        actions.clear()
        processor = setup.site.processor_seconds()
        await asyncio.sleep(SECONDS)
        processor = (setup.site.processor_seconds() - processor) / SECONDS
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    errors = [outcome for outcome in outcomes if not isinstance(outcome, asyncio.CancelledError)]
    assert not errors, errors
    assert actions.seconds, f"no action was answered in {SECONDS:.0f} s"
    middle, p95, worst = (1000 * percentile(actions.seconds, share) for share in (0.5, 0.95, 1.0))
    print(
        f"  {tables:3d} tables: {len(actions.seconds)} actions, {actions.deals} deals ended"
        f"   {middle:6.1f} ms   95 % within {p95:6.1f} ms   worst {worst:6.1f} ms"
        f"   {100 * processor:3.0f} % of a core, {setup.site.memory() / 1e6:.0f} MB"
        f"   {dict(actions.answers)}"
    )
    assert set(actions.answers) == {"in the log"}, actions.answers
    return p95 / 1000


def main() -> None:
    failures = []
    with event_site(1, 1) as setup:
        command = [sys.executable, "-m", "benchmarks.sites.room_rounds", "compile"]
        subprocess.run(command, env=setup.environment, check=True)  # noqa: S603
        for tables, bar in SIZES.items():
            print(f"{setup.database}: {tables} people against {LEVEL}, an action every {PAUSE:.0f} s each")
            p95 = asyncio.run(measure_people(setup, tables))
            if p95 > bar:
                failures.append(f"{tables} tables: 95 % within {1000 * p95:.0f} ms, not {1000 * bar:.0f}")
    assert not failures, failures


if __name__ == "__main__":
    main()
