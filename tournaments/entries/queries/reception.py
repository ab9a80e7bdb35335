"""People found at the reception: who could enter, who has entered, a team while it is put together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.core.formats.registry import find_format
from tournaments.models import Entry, Person, Tournament
from tournaments.people.queries.people import matching_people

MOST_SHOWN = 12
"""People of one search: more are a reason to type one letter more."""
MEMBER = "m"
"""Parameter of an address that names somebody of the team while it is put together."""

LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A team before it is entered: its address holds it, nothing is stored."""

    people: tuple[Person, ...]
    """The captain first, in the order chosen."""
    least: int
    most: int

    @property
    def is_whole(self) -> bool:
        """Enough people to enter."""
        return self.least <= len(self.people) <= self.most

    @property
    def is_full(self) -> bool:
        return len(self.people) >= self.most

    @property
    def missing(self) -> int:
        """People still to choose, at least."""
        return max(0, self.least - len(self.people))

    def query_with(self, person: Person) -> str:
        """Query of the page once somebody joins."""
        return members_query([*(member.pk for member in self.people), person.pk])

    @property
    def rows(self) -> list[tuple[Person, str]]:
        """The people, each with the query of the page once they leave."""
        keys = [person.pk for person in self.people]
        return [(person, members_query(key for key in keys if key != person.pk)) for person in self.people]


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """One person that a search found."""

    person: Person
    entry: Entry | None
    """Whom the person plays for already."""
    is_chosen: bool = False
    """In the team that is being put together."""
    query: str = ""
    """Of the page once the person has joined that team."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search at the reception found."""

    written: str
    rows: tuple[FoundPerson, ...] = ()
    """By name, `MOST_SHOWN` at most."""
    has_more: bool = False


def is_key(text: str) -> bool:
    """Whether a text of an address or a form is a row's number that any database reads."""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


def members_query(keys: Iterable[int]) -> str:
    """The query that names the people of a team in the making."""
    return urlencode([(MEMBER, key) for key in keys])


def search_at_reception(tournament: Tournament, written: str, assembly: Assembly | None = None) -> Search:
    """Who may enter the tournament and answers a search. Three queries, none for a blank one."""
    written = written.strip()
    if not written:
        return Search("")
    found = list(matching_people(tournament.known_people(), written)[: MOST_SHOWN + 1])
    shown = found[:MOST_SHOWN]
    entered = _entries_by_person(tournament, shown)
    rows = tuple(_found(person, entered.get(person.pk), assembly) for person in shown)
    return Search(written, rows, len(found) > MOST_SHOWN)


def load_assembly(tournament: Tournament, keys: Iterable[str]) -> Assembly | None:
    """The team that an address names, without people who cannot enter; None where nobody plays in a team.

    One query.
    """
    played = find_format(tournament.format)
    if not played.has_teams:
        return None
    wanted = dict.fromkeys(int(key) for key in keys if is_key(key))
    known = tournament.known_people().in_bulk(wanted)
    people = tuple(known[key] for key in wanted if key in known)
    return Assembly(
        people[: played.plan.unit_sizes[-1]], played.plan.unit_sizes[0], played.plan.unit_sizes[-1]
    )


def _found(person: Person, entry: Entry | None, assembly: Assembly | None) -> FoundPerson:
    if assembly is None:
        return FoundPerson(person, entry)
    return FoundPerson(person, entry, person in assembly.people, assembly.query_with(person))


def _entries_by_person(tournament: Tournament, people: Sequence[Person]) -> dict[int, Entry]:
    """The entry for which each of these people plays, by their id."""
    keys = [person.pk for person in people]
    plays = Q(person__in=keys) | Q(members__person__in=keys)
    entries = entries_with_people(tournament).filter(plays).distinct()
    return {person.pk: entry for entry in entries for person in people_of(entry)}
