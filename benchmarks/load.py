"""300 tables send their results within a minute while 1,000 people follow the standings.

On a laptop's SQLite; beside script/with-servers on PostgreSQL and Redis. One result a table, then in another
minute the three others of the round at once, as phones send that had lost the network. What was
acknowledged is compared with what is stored: nothing lost, doubled or out of order. All of it runs on this
machine, clients included.

`--hosts 1,2,4` measures the growth with so many web hosts instead (benchmarks/hosts.py).
"""

import asyncio
import itertools
import random
import time
from argparse import ArgumentParser
from typing import Any

from benchmarks.asking import Browser
from benchmarks.event_site import event_site
from benchmarks.hall import Hall, Ranking, Seen, delays, read_ranking, share_used, show
from benchmarks.hosts import measure_growth
from benchmarks.phones import Phone
from benchmarks.readers import Reader
from benchmarks.sites import Site

SECTIONS, ROUND = 6, 6
"""300 tables, 1,200 players; five rounds of ten are played."""
READERS = 1000
OPENING_SECONDS = 30.0
"""In which everybody opens a page, before anything is measured."""
SETTLING_SECONDS = 5.0
"""Until everybody listens."""
MINUTE = 60.0
BURSTS = (1, 3)
"""Results of each table in the first minute and in the second."""
LOOK_SECONDS = 0.05
"""How often the standings are looked at to see which results they count."""
LAST_SECONDS = 10.0
"""What is measured after a minute, so that its last results are ranked."""


async def read_standings(hall: Hall, number: int) -> None:
    """One reader from his first page on."""
    await asyncio.sleep(random.uniform(0, OPENING_SECONDS))
    reader = Reader(hall, number)
    await reader.open()
    await reader.follow()


async def look(hall: Hall, sightings: list[tuple[float, int]]) -> None:
    """Note when each version of the standings is first there to read, and the results that it counts."""
    browser, shown = Browser(hall.port), Ranking("", 0, ())
    while True:
        poll = await browser.ask_until_served("GET", f"{hall.path}direct/?shown={shown.mark}")
        hall.count("look at the standings", poll, 200, 204)
        if poll.status == 200:
            shown = read_ranking(poll.raw)
            sightings.append((time.perf_counter(), shown.counted))
        await asyncio.sleep(LOOK_SECONDS)


async def play_bursts(site: Site, event: dict[str, Any]) -> tuple[list[Seen], list[tuple[float, int]]]:
    """What was seen of each minute, and when each version of the standings appeared."""
    hall = Hall(site, event)
    phones = [Phone(hall, table) for table in event["tables"]]
    bursts: list[Seen] = []
    sightings: list[tuple[float, int]] = []
    async with asyncio.TaskGroup() as group:
        onlookers = [group.create_task(read_standings(hall, number)) for number in range(READERS)]
        onlookers.append(group.create_task(look(hall, sightings)))
        await asyncio.gather(*(phone.sit_down(OPENING_SECONDS) for phone in phones))
        await asyncio.sleep(SETTLING_SECONDS)
        for count in BURSTS:
            hall.seen = Seen()
            began, used = time.perf_counter(), site.processor_seconds()
            await asyncio.gather(*(phone.play(count, MINUTE) for phone in phones))
            hall.seen.processor = share_used(site, began, used)
            await asyncio.sleep(LAST_SECONDS)
            bursts.append(hall.seen)
        for onlooker in onlookers:
            onlooker.cancel()
    for phone in phones:
        phone.close()
    return bursts, sightings


def check(bursts: list[Seen], event: dict[str, Any], stored: dict[str, Any]) -> None:
    """Each acknowledged result is stored once, as it was written, a table's in the order of its sendings."""
    sent = {result.play: (result.key, result.score) for seen in bursts for result in seen.acknowledged}
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


def report(seen: Seen, late: list[float]) -> None:
    print(f"{len(seen.acknowledged)} results in {MINUTE:.0f} seconds")
    show("  a result sent", seen.posts)
    show("  its table's page, after it and every 4 s", seen.pages)
    show("  a poll of the standings, nothing new", seen.polls)
    show("  a poll answered with a new ranking", seen.fresh)
    show("  from a result to the standings that count it", late)
    print(f"{'  new rankings, kilobytes each':<46} {seen.fresh_bytes / len(seen.fresh) / 1000:8.0f}")
    print(f"{'  processor of the site, one core being 100 %':<46} {100 * seen.processor:8.0f} %")
    print("  " + ", ".join(f"{what}: {count}" for what, count in sorted(seen.statuses.items())))


def report_all(bursts: list[Seen], sightings: list[tuple[float, int]], event: dict[str, Any]) -> None:
    before = event["counted"]
    for seen in bursts:
        report(seen, delays(seen, before, sightings))
        before += len(seen.acknowledged)
    print(f"{len(sightings)} versions of the ranking")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--hosts", default="", help="numbers of web hosts, 1,2,4")
    if hosts := parser.parse_args().hosts:
        measure_growth(tuple(map(int, hosts.split(","))))
        return
    with event_site(SECTIONS, ROUND) as running:
        event = running.event
        print(f"{len(event['tables'])} tables, {READERS} readers, {running.database}")
        bursts, sightings = asyncio.run(play_bursts(running.site, event))
        stored = running.stored()
    check(bursts, event, stored)
    report_all(bursts, sightings, event)


if __name__ == "__main__":
    main()
