"""Viewers: 1,000 people follow the standings on their phones.

The parts of the measurement:

1. all pages are opened within 5 seconds;
2. nothing new;
3. 5 results a second from an organiser's program;
4. 5 results a second from the phones of 50 tables.

The event has 100 tables and 400 players; five rounds of ten are played. On SQLite as on a laptop, or beside
script/with-servers on PostgreSQL and Redis. The content of every page is compared with the acknowledged and
the stored results. All clients run on this machine.
"""

import asyncio
import json
import random
import time
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from benchmarks.clients.asking import Browser
from benchmarks.clients.hall import Hall, Result, Seen, delays, print_late_seconds, sampled_memory, share_used
from benchmarks.clients.phones import Phone
from benchmarks.clients.readers import Reader
from benchmarks.sites.event_site import EventSite, event_site
from benchmarks.sites.running import Site

SECTIONS, ROUND = 2, 6
VIEWERS = 1000
OPENING_SECONDS = 5.0
SETTLING_SECONDS = 5.0
"""Seconds until all viewers have subscribed."""
QUIET_SECONDS = 30.0
RESULTS_A_SECOND = 5
TABLES, EACH = 50, 4
"""Tables and boards whose results of the round are sent in each part, one board after the other."""
RESULTS_SECONDS = TABLES * EACH / RESULTS_A_SECOND
LAST_SECONDS = 8.0
"""Seconds after a part until each page shows its last results."""


class Organiser:
    """Program that sends results with the session of an account."""

    def __init__(self, hall: Hall, event: dict[str, Any]) -> None:
        token = uuid.uuid4().hex
        cookie = f"sessionid={event['session_key']}; csrftoken={token}"
        self._browser = Browser(hall.port, cookie=cookie, x_csrftoken=token)
        self._hall = hall

    async def send_all(self, plays: list[int]) -> None:
        start = time.perf_counter()
        for number, play in enumerate(plays):
            await asyncio.sleep(max(0.0, start + number / RESULTS_A_SECOND - time.perf_counter()))
            await self._send(play)
        self._browser.close()

    async def _send(self, play: int) -> None:
        key, points = str(uuid.uuid4()), str(random.randint(20, 70))
        line = {"bouts": random.randint(0, 3), "points": points, "seen_version": 0, "token": key}
        path = f"/api/v1/tournaments/{self._hall.slug}/plays/{play}/results/"
        body = json.dumps(line | {"confirmed": True}).encode()
        answer = await self._browser.ask_until_served("POST", path, body)
        self._hall.count("result", answer, 200)
        self._hall.seen.posts.append(answer.seconds)
        score = json.loads(answer.text)["score"]
        self._hall.seen.acknowledged.append(Result(time.perf_counter(), play, key, score))


@dataclass
class Viewing:
    """Clients, and their measurements of each part by its name."""

    site: Site
    hall: Hall
    event: dict[str, Any]
    viewers: list[Reader]
    parts: dict[str, Seen]

    async def measure(self, name: str, work: Awaitable[object]) -> None:
        """Measure one part: the times and the processor use during `work`, and the results shortly after."""
        self.parts[name] = self.hall.seen = Seen()
        start, processor_before = time.perf_counter(), self.site.processor_seconds()
        await work
        self.hall.seen.processor = share_used(self.site, start, processor_before)
        await asyncio.sleep(LAST_SECONDS if self.hall.seen.acknowledged else 0.0)

    async def open_all(self) -> None:
        async def open_one(viewer: Reader) -> None:
            await asyncio.sleep(random.uniform(0, OPENING_SECONDS))
            await viewer.open()

        await asyncio.gather(*map(open_one, self.viewers))

    async def play(self, phones: list[Phone]) -> None:
        await asyncio.gather(*(phone.play(EACH, RESULTS_SECONDS) for phone in phones))


