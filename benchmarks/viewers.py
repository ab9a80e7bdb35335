"""A hall of phones on `manage.py serve`: the standings opened at once, then polled every 5 seconds."""

import asyncio
import re
import tempfile
import time
from pathlib import Path

from benchmarks.asking import Browser
from benchmarks.measuring import percentile
from benchmarks.sites import laptop, laptop_environment

VIEWERS = 1000
POLLS = 4
POLL_SECONDS = 5.0


async def view(port: int, path: str, number: int, opened: list[float], polled: list[float]) -> None:
    """One viewer: the page, then the live part with the version shown."""
    await asyncio.sleep(POLL_SECONDS * number / VIEWERS)
    browser = Browser(port)
    page = await browser.ask("GET", path)
    assert page.status == 200
    opened.append(page.seconds)
    shown = re.search(r'data-shown="([\w-]+)"', page.text)
    assert shown is not None
    for _ in range(POLLS):
        await asyncio.sleep(POLL_SECONDS)
        poll = await browser.ask("GET", f"{path}direct/?shown={shown[1]}")
        assert poll.status in (200, 204)
        polled.append(poll.seconds)
    browser.close()


async def hall(port: int) -> tuple[list[float], list[float]]:
    """Seconds of every first page, and of every poll, of the first tournament that the home page names."""
    browser = Browser(port)
    home = await browser.ask("GET", "/")
    browser.close()
    link = re.search(r'href="(/t/[\w-]+/)', home.text)
    assert link is not None
    opened: list[float] = []
    polled: list[float] = []
    await asyncio.gather(*(view(port, link[1], number, opened, polled) for number in range(VIEWERS)))
    return opened, polled


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, laptop(laptop_environment(Path(folder))) as site:
        began, used = time.perf_counter(), site.processor_seconds()
        opened, polled = asyncio.run(hall(site.port))
        share = (site.processor_seconds() - used) / (time.perf_counter() - began)
    for what, seconds in ((f"{VIEWERS} viewers open the standings", opened), ("and poll them", polled)):
        middle, late = 1000 * percentile(seconds, 0.5), 1000 * percentile(seconds, 0.99)
        print(f"{what:<58} {middle:9.1f} ms   p99   {late:9.1f} ms   of {len(seconds)}")
    print(f"{'processor, one core being 100 %':<58} {100 * share:9.1f} %")


if __name__ == "__main__":
    main()
