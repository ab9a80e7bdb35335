"""Rooms: two rounds, of people alone with three robots of level club each, then of tables of four people.

At each table there is an action every four seconds.

- Alone: the time from an action to the table in the response, replies of the robots included.
- Together: the time from an action until the pages of the three others show it. Pages subscribe, as in
  static/js/play/free_table.js.

Prints the memory of the site's processes. The functions of the robots are compiled before, as on any site
after its first play. All clients run on this machine.
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

from benchmarks.clients.asking import Browser
from benchmarks.clients.listening import Stream
from benchmarks.measuring import percentile
from benchmarks.play import FORM, PAUSE, PEOPLE_OF_ADDRESS, Person, Seen
from benchmarks.sites.running import PROCESSES, Site, laptop, laptop_environment, server, server_environment

ALONE, TOGETHER, SECONDS, WARM_SECONDS = 200, 40, 60.0, 12.0
AT_TABLE = 4
HEARTBEAT = 10.0
"""Seconds between two signs of presence of a page."""
TABLE = re.compile(r'href="(/jouer/tables/[^"]+)"')
SHOWN = re.compile(r'data-moment="([^"]*)".*?data-seen="(\d+)"\s+data-deal="(\d+)"', re.DOTALL)
NEXT = re.compile(r'<input type="hidden" name="donne" value="(\d+)"')
WAITS = re.compile(r'class="turn waits"')


class Entrant(Person):
    """Person in a round who plays its deals one after the other against robots."""

    def __init__(self, port: int, number: int, measurements: Seen, of: dict[str, Any]) -> None:
        super().__init__(port, number, measurements)
        self._round = f"/salles/manche/{of['round']}/"
        self._room, self._of = f"/salles/{of['slug']}/", of

    async def enter(self) -> None:
        await self._get(self._room)
        await self._post(f"{self._room}entrer/", [("round", self._of["round"])])

    async def _begin(self) -> None:
        await self._post(f"{self._round}jouer/", [])


@dataclass
class Sights:
    """Times of actions at one table, and the delays until the pages of the others showed them."""

    sent: dict[tuple[int, int], float] = field(default_factory=dict)
    """Times of sending, by deal and number of previous steps."""
    seconds: list[float] = field(default_factory=list)


class Sitter(Entrant):
    """Person at a table of four people, whose page subscribes."""

    def __init__(
        self, port: int, number: int, measurements: Seen, of: dict[str, Any], sights: dict[str, Sights]
    ) -> None:
        super().__init__(port, number, measurements, of)
        self._connect = lambda: Browser(
            port, source=f"127.0.0.{2 + number // PEOPLE_OF_ADDRESS}", cookie=self._cookie()
        )
        self._all_sights = sights
        self._moment, self._place = "", (0, 0)

    async def play(self, within: float) -> None:
        await asyncio.sleep(random.uniform(0, within))
        await self._get(self._round)
        match = TABLE.search(self._page)
        assert match, "no table in the page of the round"
        self._table = match[1]
        self._sights = self._all_sights.setdefault(self._table, Sights())
        await self._get(self._table)
        self._read_page(is_own=True)
        stream = Stream(self._connect, f"{self._table}moment/?vu={self._moment}")
        try:
            while True:
                await self._take_part()
                if not await stream.kinds(HEARTBEAT):
                    await self._report_presence()
                await self._look()
        finally:
            stream.close()

    async def _take_part(self) -> None:
        """Act while it is the person's turn. Request the next deal after the end of one."""
        while (form := FORM.search(self._page)) and not WAITS.search(form[0]):
            await asyncio.sleep(PAUSE * random.uniform(0.8, 1.2))
            self._sights.sent[self._place] = time.perf_counter()
            await self._act(form[0])
            self._read_page(is_own=True)
        if form is None and (over := NEXT.search(self._page)):
            await asyncio.sleep(PAUSE)
            await self._post(f"{self._table}donner/", [("donne", over[1])])
            self._read_page(is_own=True)

    async def _look(self) -> None:
        path = f"{self._table}moment/?vu={self._moment}&depuis={self._place[1]}"
        answer = await self._browser.ask("GET", path, cookie=self._cookie(), etui_part="table")
        if answer.status == 200:
            self._page = answer.text
            self._read_page(is_own=False)
        elif answer.status != 204:
            self._seen.answers[f"page: {answer.status}"] += 1

    async def _report_presence(self) -> None:
        """Report presence, which also lets robots and clocks continue."""
        token = self._cookies["csrftoken"]
        body = urlencode({"csrfmiddlewaretoken": token, "depuis": str(self._place[1])}).encode()
        form = "application/x-www-form-urlencoded"
        address = f"{self._table}suite/"
        await self._browser.ask("POST", address, body, cookie=self._cookie(), content_type=form)

    def _read_page(self, *, is_own: bool) -> None:
        """Read the state of the page. Record the delays of the actions of others since the last call."""
        match = SHOWN.search(self._page)
        if match is None:
            return
        self._moment = match[1]
        previous_place, self._place = self._place, (int(match[3]), int(match[2]))
        if not is_own and previous_place[0] == self._place[0]:
            times = [
                self._sights.sent.get((previous_place[0], step))
                for step in range(previous_place[1], self._place[1])
            ]
            moment = time.perf_counter()
            self._sights.seconds += [moment - start for start in times if start is not None]


