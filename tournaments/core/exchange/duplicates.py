"""People who may stand twice in one register."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tournaments.core.exchange.csv_text import simple_word

LEAST_LETTERS = 7
"""Of a whole name: shorter ones that differ by a letter are too often two people."""


class Likeness(StrEnum):
    """Why two may be one, the surest first."""

    NUMBER = "number"
    """One federation number, but for signs and leading zeros."""
    NAME = "name"
    SWAPPED = "swapped"
    """The family name of one is the first name of the other."""
    LETTER = "letter"
    """Names differ by one letter more, less, changed, or by two that changed places."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody of a register."""

    key: int
    last_name: str
    first_name: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two people who may be one; keys in ascending order."""

    first: int
    second: int
    likeness: Likeness


def find_duplicates(people: Iterable[KnownPerson]) -> list[Duplicate]:
    """Pairs who may be one person, by likeness, then by key; each pair once, for its surest reason.

    Two different federation numbers are two people, whatever their names.
    """
    known = sorted(people, key=lambda person: person.key)
    found: dict[tuple[int, int], Likeness] = {}
    for likeness, marks in _MARKS.items():
        for first, second in _pairs(known, marks):
            if _may_be(likeness, first, second):
                found.setdefault((first.key, second.key), likeness)
    order = list(Likeness)
    pairs = sorted(found.items(), key=lambda pair: (order.index(pair[1]), pair[0]))
    return [Duplicate(first, second, likeness) for (first, second), likeness in pairs]


def is_one_letter_away(one: str, other: str) -> bool:
    """Whether a letter was left out, added or changed, or two neighbours changed places."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    pairs = enumerate(zip(one, other, strict=False))
    start = next((place for place, (mine, yours) in pairs if mine != yours), None)
    if start is None:
        return True
    rest, other_rest = one[start:], other[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    left_out, added, changed = rest == other_rest[1:], rest[1:] == other_rest, rest[1:] == other_rest[1:]
    return left_out or added or changed or swapped == other_rest


Marks = Callable[[KnownPerson], Iterable[str]]


def _pairs(people: Sequence[KnownPerson], marks: Marks) -> Iterator[tuple[KnownPerson, KnownPerson]]:
    """Everybody who has a mark in common, in the order given."""
    groups: dict[str, list[KnownPerson]] = defaultdict(list)
    for person in people:
        for mark in set(marks(person)):
            groups[mark].append(person)
    for group in groups.values():
        yield from combinations(group, 2)


def _may_be(likeness: Likeness, first: KnownPerson, second: KnownPerson) -> bool:
    if likeness is Likeness.NUMBER:
        return True
    if _number(first) and _number(second) and _number(first) != _number(second):
        return False
    return likeness is not Likeness.LETTER or is_one_letter_away(_whole(first), _whole(second))


def _number(person: KnownPerson) -> str:
    return simple_word(person.number).lstrip("0")


def _names(person: KnownPerson) -> tuple[str, str]:
    return simple_word(person.last_name), simple_word(person.first_name)


def _whole(person: KnownPerson) -> str:
    return " ".join(_names(person))


def _numbers(person: KnownPerson) -> list[str]:
    return [number] if (number := _number(person)) else []


def _either_order(person: KnownPerson) -> list[str]:
    return [" ".join(sorted(_names(person)))] if person.first_name else []


def _nearly(person: KnownPerson) -> list[str]:
    """The whole name, and all that is left of it without one letter: near names have one in common."""
    whole = _whole(person)
    if len(whole) <= LEAST_LETTERS:
        return []
    return [whole, *(whole[:place] + whole[place + 1 :] for place in range(len(whole)))]


_MARKS: Mapping[Likeness, Marks] = {
    Likeness.NUMBER: _numbers,
    Likeness.NAME: lambda person: [_whole(person)],
    Likeness.SWAPPED: _either_order,
    Likeness.LETTER: _nearly,
}
