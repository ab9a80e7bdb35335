"""Places from keys: the best first, equals sharing a place and the next ones skipped (1, 1, 3)."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from tournaments.core.ranking.score_grid import BoolArray, IntArray


class Comparable(Protocol):
    """A value that says whether it is less than another one of its kind."""

    def __lt__(self, other: Any, /) -> bool: ...


def places_among(is_member: BoolArray, keys: Sequence[IntArray]) -> IntArray:
    """places[player]: 1 plus the members with better keys; 0 for the others.

    Args:
        keys: keys[…][player] to rank by, the first deciding; a higher number is better.
    """
    places = np.zeros(is_member.size, dtype=np.int64)
    members = np.flatnonzero(is_member)
    if members.size:
        levels = np.stack([key[members] for key in keys])
        order = np.lexsort(-levels[::-1])
        in_order = levels[:, order]
        is_first = np.append(True, (in_order[:, 1:] != in_order[:, :-1]).any(axis=0))
        places[members[order]] = np.maximum.accumulate(np.where(is_first, np.arange(members.size), 0)) + 1
    return places


def assign_places(chains: Sequence[Sequence[Comparable | None] | None]) -> list[int | None]:
    """Places of values that are no arrays: fractions, sums of roots, dates.

    Args:
        chains: chains[unit], its criteria in order of weight, higher better, all of the same length; a
            criterion that is None loses against any value. None for a unit without a place.

    Returns:
        places[unit], from 1, None where the chain is.
    """
    is_member = np.array([chain is not None for chain in chains], dtype=np.bool_)
    length = max((len(chain) for chain in chains if chain is not None), default=0)
    keys = [
        level_values([None if chain is None else chain[step] for chain in chains]) for step in range(length)
    ]
    places = places_among(is_member, keys or [np.zeros(len(chains), dtype=np.int64)])
    return [int(place) or None for place in places]


def places_within(places: Sequence[int | None]) -> list[int | None]:
    """Places from 1 inside a group, from those that its members have in the whole field."""
    return assign_places([None if place is None else (-place,) for place in places])


def level_values(values: Sequence[Comparable | None]) -> IntArray:
    """levels[unit]: 0 for None, then 1, 2, 3 by value, equal values sharing a level; of any kind of value."""
    levels = np.zeros(len(values), dtype=np.int64)
    known = {unit: value for unit, value in enumerate(values) if value is not None}
    level, previous = 0, None
    for unit in sorted(known, key=known.__getitem__):
        level += previous is None or previous < known[unit]
        levels[unit] = level
        previous = known[unit]
    return levels
