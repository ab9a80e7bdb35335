"""Two rounds of rooms: people alone with three robots of level club each, then people at tables of four.

An action every four seconds at each table. Alone: from an action to the table that is answered, robots'
replies included. Together: from sending an action until the page of each of the three others shows it; pages
listen, as static/js/play/free_table.js does. Prints what the processes of the site hold. The robots'
functions were compiled before, as on any site where somebody has played. All of it runs on this machine,
clients included.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.asking import Browser
from benchmarks.listening import Stream
from benchmarks.measuring import percentile
from benchmarks.play import FORM, PAUSE, PEOPLE_OF_ADDRESS, Person, Seen
from benchmarks.sites import PROCESSES, Site, laptop, laptop_environment, server, server_environment

ALONE, TOGETHER, SECONDS, WARM_SECONDS = 200, 40, 60.0, 12.0
AT_TABLE = 4
HEARTBEAT = 10.0
"""Seconds after which a page says that somebody is there."""
TABLE = re.compile(r'href="(/jouer/tables/[^"]+)"')
SHOWN = re.compile(r'data-moment="([^"]*)".*?data-seen="(\d+)"\s+data-deal="(\d+)"', re.DOTALL)
NEXT = re.compile(r'<input type="hidden" name="donne" value="(\d+)"')
WAITS = re.compile(r'class="turn waits"')


class Entrant(Person):
    """Somebody in a round, who plays its deals one after the other against robots."""

    def __init__(self, port: int, number: int, seen: Seen, of: dict[str, Any]) -> None:
        super().__init__(port, number, seen)
        self._round = f"/salles/manche/{of['round']}/"
        self._room, self._of = f"/salles/{of['slug']}/", of

    async def enter(self) -> None:
        await self._get(self._room)
        await self._post(f"{self._room}entrer/", [("round", self._of["round"])])

    async def _begin(self) -> None:
        await self._post(f"{self._round}jouer/", [])


@dataclass
class Sights:
    """When actions at one table were sent, and how long the pages of the others took to show them."""

    sent: dict[tuple[int, int], float] = field(default_factory=dict)
    """By deal and steps before."""
    seconds: list[float] = field(default_factory=list)


class Sitter(Entrant):
    """Somebody at a table of four people, whose page listens."""

    def __init__(
        self, port: int, number: int, seen: Seen, of: dict[str, Any], sights: dict[str, Sights]
    ) -> None:
        super().__init__(port, number, seen, of)
        self._connect = lambda: Browser(
            port, source=f"127.0.0.{2 + number // PEOPLE_OF_ADDRESS}", cookie=self._cookie()
        )
        self._all_sights = sights
        self._moment, self._place = "", (0, 0)

    async def play(self, within: float) -> None:
        await asyncio.sleep(random.uniform(0, within))
        await self._get(self._round)
        found = TABLE.search(self._page)
        assert found, "no table in the page of the round"
        self._table = found[1]
        self._sights = self._all_sights.setdefault(self._table, Sights())
        await self._get(self._table)
        self._note(is_own=True)
        stream = Stream(self._connect, f"{self._table}moment/?vu={self._moment}")
        try:
            while True:
                await self._take_part()
                if not await stream.kinds(HEARTBEAT):
                    await self._say_here()
                await self._look()
        finally:
            stream.close()

    async def _take_part(self) -> None:
        """Act while it is his turn; ask for the next deal after one that is over."""
        while (form := FORM.search(self._page)) and not WAITS.search(form[0]):
            await asyncio.sleep(PAUSE * random.uniform(0.8, 1.2))
            self._sights.sent[self._place] = time.perf_counter()
            await self._act(form[0])
            self._note(is_own=True)
        if form is None and (over := NEXT.search(self._page)):
            await asyncio.sleep(PAUSE)
            await self._post(f"{self._table}donner/", [("donne", over[1])])
            self._note(is_own=True)

    async def _look(self) -> None:
        path = f"{self._table}moment/?vu={self._moment}&depuis={self._place[1]}"
        answer = await self._browser.ask("GET", path, cookie=self._cookie(), etui_part="table")
        if answer.status == 200:
            self._page = answer.text
            self._note(is_own=False)
        elif answer.status != 204:
            self._seen.answers[f"page: {answer.status}"] += 1

    async def _say_here(self) -> None:
        """Robots and clocks go on; the page asks what came of it."""
        token = self._cookies["csrftoken"]
        sent = urlencode({"csrfmiddlewaretoken": token, "depuis": str(self._place[1])}).encode()
        form = "application/x-www-form-urlencoded"
        address = f"{self._table}suite/"
        await self._browser.ask("POST", address, sent, cookie=self._cookie(), content_type=form)

    def _note(self, *, is_own: bool) -> None:
        """Keep what the page shows; what others did since the last look took so long to be seen."""
        found = SHOWN.search(self._page)
        if found is None:
            return
        self._moment = found[1]
        before, self._place = self._place, (int(found[3]), int(found[2]))
        if not is_own and before[0] == self._place[0]:
            sent = [self._sights.sent.get((before[0], step)) for step in range(before[1], self._place[1])]
            now = time.perf_counter()
            self._sights.seconds += [now - began for began in sent if began is not None]


async def play(
    site: Site, people: Sequence[Entrant], seen: Seen, sights: Mapping[str, Sights], seconds: float
) -> float:
    """Let people play for a while; the share of a core that the site used."""
    tasks = [asyncio.create_task(person.play(WARM_SECONDS / 2)) for person in people]
    try:
        await asyncio.sleep(WARM_SECONDS)
        seen.clear()
        for each in sights.values():
            each.seconds.clear()
        used = site.processor_seconds()
        await asyncio.sleep(seconds)
        used = (site.processor_seconds() - used) / seconds
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    broken = [one for one in ended if not isinstance(one, asyncio.CancelledError)]
    assert not broken, broken
    return used


def show(what: str, seconds: Sequence[float]) -> None:
    middle, most, worst = (1000 * percentile(seconds, share) for share in (0.5, 0.95, 1.0))
    print(f"  {what}: {len(seconds)}   {middle:.0f} ms   95 % within {most:.0f} ms   worst {worst:.0f} ms")


def run(kind: str, count: int, seconds: float, processes: int) -> None:
    """One round on a new site: a server beside script/with-servers, a laptop without it."""
    is_server = "DATABASE_URL" in os.environ
    with tempfile.TemporaryDirectory() as folder:
        environment = (server_environment if is_server else laptop_environment)(Path(folder))
        of = json.loads(_run(environment, "benchmarks.room_rounds", kind))
        if is_server:
            _run(environment, "manage", "collectstatic", "--no-input", "--verbosity=0")
        where = f"PostgreSQL, web processes: {processes}" if is_server else "SQLite"
        print(f"{where}, {kind}: {count} tables")
        with server(environment, processes) if is_server else laptop(environment, "--no-demo") as site:
            seen, sights = Seen(), dict[str, Sights]()
            people: Sequence[Entrant]
            if kind == "alone":
                people = [Entrant(site.port, number, seen, of) for number in range(count)]
            else:
                people = [Sitter(site.port, number, seen, of, sights) for number in range(AT_TABLE * count)]

            async def enter_and_play() -> float:
                for person in people:
                    await person.enter()
                begin = ("benchmarks.room_rounds", "begin", str(of["round"]))
                await asyncio.to_thread(_run, environment, *begin)
                return await play(site, people, seen, sights, seconds)

            used = asyncio.run(enter_and_play())
            each = 1000 * used * seconds / max(len(seen.seconds), 1)
            print(
                f"  {100 * used:.0f} % of a core, {each:.1f} ms of it for each action,"
                f" {site.memory() / 1e6:.0f} MB, {dict(seen.answers)}"
            )
    show("actions", seen.seconds)
    if sights:
        show("seen by others", [each for one in sights.values() for each in one.seconds])
    assert set(seen.answers) == {"in the log"}, seen.answers


def _run(environment: Mapping[str, str], *words: str) -> str:
    command = [sys.executable, "-m", *words]
    return subprocess.run(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, check=True, text=True
    ).stdout


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rooms", description=__doc__)
    parser.add_argument("--alone", type=int, default=ALONE, help="tables of one person")
    parser.add_argument("--together", type=int, default=TOGETHER, help="tables of four people")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that are measured")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="of a server")
    chosen = parser.parse_args()
    for kind, count in (("alone", chosen.alone), ("tables", chosen.together)):
        if count:
            run(kind, count, chosen.seconds, chosen.processes)


if __name__ == "__main__":
    main()
