"""Entry of many teams at once, from a list."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.exchange.full_names import FullName
from tournaments.entries.services.teams import enter_team
from tournaments.models import Person, Tournament
from tournaments.people.services.people import add_person


@dataclass(frozen=True, slots=True)
class ListedTeam:
    """A team of a list."""

    line: int
    """Number of its line, from 1."""
    name: str
    """Its name; "" for the family names of its members."""
    members: tuple[Person | FullName, ...]
    """The captain, then the other members. A name is that of a person to add to the register."""


@transaction.atomic
def enter_team_list(*, tournament: Tournament, teams: Sequence[ListedTeam], entered_by: User | None) -> int:
    """Enter the teams of a list and add their unknown members to the register. Return their number.

    The same unknown name is the same person. Either all teams are entered or none. In a practice event the
    new people are fictitious.

    Raises:
        AppError: as `enter_team`, with the line in the message.
    """
    added_people: dict[FullName, Person] = {}
    for team in teams:
        for member in team.members:
            if isinstance(member, FullName) and member not in added_people:
                values = {
                    "last_name": member.last_name,
                    "first_name": member.first_name,
                    "is_fictitious": tournament.is_practice,
                }
                added_people[member] = add_person(club=tournament.club, values=values, added_by=entered_by)
        people = [added_people[member] if isinstance(member, FullName) else member for member in team.members]
        try:
            enter_team(tournament=tournament, name=team.name, people=people, entered_by=entered_by)
        except AppError as error:
            message = _("Ligne %(line)d : %(message)s") % {"line": team.line, "message": error.message}
            raise AppError(error.code, message, fields={"teams": message}) from error
    return len(teams)
