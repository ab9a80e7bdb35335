"""1,000 people follow the standings on their phones: opened within 5 seconds, then nothing new, then 5
results a second from an organiser's program, then 5 a second from the phones of 50 tables.

An event of 100 tables and 400 players; five rounds of ten are played. On a laptop's SQLite; beside
script/with-servers on PostgreSQL and Redis. What every page shows is compared with what was acknowledged and
with what is stored. All of it runs on this machine, clients included.
"""

import asyncio
import json
import random
import time
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

from benchmarks.asking import Browser
from benchmarks.event_site import EventSite, event_site
from benchmarks.hall import Hall, Result, Seen, delays, sampled_memory, share_used, show
from benchmarks.phones import Phone
from benchmarks.readers import Reader
from benchmarks.sites import Site

SECTIONS, ROUND = 2, 6
VIEWERS = 1000
OPENING_SECONDS = 5.0
SETTLING_SECONDS = 5.0
"""Until every viewer listens."""
QUIET_SECONDS = 30.0
RESULTS_A_SECOND = 5
TABLES, EACH = 50, 4
"""Whose results of the round come in each part, one étui each after another."""
RESULTS_SECONDS = TABLES * EACH / RESULTS_A_SECOND
LAST_SECONDS = 8.0
"""What is waited for after a part, so that each page shows its last results."""


class Organiser:
    """A program that sends results with an account's session."""

    def __init__(self, hall: Hall, event: dict[str, Any]) -> None:
        token = uuid.uuid4().hex
        cookie = f"sessionid={event['session_key']}; csrftoken={token}"
        self._browser = Browser(hall.port, cookie=cookie, x_csrftoken=token)
        self._hall = hall

    async def send_all(self, plays: list[int]) -> None:
        began = time.perf_counter()
        for number, play in enumerate(plays):
            await asyncio.sleep(max(0.0, began + number / RESULTS_A_SECOND - time.perf_counter()))
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
    """The clients, and what they saw of each part by its name."""

    site: Site
    hall: Hall
    event: dict[str, Any]
    viewers: list[Reader]
    parts: dict[str, Seen]

    async def measure(self, name: str, work: Awaitable[object]) -> None:
        """One part: what was seen and used while the work went on, and what came of it shortly after."""
        self.parts[name] = self.hall.seen = Seen()
        began, used = time.perf_counter(), self.site.processor_seconds()
        await work
        self.hall.seen.processor = share_used(self.site, began, used)
        await asyncio.sleep(LAST_SECONDS if self.hall.seen.acknowledged else 0.0)

    async def open_all(self) -> None:
        async def open_one(viewer: Reader) -> None:
            await asyncio.sleep(random.uniform(0, OPENING_SECONDS))
            await viewer.open()

        await asyncio.gather(*map(open_one, self.viewers))

    async def play(self, phones: list[Phone]) -> None:
        await asyncio.gather(*(phone.play(EACH, RESULTS_SECONDS) for phone in phones))


async def view(running: EventSite) -> Viewing:
    """All parts, one after the other."""
    hall = Hall(running.site, running.event)
    viewers = [Reader(hall, number) for number in range(VIEWERS)]
    viewing = Viewing(running.site, hall, running.event, viewers, {})
    tables = running.event["tables"]
    phones = [Phone(hall, table) for table in tables[TABLES : 2 * TABLES]]
    async with asyncio.TaskGroup() as group:
        onlookers = [group.create_task(sampled_memory(running.site, hall))]
        await _open_first(hall)
        await viewing.measure("opening", viewing.open_all())
        onlookers += [group.create_task(viewer.follow()) for viewer in viewers]
        await asyncio.sleep(SETTLING_SECONDS)
        await viewing.measure("nothing new", asyncio.sleep(QUIET_SECONDS))
        plays = [
            play for board in range(EACH) for play in (table["plays"][board] for table in tables[:TABLES])
        ]
        await viewing.measure("results of a program", Organiser(hall, running.event).send_all(plays))
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
    """The page once: what a site loads for its first visitor is no part of the measure."""
    reader = Reader(hall, 0)
    await reader.open()
    reader.close()


def check(viewing: Viewing, stored: dict[str, Any]) -> None:
    """Each acknowledged result is stored once, as it was written; every page shows the last ranking."""
    sent = {
        result.play: (result.key, result.score)
        for seen in viewing.parts.values()
        for result in seen.acknowledged
    }
    assert len(sent) == 2 * TABLES * EACH
    assert {play: (key, score) for play, _version, key, score in stored["slips"]} == sent
    assert len(stored["slips"]) == len(sent)
    assert stored["waiting"] == 0
    for viewer in viewing.viewers:
        assert viewer.shown.counted == viewing.event["counted"] + len(sent)
        assert list(viewer.shown.order) == stored["order"]


def report(viewing: Viewing) -> None:
    before = viewing.event["counted"]
    for name, seen in viewing.parts.items():
        print(f"{name}: {len(seen.acknowledged)} results")
        for what, seconds in _measures(seen).items():
            show(f"  {what}", seconds)
        if seen.acknowledged:
            late = [one for viewer in viewing.viewers for one in delays(seen, before, viewer.sightings)]
            show("  from a result stored to a viewer's page", late)
        before += len(seen.acknowledged)
        print(f"{'  processor of the site, one core being 100 %':<50} {100 * seen.processor:8.1f} %")
        print(f"{'  memory of its processes, at most':<50} {seen.memory / 1e6:8.0f} MB")
        print(f"{'  bytes of all answers':<50} {seen.received / 1e6:8.1f} MB")
        print("  " + ", ".join(f"{what}: {count}" for what, count in sorted(seen.statuses.items())))


def _measures(seen: Seen) -> dict[str, list[float]]:
    measures = {
        "first page": seen.opened,
        "first page with its files": seen.complete,
        "poll, nothing new": seen.polls,
        "poll, new ranking": seen.fresh,
        "result sent": seen.posts,
        "page of a table": seen.pages,
    }
    return {what: seconds for what, seconds in measures.items() if seconds}


def main() -> None:
    with event_site(SECTIONS, ROUND) as running:
        print(f"{len(running.event['tables'])} tables, {VIEWERS} viewers, {running.database}")
        viewing = asyncio.run(view(running))
        stored = running.stored()
    check(viewing, stored)
    report(viewing)


if __name__ == "__main__":
    main()
