"""A hall of clients on a site of this machine, and what they see."""

import asyncio
import gzip
import itertools
import random
import re
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from benchmarks.asking import Answer
from benchmarks.measuring import percentile
from benchmarks.sites import Site

PACKED = b"\x1f\x8b"
"""How what is packed with gzip begins."""


@dataclass(frozen=True, slots=True)
class Result:
    """One that the site acknowledged."""

    at: float
    """Seconds of the clock of all clients."""
    play: int
    key: str
    score: int


@dataclass
class Seen:
    """What the clients saw of one part of a measure; seconds."""

    opened: list[float] = field(default_factory=list)
    """First pages of readers."""
    complete: list[float] = field(default_factory=list)
    """First pages with their styles, scripts and pictures."""
    posts: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    """Of tables."""
    polls: list[float] = field(default_factory=list)
    """Those answered that nothing is new."""
    fresh: list[float] = field(default_factory=list)
    """Those answered with a new ranking."""
    fresh_bytes: int = 0
    received: int = 0
    """Bytes of all bodies, as they were sent."""
    statuses: Counter[str] = field(default_factory=Counter)
    acknowledged: list[Result] = field(default_factory=list)
    """Every result stored, each table's in the order of its sendings."""
    processor: float = 0.0
    """Of one core, that the site used."""
    memory: int = 0
    """Bytes of the site's processes, shared pages counted once, at most."""


class Hall:
    """The clients together."""

    def __init__(self, site: Site, event: dict[str, Any]) -> None:
        self._ports = itertools.cycle((site.port, *site.more_ports))
        self.round_number = event["round"]
        self.slug = event["slug"]
        self.path = f"/t/{self.slug}/"
        """Of the standings."""
        self.seen = Seen()
        """Of the part that runs."""

    @property
    def port(self) -> int:
        """Of the next connection: the hosts of a site take turns, as behind a proxy."""
        return next(self._ports)

    def count(self, what: str, answer: Answer, *expected: int) -> None:
        self.seen.statuses[f"{what} {answer.status}"] += 1
        if answer.refusals:
            self.seen.statuses[f"{what} refused for a moment"] += answer.refusals
        self.seen.received += len(answer.raw)
        assert answer.status in expected, (what, answer.status, answer.text[:500])


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a page of the standings says."""

    mark: str
    """Of its version, as polls name it."""
    counted: int
    """Results."""
    order: tuple[int, ...]
    """Ids of the entries, from the first to the last."""


@lru_cache(maxsize=64)
def unpacked(raw: bytes) -> str:
    """The text of a body as it was sent; thousands are the same."""
    return (gzip.decompress(raw) if raw.startswith(PACKED) else raw).decode()


@lru_cache(maxsize=64)
def read_ranking(raw: bytes) -> Ranking:
    """The ranking of a page, or of the part of it that a poll brings."""
    text = unpacked(raw)
    mark = re.search(r'data-shown="([\w-]+)"', text)
    counted = re.search(r'<progress[^>]*?value="(\d+)"', text)
    assert mark is not None
    assert counted is not None
    return Ranking(mark[1], int(counted[1]), tuple(map(int, re.findall(r'<tr id="j(\d+)"', text))))


def delays(seen: Seen, counted_before: int, sightings: list[tuple[float, int]]) -> list[float]:
    """Seconds from each acknowledgement to the first standings that count as many results, or more.

    Args:
        sightings: when standings came to be seen and the results that they count, in order.
    """
    counts = [counted for _when, counted in sightings]
    moments = sorted(result.at for result in seen.acknowledged)
    firsts = [bisect_left(counts, counted_before + number) for number in range(1, len(moments) + 1)]
    return [max(0.0, sightings[first][0] - moment) for first, moment in zip(firsts, moments, strict=True)]


def jittered(seconds: float) -> float:
    return seconds * random.uniform(0.8, 1.2)


async def sampled_memory(site: Site, hall: Hall, every: float = 2.0) -> None:
    """Note the largest memory of the site in each part, until cancelled."""
    while True:
        hall.seen.memory = max(hall.seen.memory, site.memory())
        await asyncio.sleep(every)


def share_used(site: Site, began: float, used: float) -> float:
    """Of one core since `began`, when the site had used so many seconds of processor."""
    return (site.processor_seconds() - used) / (time.perf_counter() - began)


def show(what: str, seconds: Iterable[float]) -> None:
    """One line: the middle, the late ones and the worst, in milliseconds."""
    measured = list(seconds)
    shares = (1000 * percentile(measured or [0.0], share) for share in (0.5, 0.95, 0.99, 1))
    middle, late, later, worst = shares
    print(
        f"{what:<50} {middle:8.1f} ms  p95 {late:8.1f}  p99 {later:8.1f}  worst {worst:8.1f}"
        f"  of {len(measured)}"
    )