async def play_for_seconds(
    site: Site, people: Sequence[Entrant], measurements: Seen, sights: Mapping[str, Sights], seconds: float
) -> float:
    """Let people play for a while. Return the share of a core that the site used."""
    tasks = [asyncio.create_task(person.play(WARM_SECONDS / 2)) for person in people]
    try:
        await asyncio.sleep(WARM_SECONDS)
        measurements.clear()
        for sight in sights.values():
            sight.seconds.clear()
        processor = site.processor_seconds()
        await asyncio.sleep(seconds)
        processor = (site.processor_seconds() - processor) / seconds
    finally:
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    errors = [outcome for outcome in outcomes if not isinstance(outcome, asyncio.CancelledError)]
    assert not errors, errors
    return processor


def print_room_seconds(label: str, seconds: Sequence[float]) -> None:
    middle, p95, worst = (1000 * percentile(seconds, share) for share in (0.5, 0.95, 1.0))
    print(f"  {label}: {len(seconds)}   {middle:.0f} ms   95 % within {p95:.0f} ms   worst {worst:.0f} ms")


def run_room_round(kind: str, count: int, seconds: float, processes: int) -> None:
    """Play one round on a new site: on a server beside script/with-servers, on a laptop without it."""
    is_server = "DATABASE_URL" in os.environ
    with tempfile.TemporaryDirectory() as folder:
        environment = (server_environment if is_server else laptop_environment)(Path(folder))
        of = json.loads(_run(environment, "benchmarks.sites.room_rounds", kind))
        if is_server:
            _run(environment, "manage", "collectstatic", "--no-input", "--verbosity=0")
        description = f"PostgreSQL, web processes: {processes}" if is_server else "SQLite"
        print(f"{description}, {kind}: {count} tables")
        with server(environment, processes) if is_server else laptop(environment, "--no-demo") as site:
            measurements, sights = Seen(), dict[str, Sights]()
            people: Sequence[Entrant]
            if kind == "alone":
                people = [Entrant(site.port, number, measurements, of) for number in range(count)]
            else:
                people = [
                    Sitter(site.port, number, measurements, of, sights) for number in range(AT_TABLE * count)
                ]

            async def enter_and_play() -> float:
                for person in people:
                    await person.enter()
                begin = ("benchmarks.sites.room_rounds", "begin", str(of["round"]))
                # the round starts only after all people have entered
                await asyncio.to_thread(_run, environment, *begin)
                return await play_for_seconds(site, people, measurements, sights, seconds)

            processor = asyncio.run(enter_and_play())
            milliseconds = 1000 * processor * seconds / max(len(measurements.seconds), 1)
            print(
                f"  {100 * processor:.0f} % of a core, {milliseconds:.1f} ms of it for each action,"
                f" {site.memory() / 1e6:.0f} MB, {dict(measurements.answers)}"
            )
    print_room_seconds("actions", measurements.seconds)
    if sights:
        print_room_seconds("seen by others", [delay for sight in sights.values() for delay in sight.seconds])
    assert set(measurements.answers) == {"in the log"}, measurements.answers


def _run(environment: Mapping[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, check=True, text=True
    ).stdout


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rooms", description=__doc__)
    parser.add_argument("--alone", type=int, default=ALONE, help="tables of one person")
    parser.add_argument("--together", type=int, default=TOGETHER, help="tables of four people")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that are measured")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="of a server")
    options = parser.parse_args()
    for kind, count in (("alone", options.alone), ("tables", options.together)):
        if count:
            run_room_round(kind, count, options.seconds, options.processes)


if __name__ == "__main__":
    main()
