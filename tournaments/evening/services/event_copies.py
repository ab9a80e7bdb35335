"""Playing an evening again: the same choices on another day, with the same people where wanted."""

import datetime
from collections.abc import Iterable

from django.db import transaction

from accounts.models import User
from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.partners import set_partners
from tournaments.entries.services.teams import enter_team
from tournaments.enums import EntryPresence
from tournaments.evening.services.event_choices import choices_of, make_event
from tournaments.events.services.events import enter_people
from tournaments.models import Entry, Person, Tournament

LEFT = (EntryPresence.WITHDRAWN, EntryPresence.SUBSTITUTE)
"""Who is not entered again."""


@transaction.atomic
def repeat_event(
    *,
    tournament: Tournament,
    name: str,
    starts_on: datetime.date,
    with_entries: bool,
    repeated_by: User | None,
) -> Tournament:
    """A tournament in preparation with the choices of another, and whoever did not leave that one if wanted.

    Places, deals, results, rulings and roles stay behind.

    Raises:
        AppError: as `make_event`, `enter_people` and `enter_team`.
    """
    made = make_event(
        club=tournament.club,
        name=name,
        starts_on=starts_on,
        choices=choices_of(tournament),
        created_by=repeated_by,
        is_practice=tournament.is_practice,
    )
    if with_entries:
        stayed = list(entries_with_people(tournament).exclude(presence__in=LEFT))
        _enter_again(made, stayed, repeated_by)
    return made


def _enter_again(made: Tournament, entries: Iterable[Entry], actor: User | None) -> None:
    played = find_format(made.format)
    if played.has_teams:
        for entry in entries:
            enter_team(tournament=made, name=entry.name, people=_captain_first(entry), entered_by=actor)
        return
    partners = {entry.person_id: entry.partners for entry in entries}
    entered = enter_people(tournament=made, people=[entry.person for entry in entries], entered_by=actor)
    if played.has_partners:
        names = {entry.pk: partners[entry.person_id] for entry in entered}
        set_partners(tournament=made, names=names, set_by=actor)


def _captain_first(entry: Entry) -> list[Person]:
    return sorted(people_of(entry), key=lambda person: person.pk != entry.person_id)
