"""Moments compared with a clock that may have been set."""

from datetime import UTC, datetime, timedelta

import pytest

from common.text.moments import CLOCK_ERROR, is_in_force, time_left_of

NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)
MINUTE, HOUR, YEARS = timedelta(minutes=1), timedelta(hours=1), timedelta(days=3650)


@pytest.mark.parametrize(
    ("passed", "left"),
    [
        (timedelta(0), HOUR),
        (MINUTE, HOUR - MINUTE),
        (HOUR, timedelta(0)),
        (YEARS, timedelta(0)),
        (-MINUTE, timedelta(0)),
        (-YEARS, timedelta(0)),
    ],
)
def test_never_is_more_left_than_the_span(passed: timedelta, left: timedelta) -> None:
    assert time_left_of(HOUR, NOW - passed, NOW) == left


@pytest.mark.parametrize(
    ("ends_in", "is_good"),
    [(MINUTE, True), (timedelta(0), False), (HOUR + CLOCK_ERROR, True), (HOUR + CLOCK_ERROR + MINUTE, False)],
)
def test_nothing_is_good_much_longer_than_the_longest(ends_in: timedelta, is_good: bool) -> None:
    assert is_in_force(NOW + ends_in, HOUR, NOW) is is_good
