"""Entering somebody who is not in the register yet."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from tournaments.events.services.events import enter_people
from tournaments.models import Entry, Tournament
from tournaments.people.services.people import add_person


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
