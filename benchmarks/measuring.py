"""Timing a function and printing a line of figures."""

import statistics
import time
from collections.abc import Callable, Sequence


def timed(function: Callable[[], object], repeats: int = 5) -> list[float]:
    """Seconds that each of `repeats` calls took, after one that is not counted."""
    function()
    seconds = []
    for _ in range(repeats):
        began = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - began)
    return seconds


def show(what: str, seconds: Sequence[float]) -> None:
    """One line: the middle and the worst, in milliseconds, and how many were measured."""
    middle, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
    print(f"{what:<58} {middle:9.1f} ms   worst {worst:9.1f} ms   of {len(seconds)}")


def percentile(seconds: Sequence[float], share: float) -> float:
    """The value that `share` of the measures do not exceed."""
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]
