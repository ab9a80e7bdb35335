"""Load: 300 tables send their results within a minute while 1,000 people follow the standings.

On SQLite as on a laptop, or beside script/with-servers on PostgreSQL and Redis. In the first minute each
table sends one result, in the second the three others of the round at once, like phones that were offline.
The acknowledged results are compared with the stored ones: none is lost, doubled or out of order. All clients
run on this machine.

`--free` plays free deals on score sheets instead of duplicate deals, `--tables 40` at fewer tables.
`--hosts 1,2,4` measures the growth with the number of web hosts instead (benchmarks/hosts.py).
"""

import asyncio
import itertools
import random
import time
from argparse import ArgumentParser
from typing import Any

from benchmarks.clients.asking import Browser
from benchmarks.clients.hall import Hall, Ranking, Seen, delays, print_late_seconds, read_ranking, share_used
from benchmarks.clients.phones import Phone
from benchmarks.clients.readers import Reader
from benchmarks.hosts import measure_growth
from benchmarks.sites.event_site import event_site
from benchmarks.sites.running import Site

SECTIONS, ROUND = 6, 6
"""Sections (300 tables, 1,200 players) and the current round. Five rounds of ten are played."""
FREE_TABLES = 300
"""Tables with `--free`."""
READERS = 1000
OPENING_SECONDS = 30.0
"""Seconds in which all clients open a page, before the measurement."""
SETTLING_SECONDS = 5.0
"""Seconds until all clients have subscribed."""
MINUTE = 60.0
BURSTS = (1, 3)
"""Results of each table in the first and in the second minute."""
LOOK_SECONDS = 0.05
"""Seconds between two polls for the number of results in the standings."""
LAST_SECONDS = 10.0
"""Seconds of the measurement after a minute, until its last results are ranked."""


async def read_as_viewer(hall: Hall, number: int) -> None:
    """Run one reader from their first page on."""
    await asyncio.sleep(random.uniform(0, OPENING_SECONDS))
    reader = Reader(hall, number)
    await reader.open()
    await reader.follow()


async def watch_standings(hall: Hall, sightings: list[tuple[float, int]]) -> None:
    """Record when each version of the standings is available, with its number of results."""
    browser, ranking = Browser(hall.port), Ranking("", 0, ())
    while True:
        poll = await browser.ask_until_served("GET", f"{hall.path}direct/?shown={ranking.mark}")
        hall.count("look at the standings", poll, 200, 204)
        if poll.status == 200:
            ranking = read_ranking(poll.raw)
            sightings.append((time.perf_counter(), ranking.counted))
        await asyncio.sleep(LOOK_SECONDS)


async def play_bursts(site: Site, event: dict[str, Any]) -> tuple[list[Seen], list[tuple[float, int]]]:
    """Return the measurements of each minute, and the times of the versions of the standings."""
    hall = Hall(site, event)
    phones = [Phone(hall, table) for table in event["tables"]]
    bursts: list[Seen] = []
    sightings: list[tuple[float, int]] = []
    async with asyncio.TaskGroup() as group:
        onlookers = [group.create_task(read_as_viewer(hall, number)) for number in range(READERS)]
        onlookers.append(group.create_task(watch_standings(hall, sightings)))
        await asyncio.gather(*(phone.sit_down(OPENING_SECONDS) for phone in phones))
        await asyncio.sleep(SETTLING_SECONDS)
        for count in BURSTS:
            hall.seen = Seen()
            start, processor_before = time.perf_counter(), site.processor_seconds()
            await asyncio.gather(*(phone.play(count, MINUTE) for phone in phones))
            hall.seen.processor = share_used(site, start, processor_before)
            await asyncio.sleep(LAST_SECONDS)
            bursts.append(hall.seen)
        for onlooker in onlookers:
            onlooker.cancel()
    for phone in phones:
        phone.close()
    return bursts, sightings


def check_stored_results(bursts: list[Seen], event: dict[str, Any], database: dict[str, Any]) -> None:
    """Check that each acknowledged result is stored once and unchanged, those of a table in the order of
    sending.
    """
    acknowledged = {
        result.play: (result.key, result.score)
        for measurements in bursts
        for result in measurements.acknowledged
    }
    rounds = [table["plays"][: sum(BURSTS)] for table in event["tables"]]
    expected_plays = [play for plays in rounds for play in plays]
    assert sorted(acknowledged) == sorted(expected_plays)
    assert len(database["slips"]) == len(expected_plays)
    assert {
        play: (key, score) for play, version, key, score in database["slips"] if version == 1
    } == acknowledged
    order = {play: number for number, (play, *_rest) in enumerate(database["slips"])}
    for plays in rounds:
        assert all(order[first] < order[second] for first, second in itertools.pairwise(plays))
    assert database["waiting"] == 0
    assert max(database["standings"].values()) == event["counted"] + len(expected_plays)


def print_load_report(figures: Seen, delay_times: list[float]) -> None:
    print(f"{len(figures.acknowledged)} results in {MINUTE:.0f} seconds")
    print_late_seconds("  a result sent", figures.posts)
    print_late_seconds("  its table's page, after it and every 4 s", figures.pages)
    print_late_seconds("  a poll of the standings, nothing new", figures.polls)
    print_late_seconds("  a poll answered with a new ranking", figures.fresh)
    print_late_seconds("  from a result to the standings that count it", delay_times)
    print(f"{'  new rankings, kilobytes each':<46} {figures.fresh_bytes / len(figures.fresh) / 1000:8.0f}")
    print(f"{'  processor of the site, one core being 100 %':<46} {100 * figures.processor:8.0f} %")
    print("  " + ", ".join(f"{name}: {count}" for name, count in sorted(figures.statuses.items())))


def report_all(bursts: list[Seen], sightings: list[tuple[float, int]], event: dict[str, Any]) -> None:
    counted_before = event["counted"]
    for measurements in bursts:
        print_load_report(measurements, delays(measurements, counted_before, sightings))
        counted_before += len(measurements.acknowledged)
    print(f"{len(sightings)} versions of the ranking")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", default="", help="numbers of web hosts, 1,2,4")
    parser.add_argument("--free", action="store_true", help="free deals on score sheets")
    parser.add_argument("--tables", type=int, default=FREE_TABLES, help="tables with --free")
    options = parser.parse_args()
    if options.hosts:
        measure_growth(tuple(map(int, options.hosts.split(","))))
        return
    size, kind = (options.tables, "free") if options.free else (SECTIONS, "make")
    with event_site(size, ROUND, kind) as setup:
        event = setup.event
        print(f"{len(event['tables'])} tables, {READERS} readers, {setup.database}")
        bursts, sightings = asyncio.run(play_bursts(setup.site, event))
        database = setup.stored()
    check_stored_results(bursts, event, database)
    report_all(bursts, sightings, event)


if __name__ == "__main__":
    main()
