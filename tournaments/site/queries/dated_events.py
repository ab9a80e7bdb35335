"""Events to come with what a calendar needs to know: how long they last, how often they changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max

from tournaments.core.formats.proposals import Pace
from tournaments.core.formats.registry import find_format
from tournaments.models import AuditEvent, Section, Tournament

USUAL_LENGTH = timedelta(hours=4)
"""Of an event whose movement is not known."""
ANNOUNCED_CHANGES = (
    "tournament.announced", "tournament.cancelled", "tournament.restored", "tournament.sections",
)  # fmt: skip
"""Lines of the trace after which a calendar shows something else of an event."""


@dataclass(frozen=True, slots=True)
class DatedEvent:
    """An event, when it ends, and its version."""

    event: Tournament
    length: timedelta
    changes: int
    """Changes of its announcement so far."""
    changed_at: datetime


def date_events(events: Sequence[Tournament]) -> list[DatedEvent]:
    """The events in their order. Two queries."""
    lengths: dict[int, timedelta] = {}
    formats = {event.pk: find_format(event.format) for event in events}
    sections = Section.objects.filter(session__tournament__in=events, session__number=1)
    for event, rounds, boards in sections.values_list("session__tournament", "round_count", "boards_per_set"):
        length = timedelta(minutes=Pace().minutes(formats[event], rounds, boards))
        lengths[event] = max(length, lengths.get(event, timedelta()))
    lines = AuditEvent.objects.filter(tournament__in=events, action__in=ANNOUNCED_CHANGES)
    counted = lines.values("tournament").annotate(changes=Count("pk"), last=Max("created_at")).order_by()
    changes = {row["tournament"]: (row["changes"], row["last"]) for row in counted}
    return [
        _dated(event, lengths.get(event.pk, USUAL_LENGTH), *changes.get(event.pk, (0, None)))
        for event in events
    ]


def _dated(event: Tournament, length: timedelta, changes: int, last: datetime | None) -> DatedEvent:
    moments = (event.created_at, event.opened_at, event.cancelled_at, last)
    return DatedEvent(event, length, changes, max(moment for moment in moments if moment is not None))
