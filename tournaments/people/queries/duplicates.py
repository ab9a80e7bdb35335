"""Two people of a register side by side: who may be one, and what each has."""

from dataclasses import dataclass

from tournaments.core.exchange.duplicates import KnownPerson, Likeness, find_duplicates
from tournaments.models import Club, Person

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two people who may be one."""

    first: Person
    """The earlier row of the register."""
    second: Person
    likeness: Likeness


def list_duplicates(club: Club) -> tuple[list[LikelyPair], int]:
    """The likeliest `MOST_SHOWN` pairs, and how many there are in all. Two queries, one where there is none.

    All names of the register are compared: ten thousand take about half a second.
    """
    columns = ("pk", "last_name", "first_name", "federation_number")
    rows = Person.objects.filter(club=club).order_by().values_list(*columns)
    found = find_duplicates(KnownPerson(*row) for row in rows)
    shown = found[:MOST_SHOWN]
    people = Person.objects.in_bulk({key for pair in shown for key in (pair.first, pair.second)})
    return [LikelyPair(people[pair.first], people[pair.second], pair.likeness) for pair in shown], len(found)
