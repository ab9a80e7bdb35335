"""Search for people who are entered twice in one register."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice

from tournaments.core.alphabet import is_one_letter_away
from tournaments.core.exchange.csv_text import simple_word
from tournaments.core.exchange.player_row import number_key

LEAST_LETTERS = 7
"""Letters of a full name from which one different letter is a likeness. Shorter names are too often two
people."""
MOST_COMPARED = 100_000
"""Pairs that are compared for each likeness. A register of ten thousand people has a quarter of them."""


class Likeness(StrEnum):
    """Reasons for two people to be one, the surest first."""

    NUMBER = "number"
    """The same federation number, apart from signs and leading zeros."""
    NAME = "name"
    SWAPPED = "swapped"
    """The family name of one is the first name of the other."""
    LETTER = "letter"
    """Names that differ by one letter more, less or changed, or by two exchanged neighbours."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person of a register."""

    key: int
    last_name: str
    first_name: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A pair of people who may be one. The keys are ascending."""

    first: int
    second: int
    likeness: Likeness


def find_duplicates(people: Iterable[KnownPerson]) -> list[Duplicate]:
    """Return the pairs who may be one person, by likeness, then by key.

    Each pair comes once, with its surest reason. People with two different federation numbers are never a
    pair. Pairs beyond `MOST_COMPARED` are left out.
    """
    sorted_people = sorted(people, key=lambda person: person.key)
    likenesses: dict[tuple[int, int], Likeness] = {}
    for likeness, marks in _MARKS.items():
        # a list of 2,000 namesakes has two million pairs
        for first, second in islice(_pairs(sorted_people, marks), MOST_COMPARED):
            if _may_be(likeness, first, second):
                # likenesses come from the surest on, so the first one of a pair stays
                likenesses.setdefault((first.key, second.key), likeness)
    order = list(Likeness)
    pairs = sorted(likenesses.items(), key=lambda pair: (order.index(pair[1]), pair[0]))
    return [Duplicate(first, second, likeness) for (first, second), likeness in pairs]


Marks = Callable[[KnownPerson], Iterable[str]]


def _pairs(people: Sequence[KnownPerson], marks: Marks) -> Iterator[tuple[KnownPerson, KnownPerson]]:
    """Yield the pairs of people who have a mark in common, in the given order."""
    groups: dict[str, list[KnownPerson]] = defaultdict(list)
    for person in people:
        for mark in set(marks(person)):
            groups[mark].append(person)
    for group in groups.values():
        yield from combinations(group, 2)


def _may_be(likeness: Likeness, first: KnownPerson, second: KnownPerson) -> bool:
    if likeness is Likeness.NUMBER:
        return True
    numbers = {number_key(first.number), number_key(second.number)} - {""}
    if len(numbers) > 1:
        return False
    return likeness is not Likeness.LETTER or is_one_letter_away(_full_name(first), _full_name(second))


def _names(person: KnownPerson) -> tuple[str, str]:
    return simple_word(person.last_name), simple_word(person.first_name)


def _full_name(person: KnownPerson) -> str:
    return " ".join(_names(person))


def _number_marks(person: KnownPerson) -> list[str]:
    return [number] if (number := number_key(person.number)) else []


def _names_in_any_order(person: KnownPerson) -> list[str]:
    return [" ".join(sorted(_names(person)))] if person.first_name else []


def _near_spellings(person: KnownPerson) -> list[str]:
    """Return the full name and all its spellings without one letter. Two near names have one in common."""
    name = _full_name(person)
    if len(name) <= LEAST_LETTERS:
        return []
    return [name, *(name[:place] + name[place + 1 :] for place in range(len(name)))]


_MARKS: Mapping[Likeness, Marks] = {
    Likeness.NUMBER: _number_marks,
    Likeness.NAME: lambda person: [_full_name(person)],
    Likeness.SWAPPED: _names_in_any_order,
    Likeness.LETTER: _near_spellings,
}
