"""Days of events and of a series of them."""

import datetime
from enum import StrEnum

FIRST_DAY, LAST_DAY = datetime.date(1900, 1, 1), datetime.date(2199, 12, 31)
"""Days that an event may have: their hours, and those days later, exist in UTC in each time zone."""
MOST_EVENTS = 60
"""Largest number of events of a series: more than a year of weekly evenings."""
_WEEK = 7


class Every(StrEnum):
    """Interval between two events of a series."""

    ONCE = "once"
    WEEK = "week"
    TWO_WEEKS = "two_weeks"
    MONTH = "month"
    """The same weekday of the month, such as the third Friday. A fifth weekday stands for the last one."""


def series_days(first: datetime.date, every: Every, until: datetime.date) -> list[datetime.date]:
    """Return the days of a series in order, `first` included, one more than `MOST_EVENTS` at most.

    >>> [day.day for day in series_days(datetime.date(2026, 1, 30), Every.MONTH, datetime.date(2026, 3, 31))]
    [30, 27, 27]
    """
    days = [first]
    # stop one day beyond the limit, so that the caller sees that there are too many
    while every is not Every.ONCE and len(days) <= MOST_EVENTS:
        next_day = _day_after(first, every, len(days))
        if next_day is None or next_day > until:
            break
        days.append(next_day)
    return days


def _day_after(first: datetime.date, every: Every, number: int) -> datetime.date | None:
    """Return the day that comes `number` intervals after the first; None beyond the calendar."""
    try:
        if every is Every.MONTH:
            return _same_weekday(first, number)
        weeks = number if every is Every.WEEK else 2 * number
        return first + datetime.timedelta(days=_WEEK * weeks)
    except (OverflowError, ValueError):
        return None


def _same_weekday(first: datetime.date, months: int) -> datetime.date:
    years, month = divmod(first.month - 1 + months, 12)
    start = datetime.date(first.year + years, month + 1, 1)
    offset = (first.weekday() - start.weekday()) % _WEEK
    week = (first.day - 1) // _WEEK
    day = start + datetime.timedelta(days=offset + _WEEK * week)
    # a month without a fifth such weekday: take its last one
    return day if day.month == start.month else day - datetime.timedelta(days=_WEEK)
