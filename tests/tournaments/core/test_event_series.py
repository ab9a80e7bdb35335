"""Days of a series of events."""

import datetime

import pytest

from tournaments.core.event_series import MOST_EVENTS, Every, series_days

FRIDAY = datetime.date(2026, 1, 30)
"""The fifth Friday of its month."""


@pytest.mark.parametrize(
    ("every", "until", "days"),
    [
        (Every.ONCE, "2026-12-31", ["2026-01-30"]),
        (Every.WEEK, "2026-02-13", ["2026-01-30", "2026-02-06", "2026-02-13"]),
        (Every.WEEK, "2026-02-12", ["2026-01-30", "2026-02-06"]),
        (Every.TWO_WEEKS, "2026-03-01", ["2026-01-30", "2026-02-13", "2026-02-27"]),
        (Every.MONTH, "2026-05-30", ["2026-01-30", "2026-02-27", "2026-03-27", "2026-04-24", "2026-05-29"]),
        (Every.WEEK, "2020-01-01", ["2026-01-30"]),
    ],
)
def test_days_of_a_series(every: Every, until: str, days: list[str]) -> None:
    series = series_days(FRIDAY, every, datetime.date.fromisoformat(until))

    assert [day.isoformat() for day in series] == days


def test_the_third_friday_stays_the_third_over_the_turn_of_the_year() -> None:
    series = series_days(datetime.date(2026, 11, 20), Every.MONTH, datetime.date(2027, 2, 28))

    assert [day.isoformat() for day in series] == ["2026-11-20", "2026-12-18", "2027-01-15", "2027-02-19"]


def test_a_series_without_end_stops_one_beyond_the_most() -> None:
    assert len(series_days(FRIDAY, Every.WEEK, datetime.date.max)) == MOST_EVENTS + 1


@pytest.mark.parametrize("every", [Every.WEEK, Every.MONTH])
def test_a_series_ends_where_the_calendar_ends(every: Every) -> None:
    last = datetime.date.max - datetime.timedelta(days=3)

    assert series_days(last, every, datetime.date.max) == [last]
