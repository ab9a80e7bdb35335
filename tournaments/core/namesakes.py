"""What tells people of one name apart, for organisers and for everybody."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.alphabet import base_letters


class ToldBy(StrEnum):
    """What stands behind the full name of somebody who has a namesake."""

    CLUB = "club"
    LICENCE = "licence"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Known:
    """What the register says of somebody, as far as it may tell him from a namesake."""

    full_name: str
    public_name: str
    """Without any distinction; "" where the public sees a number, which is nobody else's."""
    club: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Distinction:
    """How somebody is told from his namesakes; says nothing where he has none."""

    told_by: ToldBy | None = None
    number: int = 0
    """Among the people of his full name, from 1; 0 for nobody else of it."""
    public_number: int = 0
    """Among the people of his public name, from 1; 0 for nobody else of it."""


def tell_apart(people: Sequence[Known]) -> list[Distinction]:
    """distinctions[person] of a whole register, whose order numbers the namesakes.

    The club of origin tells most to people in a hall, then the licence, of which one person may have none;
    where neither parts all, a number does. In public a number alone is shown: it says nothing of anybody.

    Example:
        >>> tell_apart([Known("DUPONT Jean", "Jean D."), Known("Dupont Jean", "Jean D.", club="Annecy")])[1]
        Distinction(told_by=<ToldBy.CLUB: 'club'>, number=2, public_number=2)
    """
    full = _numbers([person.full_name for person in people])
    public = _numbers([person.public_name for person in people])
    told: dict[int, ToldBy] = {}
    for group in _groups([person.full_name for person in people]):
        told |= dict.fromkeys(group, _told_by([people[place] for place in group]))
    return [
        Distinction(told.get(place), full.get(place, 0), public.get(place, 0)) for place in range(len(people))
    ]


def _numbers(names: Sequence[str]) -> dict[int, int]:
    return {place: number for group in _groups(names) for number, place in enumerate(group, 1)}


def _groups(names: Sequence[str]) -> Iterable[list[int]]:
    """The places of the names that several have, spelt with or without accents; blank ones are nobody's."""
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(base_letters(name), []).append(place)
    return [group for name, group in places.items() if name and len(group) > 1]


def _told_by(people: Sequence[Known]) -> ToldBy:
    if _all_differ(base_letters(person.club) for person in people):
        return ToldBy.CLUB
    if _all_differ(base_letters(person.licence) for person in people):
        return ToldBy.LICENCE
    return ToldBy.NUMBER


def _all_differ(words: Iterable[str]) -> bool:
    found = list(words)
    return len(set(found)) == len(found)
