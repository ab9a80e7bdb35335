"""Who has arrived at the tournament."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry
from tournaments.trace.services.trace import record_event


@transaction.atomic
def mark_arrival(*, entry: Entry, is_here: bool, marked_by: User | None) -> Entry:
    """Say that an entry is there, or take that back; nothing is written when that is already said."""
    tournament = lock_tournament(entry.tournament)
    entry = tournament.entries.select_related("person").get(pk=entry.pk)
    if (entry.arrived_at is not None) == is_here:
        return entry
    entry.arrived_at = timezone.now() if is_here else None
    entry.save(update_fields=["arrived_at"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=marked_by,
        action="entry.arrived" if is_here else "entry.arrival_undone",
        subject=str(entry),
    )
    return entry
