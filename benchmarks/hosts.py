"""Throughput of a server by the number of its web hosts, each a process with its own folder.

Clients fetch pages of tables without a pause while each table sends a result, on PostgreSQL and Redis. Hosts,
databases and clients share this machine, so the throughput stops growing with its cores.
"""

import asyncio
import itertools
import os
import time
import uuid
from collections.abc import Sequence
from typing import Any

from benchmarks.clients.asking import Browser
from benchmarks.clients.hall import Hall, Seen, print_late_seconds, share_used
from benchmarks.clients.phones import Phone
from benchmarks.sites.event_site import growing_event_site
from benchmarks.sites.running import Site

SECTIONS, ROUND, TABLES = 2, 6, 100
"""Sections of the event, the current of its ten rounds, and tables with a phone."""
OPENING_SECONDS = 10.0
CLIENTS, GROWTH_SECONDS = 40, 30.0
"""Clients without a pause, and seconds of the measurement for each number of hosts."""
COUNTS = (1, 2, 4)


async def crowd(site: Site, event: dict[str, Any], number: int) -> tuple[Seen, list[float]]:
    """Return the measurements of the phones, and the time of each page.

    Args:
        number: index of the play whose result each phone sends.
    """
    tables = [{**table, "plays": table["plays"][number:]} for table in event["tables"][:TABLES]]
    hall = Hall(site, event)
    # the same phones for each number of hosts: a table takes results from one phone only
    keys = [str(uuid.UUID(int=place, version=4)) for place in range(len(tables))]
    phones = [Phone(hall, table, key) for table, key in zip(tables, keys, strict=True)]
    await asyncio.gather(*(phone.sit_down(OPENING_SECONDS) for phone in phones))
    # sitting down is not measured
    hall.seen, pages = Seen(), list[float]()
    start, processor_before = time.perf_counter(), site.processor_seconds()

    async def ask_on(client: int) -> None:
        browser = Browser(hall.port)
        for table in itertools.islice(itertools.cycle(tables), client, None):
            if time.perf_counter() > start + GROWTH_SECONDS:
                break
            page = await browser.ask("GET", f"/table/{table['secret']}/?tour={hall.round_number}")
            hall.count("page without a pause", page, 200)
            pages.append(page.seconds)
        browser.close()

    plays = [phone.play(1, GROWTH_SECONDS) for phone in phones]
    await asyncio.gather(*plays, *map(ask_on, range(CLIENTS)))
    hall.seen.processor = share_used(site, start, processor_before)
    for phone in phones:
        phone.close()
    return hall.seen, pages


def measure_growth(counts: Sequence[int]) -> None:
    """Print the figures for each number of web hosts."""
    with growing_event_site(SECTIONS, ROUND, counts) as setups:
        for number, (count, setup) in enumerate(setups):
            measurements, pages = asyncio.run(crowd(setup.site, setup.event, number))
            assert len(setup.stored()["slips"]) == (number + 1) * len(setup.event["tables"][:TABLES])
            print(f"{count} web host{'s' * (count > 1)}: {len(pages) / GROWTH_SECONDS:.0f} pages a second")
            print_late_seconds("  a page asked for without a pause", pages)
            print_late_seconds("  a result sent", measurements.posts)
            print(
                f"{'  processor of the site, one core being 100 %':<46} {100 * measurements.processor:8.0f} %"
            )


def main() -> None:
    cores = os.cpu_count() or 1
    measure_growth([count for count in COUNTS if count <= cores])


if __name__ == "__main__":
    main()
