"""Cache entries of a process, which expire correctly despite changes of the clock."""

import time

import pytest
import time_machine
from django.core.cache import cache

from common.requests import caches


class Elapsed:
    """The time since the machine started, as a test has it pass; the clock is the real one."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> Elapsed:
    clock = Elapsed()
    monkeypatch.setattr(caches, "time", clock)
    cache.clear()
    return clock


@pytest.mark.parametrize("hours", [-100_000, -3, 3, 100_000])
def test_what_is_kept_for_a_minute_goes_after_a_minute_whatever_the_clock_says(
    elapsed: Elapsed, hours: int
) -> None:
    assert cache.add("flag", True, 60)
    with time_machine.travel(time.time() + 3600 * hours):
        elapsed.seconds = 59
        assert not cache.add("flag", True, 60)
        elapsed.seconds = 61
        assert cache.add("flag", True, 60)
    cache.clear()


def test_what_is_kept_for_good_stays(elapsed: Elapsed) -> None:
    cache.set("word", "étui", None)
    elapsed.seconds = 1e9
    assert cache.get("word") == "étui"
    cache.clear()
