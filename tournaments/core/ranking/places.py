"""Places from keys: the best first, equals share a place and the next ones are skipped (1, 1, 3).

A whole field is ranked at once, as arrays: overall, within each line, and alternated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tournaments.core.ranking.score_grid import BoolArray, IntArray


class Comparable(Protocol):
    """A value that can be compared with another one of its kind."""

    def __lt__(self, other: Any, /) -> bool: ...


def places_among(is_member: BoolArray, keys: Sequence[IntArray]) -> IntArray:
    """Return places[player]: 1 plus the number of members with better keys; 0 for players who are no members.

    Args:
        keys: keys[…][player] to rank by, the first deciding; a higher number is better.
    """
    places = np.zeros(is_member.size, dtype=np.int64)
    members = np.flatnonzero(is_member)
    if members.size:
        levels = np.stack([key[members] for key in keys])
        # lexsort sorts ascending and by the last key first: negate the keys and turn their order round
        order = np.lexsort(-levels[::-1])
        in_order = levels[:, order]
        is_first = np.append(True, (in_order[:, 1:] != in_order[:, :-1]).any(axis=0))
        # equals take the index of the first of them
        places[members[order]] = np.maximum.accumulate(np.where(is_first, np.arange(members.size), 0)) + 1
    return places


def assign_places(chains: Sequence[Sequence[Comparable | None] | None]) -> list[int | None]:
    """Return the places of values that are not arrays: fractions, sums of roots, dates.

    Args:
        chains: chains[unit], its criteria in order of weight, higher better, all of the same length. A
            criterion that is None loses against any value. None for a unit without a place.

    Returns:
        places[unit], from 1; None for a unit without a chain.
    """
    is_member = np.array([chain is not None for chain in chains], dtype=np.bool_)
    length = max((len(chain) for chain in chains if chain is not None), default=0)
    keys = [
        level_values([None if chain is None else chain[step] for chain in chains]) for step in range(length)
    ]
    places = places_among(is_member, keys or [np.zeros(len(chains), dtype=np.int64)])
    return [int(place) or None for place in places]


def places_within(places: Sequence[int | None]) -> list[int | None]:
    """Return the places from 1 inside a group, from the places of its members in the whole field."""
    # a lower place is better, whereas keys rank the higher number first
    return assign_places([None if place is None else (-place,) for place in places])


def level_values(values: Sequence[Comparable | None]) -> IntArray:
    """Return levels[unit]: 0 for None, then 1, 2, 3 by value. Equal values share a level."""
    levels = np.zeros(len(values), dtype=np.int64)
    values_by_unit = {unit: value for unit, value in enumerate(values) if value is not None}
    level, previous_value = 0, None
    for unit in sorted(values_by_unit, key=values_by_unit.__getitem__):
        level += previous_value is None or previous_value < values_by_unit[unit]
        levels[unit] = level
        previous_value = values_by_unit[unit]
    return levels


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places of all units as arrays, from 1, shared by equals; 0 for a unit without a place."""

    overall: IntArray
    line: IntArray
    """Places among the units of the same line."""
    alternated: IntArray


def place_units(keys: Sequence[IntArray], lines: IntArray, is_placed: BoolArray) -> Places:
    """Rank all units by their keys, the best first, in three ways.

    - Overall: 1, 1, 3 for equals.
    - By line: the units of each line apart.
    - Alternated: the firsts of the lines by their keys, then the seconds, and so on.

    Rules of the alternated ranking:

    - Units of one line with the same line place stay together: two firsts of a line are both among the
      firsts, and that line has no second.
    - Equals of different lines with the same line place share their place.
    - When a line has no more units, the other lines continue without it.

    Args:
        keys: keys[…][unit], the first deciding; a higher number is better.
        lines: lines[unit], from 0.
        is_placed: is_placed[unit]: True for a unit with a place.

    Source:
        FFT, Règlement officiel (2012) R18-R19; ties by docs/ranking.md, step 5.
    """
    line_places = np.zeros(lines.size, dtype=np.int64)
    for line in range(int(lines.max(initial=-1)) + 1):
        line_places += places_among(is_placed & (lines == line), keys)
    return Places(
        overall=places_among(is_placed, keys),
        line=line_places,
        alternated=places_among(is_placed, [-line_places, *keys]),
    )
