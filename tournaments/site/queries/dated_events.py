"""Queries for the data of events in a calendar: length and version."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max

from tournaments.core.formats.proposals import Pace
from tournaments.core.formats.registry import find_format
from tournaments.models import AuditEvent, Section, Tournament

USUAL_LENGTH = timedelta(hours=4)
"""Length of an event without a known movement."""
ANNOUNCED_CHANGES = (
    "tournament.announced", "tournament.cancelled", "tournament.restored", "tournament.sections",
)  # fmt: skip
"""Actions of the trace that change the calendar entry of an event."""


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event with its length and version."""

    event: Tournament
    length: timedelta
    changes: int
    """Number of changes of its announcement so far."""
    changed_at: datetime


def date_events(events: Sequence[Tournament]) -> list[DatedEvent]:
    """Return the events with their length and version, in the given order. Two queries."""
    lengths: dict[int, timedelta] = {}
    formats = {event.pk: find_format(event.format) for event in events}
    sections = Section.objects.filter(session__tournament__in=events, session__number=1)
    for event, rounds, boards in sections.values_list("session__tournament", "round_count", "boards_per_set"):
        length = timedelta(minutes=Pace().minutes(formats[event], rounds, boards))
        lengths[event] = max(length, lengths.get(event, timedelta()))
    lines = AuditEvent.objects.filter(tournament__in=events, action__in=ANNOUNCED_CHANGES)
    change_rows = lines.values("tournament").annotate(changes=Count("pk"), last=Max("created_at")).order_by()
    changes = {row["tournament"]: (row["changes"], row["last"]) for row in change_rows}
    return [
        _dated(event, lengths.get(event.pk, USUAL_LENGTH), *changes.get(event.pk, (0, None)))
        for event in events
    ]


def _dated(event: Tournament, length: timedelta, changes: int, last_change_at: datetime | None) -> DatedEvent:
    moments = (event.created_at, event.opened_at, event.cancelled_at, last_change_at)
    return DatedEvent(event, length, changes, max(moment for moment in moments if moment is not None))
