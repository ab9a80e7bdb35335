"""Services of the reception: entry of a new visitor, and arrivals."""

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
    """Add a person to the club's register and enter them, in one transaction.

    In a practice event the person is fictitious.

    Args:
        values: fields of `Person` by name.

    Raises:
        AppError: as `add_person` and `enter_people`.
    """
    values = {**values, "is_fictitious": tournament.is_practice}
    person = add_person(club=tournament.club, values=values, added_by=entered_by)
    return enter_people(tournament=tournament, people=[person], entered_by=entered_by)[0]


@transaction.atomic
def mark_arrival(*, entry: Entry, is_here: bool, marked_by: User | None, with_members: bool = True) -> Entry:
    """Mark an entry as arrived, confirm an announced arrival, or undo it.

    Nothing is written if the state is the same.

    Args:
        with_members: False to keep the own arrivals of a team's members.
    """
    tournament = lock_tournament(entry.tournament)
    entry = tournament.entries.select_related("person").get(pk=entry.pk)
    # two devices at the door may mark the same entry: the first time stays
    if (entry.arrived_at is not None) == is_here and not entry.is_announced:
        return entry
    # the hour of an announced arrival stays when the reception confirms it
    entry.arrived_at = (entry.arrived_at or timezone.now()) if is_here else None
    entry.is_announced = False
    entry.save(update_fields=["arrived_at", "is_announced"])
    if with_members:
        entry.members.update(arrived_at=entry.arrived_at)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=marked_by,
        action="entry.arrived" if is_here else "entry.arrival_undone",
        subject=str(entry),
    )
    return entry
