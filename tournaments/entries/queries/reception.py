"""Search at the reception, and the team that is being put together there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Q
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.base.row_numbers import is_row_number
from tournaments.core.formats.registry import find_format
from tournaments.models import Entry, Licensee, Person, Tournament
from tournaments.people.queries.people import matching_people
from tournaments.people.services.licences import search_licensees

MOST_SHOWN = 12
"""Largest number of people in the results. A longer search text finds fewer people."""
MEMBER = "m"
"""URL parameter with the id of a member of the unfinished team."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A team before it is entered. It is held in the URL of the page; nothing is stored."""

    people: tuple[Person, ...]
    """The captain, then the others, in the order in which they were chosen."""
    least: int
    most: int

    @property
    def is_whole(self) -> bool:
        """True if the number of people allows an entry."""
        return self.least <= len(self.people) <= self.most

    @property
    def is_full(self) -> bool:
        return len(self.people) >= self.most

    @property
    def missing(self) -> int:
        """Smallest number of people still to choose."""
        return max(0, self.least - len(self.people))

    def query_with(self, person: Person) -> str:
        """Return the query string of the page after a person joins the team."""
        return members_query([*(member.pk for member in self.people), person.pk])

    @property
    def rows(self) -> list[tuple[Person, str]]:
        """The people, each with the query string of the page after they leave the team."""
        keys = [person.pk for person in self.people]
        return [(person, members_query(key for key in keys if key != person.pk)) for person in self.people]


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """One result of a search."""

    person: Person
    entry: Entry | None
    """The entry for which the person already plays."""
    is_chosen: bool = False
    """True for a member of the team that is being put together."""
    query: str = ""
    """Query string of the page after the person joins that team."""


@dataclass(frozen=True, slots=True)
class Search:
    """Results of a search at the reception."""

    written: str
    rows: tuple[FoundPerson, ...] = ()
    """Results by name, at most `MOST_SHOWN`."""
    has_more: bool = False
    licensees: tuple[Licensee, ...] = ()
    """Licensees of the club's list who are not in the register, where all people are shown."""

    @property
    def is_empty(self) -> bool:
        """True without any result."""
        return not self.rows and not self.licensees


def members_query(keys: Iterable[int]) -> str:
    """Return the query string with the members of an unfinished team."""
    return urlencode([(MEMBER, key) for key in keys])


def search_at_reception(tournament: Tournament, text: str, assembly: Assembly | None = None) -> Search:
    """Return the people who match a search, with their entries, and the licensees outside the register.

    Five queries, none for a blank search.
    """
    text = text.strip()
    if not text:
        return Search("")
    # one more than are listed, to know whether there are more
    matches = list(matching_people(tournament.known_people(), text)[: MOST_SHOWN + 1])
    people = matches[:MOST_SHOWN]
    entries = _entries_by_person(tournament, people)
    rows = tuple(_result(person, entries.get(person.pk), assembly) for person in people)
    has_more = len(matches) > MOST_SHOWN
    licensees = [] if has_more else _licensees(tournament, text)
    return Search(text, rows, has_more or len(licensees) > MOST_SHOWN, tuple(licensees[:MOST_SHOWN]))


def find_licensee(tournament: Tournament, key: str) -> Licensee:
    """Return a licensee of the club's list by the id that a form sent.

    Raises:
        AppError: the list has no such line any more (`licensee_gone`).
    """
    licensees = Licensee.objects.filter(licence_list__club=tournament.club_id)
    licensee = licensees.filter(pk=key).first() if is_row_number(key) else None
    if licensee is None:
        message = _("Cette ligne n’est plus dans le fichier des licenciés : cherchez de nouveau.")
        raise AppError("licensee_gone", message)
    return licensee


def load_assembly(tournament: Tournament, keys: Iterable[str]) -> Assembly | None:
    """Return the team that a URL describes, without people who cannot enter. One query.

    None in a tournament without teams.
    """
    event_format = find_format(tournament.format)
    if not event_format.has_teams:
        return None
    # a dict and not a set: the first person in the URL is the captain
    person_ids = dict.fromkeys(int(key) for key in keys if is_row_number(key))
    people_by_id = tournament.known_people().in_bulk(person_ids)
    people = tuple(people_by_id[key] for key in person_ids if key in people_by_id)
    return Assembly(
        people[: event_format.plan.unit_sizes[-1]],
        event_format.plan.unit_sizes[0],
        event_format.plan.unit_sizes[-1],
    )


def _licensees(tournament: Tournament, text: str) -> list[Licensee]:
    """Return one licensee more than are shown. A practice event has fictitious people only."""
    return [] if tournament.is_practice else search_licensees(tournament.club, text, MOST_SHOWN + 1)


def _result(person: Person, entry: Entry | None, assembly: Assembly | None) -> FoundPerson:
    if assembly is None:
        return FoundPerson(person, entry)
    return FoundPerson(person, entry, person in assembly.people, assembly.query_with(person))


def _entries_by_person(tournament: Tournament, people: Sequence[Person]) -> dict[int, Entry]:
    """Return the entry for which each of these people plays, by id of the person."""
    keys = [person.pk for person in people]
    plays = Q(person__in=keys) | Q(members__person__in=keys)
    entries = entries_with_people(tournament).filter(plays).distinct()
    return {person.pk: entry for entry in entries for person in people_of(entry)}
