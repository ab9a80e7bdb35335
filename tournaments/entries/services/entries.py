"""At the reception: somebody entered who is not in the register yet, and who has arrived."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from tournaments.events.services.events import enter_people, lock_tournament
from tournaments.models import Entry, Tournament
from tournaments.people.services.people import add_person
from tournaments.trace.services.trace import record_event


@transaction.atomic
def enter_visitor(*, tournament: Tournament, values: Mapping[str, object], entered_by: User | None) -> Entry:
    """Add somebody to the club's register and enter him, both or neither; in a practice event, somebody
    fictitious.

    Args:
        values: fields of `Person` by name.

    Raises:
        AppError: as for `add_person` and `enter_people`.
    """
    values = {**values, "is_fictitious": tournament.is_practice}
    person = add_person(club=tournament.club, values=values, added_by=entered_by)
    return enter_people(tournament=tournament, people=[person], entered_by=entered_by)[0]


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
