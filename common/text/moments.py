"""Comparison of stored times with the current time, safe against changes of the clock.

The clock of a laptop may be set by hand or by a network, or start years behind with an empty battery.
Compare a stored time with the current time only with this module. A changed clock then delays no work and
extends no right by more than a documented length.
"""

from datetime import datetime, timedelta

from django.db.models import Q

NOTHING = timedelta(0)
CLOCK_ERROR = timedelta(days=1)
"""Largest setback of the clock that ends no right: daylight saving time, a wrong day."""


def time_left_of(span: timedelta, since: datetime, moment: datetime) -> timedelta:
    """Return the rest of `span` that began at `since`. Zero if `since` lies in the future."""
    elapsed = moment - since
    return span - elapsed if NOTHING <= elapsed < span else NOTHING


def filter_older(field: str, span: timedelta, moment: datetime) -> Q:
    """Return a filter for rows whose time is more than `span` ago, or more than `span` in the future."""
    # a time so far in the future was stored before the clock was set back
    return Q(**{f"{field}__lt": moment - span}) | Q(**{f"{field}__gt": moment + span})


def filter_recent(field: str, span: timedelta, moment: datetime) -> Q:
    """Return a filter for rows whose time differs from `moment` by at most `span`."""
    return Q(**{f"{field}__gte": moment - span, f"{field}__lte": moment + span})


def latest_end(longest: timedelta, moment: datetime) -> datetime:
    """Return the latest end of a right of `longest` from `moment`, with CLOCK_ERROR for a clock ahead."""
    return moment + longest + CLOCK_ERROR


def filter_in_force(field: str, longest: timedelta, moment: datetime) -> Q:
    """Return a filter for rows whose end lies in the future, but not after `latest_end`."""
    return Q(**{f"{field}__gt": moment, f"{field}__lte": latest_end(longest, moment)})


def is_in_force(ends_at: datetime, longest: timedelta, moment: datetime) -> bool:
    """Return whether one end satisfies `filter_in_force`."""
    return moment < ends_at <= latest_end(longest, moment)