async def view(setup: EventSite) -> Viewing:
    """Run all parts, one after the other."""
    hall = Hall(setup.site, setup.event)
    viewers = [Reader(hall, number) for number in range(VIEWERS)]
    viewing = Viewing(setup.site, hall, setup.event, viewers, {})
    tables = setup.event["tables"]
    phones = [Phone(hall, table) for table in tables[TABLES : 2 * TABLES]]
    async with asyncio.TaskGroup() as group:
        onlookers = [group.create_task(sampled_memory(setup.site, hall))]
        await _open_first(hall)
        await viewing.measure("opening", viewing.open_all())
        onlookers += [group.create_task(viewer.follow()) for viewer in viewers]
        await asyncio.sleep(SETTLING_SECONDS)
        await viewing.measure("nothing new", asyncio.sleep(QUIET_SECONDS))
        plays = [
            play for board in range(EACH) for play in (table["plays"][board] for table in tables[:TABLES])
        ]
        await viewing.measure("results of a program", Organiser(hall, setup.event).send_all(plays))
        await asyncio.gather(*(phone.sit_down(OPENING_SECONDS) for phone in phones))
        await viewing.measure("results of phones", viewing.play(phones))
        for onlooker in onlookers:
            onlooker.cancel()
    for viewer in viewers:
        viewer.close()
    for phone in phones:
        phone.close()
    return viewing


async def _open_first(hall: Hall) -> None:
    """Open the page once: what a site loads for its first visitor is not measured."""
    reader = Reader(hall, 0)
    await reader.open()
    reader.close()


def check_viewed_results(viewing: Viewing, database: dict[str, Any]) -> None:
    """Check that each acknowledged result is stored once and unchanged, and that every page shows the last
    ranking.
    """
    acknowledged = {
        result.play: (result.key, result.score)
        for measurements in viewing.parts.values()
        for result in measurements.acknowledged
    }
    assert len(acknowledged) == 2 * TABLES * EACH
    assert {play: (key, score) for play, _version, key, score in database["slips"]} == acknowledged
    assert len(database["slips"]) == len(acknowledged)
    assert database["waiting"] == 0
    for viewer in viewing.viewers:
        assert viewer.shown.counted == viewing.event["counted"] + len(acknowledged)
        assert list(viewer.shown.order) == database["order"]


def print_viewer_report(viewing: Viewing) -> None:
    counted_before = viewing.event["counted"]
    for name, measurements in viewing.parts.items():
        print(f"{name}: {len(measurements.acknowledged)} results")
        for label, seconds in _measures(measurements).items():
            print_late_seconds(f"  {label}", seconds)
        if measurements.acknowledged:
            delay_times = [
                delay
                for viewer in viewing.viewers
                for delay in delays(measurements, counted_before, viewer.sightings)
            ]
            print_late_seconds("  from a result stored to a viewer's page", delay_times)
        counted_before += len(measurements.acknowledged)
        print(f"{'  processor of the site, one core being 100 %':<50} {100 * measurements.processor:8.1f} %")
        print(f"{'  memory of its processes, at most':<50} {measurements.memory / 1e6:8.0f} MB")
        print(f"{'  bytes of all answers':<50} {measurements.received / 1e6:8.1f} MB")
        print("  " + ", ".join(f"{label}: {count}" for label, count in sorted(measurements.statuses.items())))


def _measures(measurements: Seen) -> dict[str, list[float]]:
    measures = {
        "first page": measurements.opened,
        "first page with its files": measurements.complete,
        "poll, nothing new": measurements.polls,
        "poll, new ranking": measurements.fresh,
        "result sent": measurements.posts,
        "page of a table": measurements.pages,
    }
    return {name: seconds for name, seconds in measures.items() if seconds}


def main() -> None:
    with event_site(SECTIONS, ROUND) as setup:
        print(f"{len(setup.event['tables'])} tables, {VIEWERS} viewers, {setup.database}")
        viewing = asyncio.run(view(setup))
        database = setup.stored()
    check_viewed_results(viewing, database)
    print_viewer_report(viewing)


if __name__ == "__main__":
    main()
