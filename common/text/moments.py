"""Comparing stored moments with now (due, expired, in force) safely when the clock may have been changed.

A laptop's clock is set by hand, by a network met again, or starts years behind with an empty battery. A
moment that was stored is compared with now in no other way than here, so that the clock, however it was
set, delays no work and prolongs no right for longer than a length that is written down.
"""

from datetime import datetime, timedelta

from django.db.models import Q

NOTHING = timedelta(0)
CLOCK_ERROR = timedelta(days=1)
"""How far a clock may be set back without ending what was given before: an hour of summer, a wrong day."""


def left_of(span: timedelta, since: datetime, now: datetime) -> timedelta:
    """What is left of `span` that began at `since`; nothing, too, when `since` lies ahead of the clock."""
    passed = now - since
    return span - passed if NOTHING <= passed < span else NOTHING


def longer_ago(field: str, span: timedelta, now: datetime) -> Q:
    """Rows whose moment is more than `span` ago, or so far ahead that the clock was set back since."""
    return Q(**{f"{field}__lt": now - span}) | Q(**{f"{field}__gt": now + span})


def within(field: str, span: timedelta, now: datetime) -> Q:
    """Rows whose moment is less than `span` from now: what `longer_ago` leaves of those that have one."""
    return Q(**{f"{field}__gte": now - span, f"{field}__lte": now + span})


def latest_end(longest: timedelta, now: datetime) -> datetime:
    """The end of what was given now for `longest`, by a clock that was no further ahead than is tolerated."""
    return now + longest + CLOCK_ERROR


def in_force(field: str, longest: timedelta, now: datetime) -> Q:
    """Rows whose end lies ahead, no further than `latest_end`."""
    return Q(**{f"{field}__gt": now, f"{field}__lte": latest_end(longest, now)})


def is_in_force(ends_at: datetime, longest: timedelta, now: datetime) -> bool:
    """`in_force` of one moment."""
    return now < ends_at <= latest_end(longest, now)
