"""Identity of people: the person of a register for a written name, a licence number, or both.

Imports of lists and registrations use it. A number alone never decides. If its holder has a different name,
the match is a question with both names.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.full_names import (
    FullName,
    may_be_one,
    may_have_new_name,
    plain_spellings,
    sorted_words,
)
from tournaments.core.exchange.player_row import PlayerRow, is_drawn_number, number_key
from tournaments.models import Person


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """The people of the register that a name and a number may mean."""

    people: tuple[Person, ...] = ()
    """No person, one person, or several with the same name."""
    holder: Person | None = None
    """The person with this number and a different name, which is a question. `people` may then have any
    number.
    """

    similar: tuple[Person, ...] = ()
    """People whose name agrees but for a second family name or a note, which is a question. Blank if `people`
    or `holder` is not.
    """

    @property
    def candidates(self) -> tuple[Person, ...]:
        """All possible people, the holder of the number first."""
        return (self.holder, *self.people) if self.holder else self.people or self.similar


def people_near(club_id: int, rows: Iterable[PlayerRow]) -> QuerySet[Person]:
    """Return the people of a club whom these lines may mean, with others who share a word. No query.

    A register of them alone finds the same people as that of the whole club.
    """
    condition = Q()
    for row in rows:
        # the key of a person holds each name and the number as one word, too
        for word in sorted_words(f"{row.last_name} {row.first_name}"):
            condition |= Q(search_key__contains=word)
        if number := number_key(row.number):
            condition |= Q(search_key__contains=number)
    return Person.objects.filter(condition, club=club_id)


class Register:
    """The people of a club, indexed by number and by name."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = tuple(people)
        self._by_number: dict[str, list[Person]] = {}
        self._by_name: dict[tuple[str, str], list[Person]] = {}
        self._by_spelling: dict[tuple[str, str], list[Person]] = {}
        self._by_words: dict[tuple[str, ...], list[Person]] = {}
        self._by_label: dict[str, Person] = {}
        for person in self.people:
            if (label := str(person)) != person.full_name:
                self._by_label[simple_word(label)] = person
            if key := number_key(person.federation_number):
                self._by_number.setdefault(key, []).append(person)
            self._by_name.setdefault(_name_key(person), []).append(person)
            for spelling in plain_spellings(person.last_name, person.first_name):
                self._by_spelling.setdefault(spelling, []).append(person)
            words = sorted_words(f"{person.last_name} {person.first_name}")
            self._by_words.setdefault(words, []).append(person)

    def find(self, row: PlayerRow, *, may_be_married: bool = False) -> PersonMatch:
        """Return the people that a line may mean.

        Numbers are compared without case and leading zeros. If the name agrees (`row_names_person`), the
        match is the holder of the number. If it does not, the holder is a question. Without a holder, the
        match is the people with the name, except those with a different number.

        Args:
            may_be_married: accept a licence number with the same first name and a different family name. Use
                it for lists of a federation, not for numbers that players enter themselves.
        """
        same_name = self._by_name.get(row.name_key, [])
        holders = self._by_number.get(number_key(row.number), []) if row.number else []
        exact = [person for person in holders if person.federation_number.casefold() == row.number.casefold()]
        # the holder whose number has the same zeros comes first
        for holder in (*exact, *holders):
            if row_names_person(row, holder) or (may_be_married and has_new_name(row, holder)):
                return PersonMatch((holder,))
        if holders:
            return PersonMatch(tuple(same_name), (exact or holders)[0])
        people = same_name or self._find_similar(row)
        possible_people = tuple(person for person in people if not (row.number and person.federation_number))
        return PersonMatch(possible_people) if same_name else PersonMatch(similar=possible_people)

    def _find_similar(self, row: PlayerRow) -> list[Person]:
        """Return the people whose name agrees but for a second family name or a note, each once."""
        spellings = plain_spellings(row.last_name, row.first_name)
        people = [*self._by_spelling.get(row.name_key, [])]
        for spelling in sorted(spellings):
            people += [*self._by_name.get(spelling, []), *self._by_spelling.get(spelling, [])]
        return list({person.pk: person for person in people}.values())

    def find_labelled(self, row: PlayerRow) -> Person | None:
        """Return the person whose name has the distinction from namesakes that the site's files show.

        None without such a distinction, or if the line has the licence number of another person.
        """
        person = self._by_label.get(simple_word(f"{row.last_name} {row.first_name}"))
        if person is None or (row.number and number_key(row.number) != number_key(person.federation_number)):
            return None
        return person

    def find_named(self, text: str) -> tuple[Person, ...]:
        """Return the people whom a text names: a licence number, a full name in any order of words, or a name
        with its distinction from namesakes.
        """
        if labelled_person := self._by_label.get(simple_word(text)):
            return (labelled_person,)
        return tuple(self._by_number.get(number_key(text)) or self._by_words.get(sorted_words(text)) or ())

    def split_name(self, text: str) -> FullName | None:
        """Return the family name and first name of a full name in any order of words.

        The distinction of a namesake stays behind the first name. None unless the text fits exactly one name
        of the register.
        """
        if labelled_person := self._by_label.get(simple_word(text)):
            distinction = str(labelled_person).removeprefix(labelled_person.full_name)
            return FullName(labelled_person.last_name, f"{labelled_person.first_name}{distinction}")
        people = self._by_words.get(sorted_words(text), [])
        if len({_name_key(person) for person in people}) != 1:
            return None
        return FullName(people[0].last_name, people[0].first_name)


def row_names_person(row: PlayerRow, person: Person) -> bool:
    """Return whether the name of a line is compatible with the person who has its number."""
    return may_be_one(row.last_name, row.first_name, person.last_name, person.first_name)


def is_written_by(row: PlayerRow, person: Person) -> bool:
    """Return whether a line has the person's name, or their number with a compatible name."""
    key = number_key(row.number)
    has_number = bool(key) and key == number_key(person.federation_number)
    return row.name_key == _name_key(person) or (has_number and row_names_person(row, person))


def has_new_name(row: PlayerRow, person: Person) -> bool:
    """Return whether a different family name may be a married name. It needs a licence number."""
    return not is_drawn_number(row.number) and may_have_new_name(row.first_name, person.first_name)


def _name_key(person: Person) -> tuple[str, str]:
    return PlayerRow(last_name=person.last_name, first_name=person.first_name).name_key
