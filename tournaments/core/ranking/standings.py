"""The places of a whole field at once, as arrays: overall, within each line, and the lines woven together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.core.ranking.places import places_among
from tournaments.core.ranking.score_grid import BoolArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Places of all units as arrays, from 1, equals sharing one; 0 for a unit without a place."""

    overall: IntArray
    line: IntArray
    """Among the units of the same line."""
    alternated: IntArray


def place_units(keys: Sequence[IntArray], lines: IntArray, is_placed: BoolArray) -> Places:
    """Rank all units by their keys, best first, in three ways.

    Overall: 1, 1, 3 for equals. By line: the units of each line apart. Alternated: the firsts of the lines
    by their keys, then the seconds, and so on. Units of one line who share a line place stay together: two
    firsts of a line are both among the firsts, and nobody of that line is among the seconds. Equals of
    different lines with the same line place share their place. A line that runs out leaves the rest to the
    others.

    Args:
        keys: keys[…][unit], the first deciding; a higher number is better.
        lines: lines[unit], from 0.
        is_placed: is_placed[unit]: the unit has a place.

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
