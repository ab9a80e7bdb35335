"""Distinctions between people of the same name, for organisers and for the public."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.alphabet import base_letters


class ToldBy(StrEnum):
    """The detail that follows the full name of a person who has a namesake."""

    CLUB = "club"
    LICENCE = "licence"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Known:
    """The entry of a person in the register, with the details that distinguish namesakes."""

    full_name: str
    public_name: str
    """Public name without any distinction; "" where the public sees a number, which is unique."""
    club: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Distinction:
    """The details that distinguish a person from their namesakes; the default for a person without any."""

    told_by: ToldBy | None = None
    number: int = 0
    """Rank among the people with the same full name, from 1; 0 for a unique name."""
    public_number: int = 0
    """Rank among the people with the same public name, from 1; 0 for a unique name."""


def tell_apart(people: Sequence[Known]) -> list[Distinction]:
    """Return distinctions[person] for a whole register, in whose order namesakes are numbered.

    Organisers see the club of origin, the best distinction in a hall. If two namesakes share a club they see
    the licence, and if two share that (it may be empty) a number. The public sees a number only, because a
    number reveals no personal data.

    Example:
        >>> tell_apart([Known("DUPONT Jean", "Jean D."), Known("Dupont Jean", "Jean D.", club="Annecy")])[1]
        Distinction(told_by=<ToldBy.CLUB: 'club'>, number=2, public_number=2)
    """
    full_numbers = _numbers([person.full_name for person in people])
    public_numbers = _numbers([person.public_name for person in people])
    details: dict[int, ToldBy] = {}
    for group in _groups([person.full_name for person in people]):
        details |= dict.fromkeys(group, _best_detail([people[place] for place in group]))
    return [
        Distinction(details.get(place), full_numbers.get(place, 0), public_numbers.get(place, 0))
        for place in range(len(people))
    ]


def _numbers(names: Sequence[str]) -> dict[int, int]:
    return {place: number for group in _groups(names) for number, place in enumerate(group, 1)}


def _groups(names: Sequence[str]) -> Iterable[list[int]]:
    """Return the indexes of each name that several people share, spelt with or without accents."""
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(base_letters(name), []).append(place)
    # a blank name identifies no person, so two blank names are not namesakes
    return [group for name, group in places.items() if name and len(group) > 1]


def _best_detail(people: Sequence[Known]) -> ToldBy:
    if _all_differ(base_letters(person.club) for person in people):
        return ToldBy.CLUB
    if _all_differ(base_letters(person.licence) for person in people):
        return ToldBy.LICENCE
    return ToldBy.NUMBER


def _all_differ(words: Iterable[str]) -> bool:
    all_words = list(words)
    return len(set(all_words)) == len(all_words)
