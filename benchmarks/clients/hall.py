"""Clients of a site on this machine, and their measurements."""

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

from benchmarks.clients.asking import Answer
from benchmarks.measuring import percentile
from benchmarks.sites.running import Site

PACKED = b"\x1f\x8b"
"""First bytes of gzip data."""


@dataclass(frozen=True, slots=True)
class Result:
    """Result that the site acknowledged."""

    at: float
    """Time of the acknowledgement in seconds, on the clock that all clients share."""
    play: int
    key: str
    score: int


@dataclass
class Seen:
    """Measurements of the clients in one part of a benchmark. Times are in seconds."""

    opened: list[float] = field(default_factory=list)
    """Times of the first pages of readers."""
    complete: list[float] = field(default_factory=list)
    """Times of first pages with their styles, scripts and pictures."""
    posts: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    """Times of pages of tables."""
    polls: list[float] = field(default_factory=list)
    """Times of polls without news."""
    fresh: list[float] = field(default_factory=list)
    """Times of polls with a new ranking."""
    fresh_bytes: int = 0
    received: int = 0
    """Bytes of all bodies as received."""
    statuses: Counter[str] = field(default_factory=Counter)
    acknowledged: list[Result] = field(default_factory=list)
    """Stored results, those of each table in the order of sending."""
    processor: float = 0.0
    """Share of one core used by the site."""
    memory: int = 0
    """Peak memory of the site's processes in bytes. Shared pages count once."""


class Hall:
    """All clients of a site."""

    def __init__(self, site: Site, event: dict[str, Any]) -> None:
        self._ports = itertools.cycle((site.port, *site.more_ports))
        self.round_number = event["round"]
        self.slug = event["slug"]
        self.path = f"/t/{self.slug}/"
        """Path of the standings."""
        self.seen = Seen()
        """Measurements of the current part."""

    @property
    def port(self) -> int:
        """Port for the next connection. The hosts of a site take turns, as behind a proxy."""
        return next(self._ports)

    def count(self, name: str, answer: Answer, *expected: int) -> None:
        self.seen.statuses[f"{name} {answer.status}"] += 1
        if answer.refusals:
            self.seen.statuses[f"{name} refused for a moment"] += answer.refusals
        self.seen.received += len(answer.raw)
        assert answer.status in expected, (name, answer.status, answer.text[:500])


@dataclass(frozen=True, slots=True)
class Ranking:
    """Content of a page of the standings."""

    mark: str
    """Mark of its version, as in polls."""
    counted: int
    """Number of results in the ranking."""
    order: tuple[int, ...]
    """Ids of the entries, first to last."""


@lru_cache(maxsize=64)
def unpacked(raw: bytes) -> str:
    """Return the text of a body. Cached, because thousands are equal."""
    return (gzip.decompress(raw) if raw.startswith(PACKED) else raw).decode()


@lru_cache(maxsize=64)
def read_ranking(raw: bytes) -> Ranking:
    """Return the ranking of a page, or of the part in a poll."""
    text = unpacked(raw)
    mark = re.search(r'data-shown="([\w-]+)"', text)
    result_count = re.search(r'<progress[^>]*?value="(\d+)"', text)
    assert mark is not None
    assert result_count is not None
    return Ranking(mark[1], int(result_count[1]), tuple(map(int, re.findall(r'<tr id="j(\d+)"', text))))


def delays(measurements: Seen, counted_before: int, sightings: list[tuple[float, int]]) -> list[float]:
    """Return the seconds from each acknowledgement to the first standings with at least as many results.

    Args:
        sightings: times of standings with their number of results, in order.
    """
    counts = [result_count for _time, result_count in sightings]
    moments = sorted(result.at for result in measurements.acknowledged)
    firsts = [bisect_left(counts, counted_before + number) for number in range(1, len(moments) + 1)]
    return [max(0.0, sightings[first][0] - moment) for first, moment in zip(firsts, moments, strict=True)]


def jittered(seconds: float) -> float:
    return seconds * random.uniform(0.8, 1.2)


async def sampled_memory(site: Site, hall: Hall, every: float = 2.0) -> None:
    """Record the peak memory of the site in each part, until cancelled."""
    while True:
        hall.seen.memory = max(hall.seen.memory, site.memory())
        await asyncio.sleep(every)


def share_used(site: Site, start: float, processor_before: float) -> float:
    """Return the share of one core used since `start`.

    Args:
        processor_before: processor time of the site at `start`, in seconds.
    """
    return (site.processor_seconds() - processor_before) / (time.perf_counter() - start)


def print_late_seconds(label: str, seconds: Iterable[float]) -> None:
    """Print the median, two high percentiles and the maximum in milliseconds."""
    values = list(seconds)
    shares = (1000 * percentile(values or [0.0], share) for share in (0.5, 0.95, 0.99, 1))
    middle, p95, p99, worst = shares
    print(
        f"{label:<50} {middle:8.1f} ms  p95 {p95:8.1f}  p99 {p99:8.1f}  worst {worst:8.1f}  of {len(values)}"
    )
