"""Identity of people: the person of a register for a written name, a licence number, or both.

Every place that takes what people wrote asks here: lists, registrations, whatever comes. A number alone never
decides: where its holder bears another name, that is a question with both names.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.core.exchange.full_names import FullName, may_be_one, may_have_new_name, sorted_words
from tournaments.core.exchange.player_row import PlayerRow, is_drawn_number, number_key
from tournaments.models import Person


@dataclass(frozen=True, slots=True)
class PersonMatch:
    """Whom of the register a name and a number may mean."""

    people: tuple[Person, ...] = ()
    """No person, one person, or several of one name."""
    holder: Person | None = None
    """The person who has the number and another name: a question. `people` then have any number."""

    @property
    def is_clear(self) -> bool:
        """True where no question is left: one person, or a new one."""
        return self.holder is None and len(self.people) < 2

    @property
    def candidates(self) -> tuple[Person, ...]:
        """All people who may be meant, the holder of the number first."""
        return (self.holder, *self.people) if self.holder else self.people


class Register:
    """The people of a club, to be found by a written name and number."""

    def __init__(self, people: Iterable[Person]) -> None:
        self._by_number: dict[str, list[Person]] = {}
        self._by_name: dict[tuple[str, str], list[Person]] = {}
        self._by_words: dict[tuple[str, ...], list[Person]] = {}
        for person in people:
            if key := number_key(person.federation_number):
                self._by_number.setdefault(key, []).append(person)
            self._by_name.setdefault(_name_key(person), []).append(person)
            words = sorted_words(f"{person.last_name} {person.first_name}")
            self._by_words.setdefault(words, []).append(person)

    def find(self, row: PlayerRow, *, may_be_married: bool = False) -> PersonMatch:
        """Return whom a line may mean.

        Numbers are compared without case and leading zeros. The holder of the number is meant where the name
        agrees (`agrees`); else the holder is a question. Without a holder it is the people of the name,
        but for those of another number.

        Args:
            may_be_married: whether the number of a licence and the same first name are enough, as in a
                list of a federation; not where people write their number themselves.
        """
        same_name = self._by_name.get(row.name_key, [])
        holders = self._by_number.get(number_key(row.number), []) if row.number else []
        exact = [person for person in holders if person.federation_number.casefold() == row.number.casefold()]
        for holder in (*exact, *holders):
            if agrees(row, holder) or (may_be_married and has_new_name(row, holder)):
                return PersonMatch((holder,))
        if holders:
            return PersonMatch(tuple(same_name), (exact or holders)[0])
        return PersonMatch(
            tuple(person for person in same_name if not (row.number and person.federation_number))
        )

    def split_name(self, text: str) -> FullName | None:
        """Return a whole name as the register has it, in any order of words; None unless it is one person."""
        people = self._by_words.get(sorted_words(text), [])
        if len({_name_key(person) for person in people}) != 1:
            return None
        return FullName(people[0].last_name, people[0].first_name)


def agrees(row: PlayerRow, person: Person) -> bool:
    """Return whether the name of a line may be that of the person who has its number."""
    return may_be_one(row.last_name, row.first_name, person.last_name, person.first_name)


def is_written_by(row: PlayerRow, person: Person) -> bool:
    """Return whether a name, or a number with a name that agrees, is what a person would write."""
    key = number_key(row.number)
    has_number = bool(key) and key == number_key(person.federation_number)
    return row.name_key == _name_key(person) or (has_number and agrees(row, person))


def has_new_name(row: PlayerRow, person: Person) -> bool:
    """Return whether the other family name of a line may be one of marriage, beside a true licence."""
    return not is_drawn_number(row.number) and may_have_new_name(row.first_name, person.first_name)


def _name_key(person: Person) -> tuple[str, str]:
    return PlayerRow(last_name=person.last_name, first_name=person.first_name).name_key
