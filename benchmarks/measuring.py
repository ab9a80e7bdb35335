"""Timing of a function, and a printed line of figures."""

import statistics
import time
from collections.abc import Callable, Sequence


def timed(function: Callable[[], object], repeats: int = 5) -> list[float]:
    """Return the seconds of each of `repeats` calls, after one call that is not measured."""
    function()  # fills caches and loads modules
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return seconds


def print_seconds(label: str, seconds: Sequence[float]) -> None:
    """Print the median and the maximum in milliseconds, and the number of measurements."""
    middle, worst = 1000 * statistics.median(seconds), 1000 * max(seconds)
    print(f"{label:<58} {middle:9.1f} ms   worst {worst:9.1f} ms   of {len(seconds)}")


def percentile(seconds: Sequence[float], share: float) -> float:
    """Return the value that `share` of the measurements do not exceed."""
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]
