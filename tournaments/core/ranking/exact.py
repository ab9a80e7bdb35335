"""Adding fractions per player without rounding: machine integers while they suffice, larger ones beyond."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tournaments.core.ranking.score_grid import IntArray

ExactArray = npt.NDArray[np.int64] | npt.NDArray[np.object_]
"""Integers of the machine while they suffice, of any size beyond: never rounded."""

FLOAT_LIMIT = 2**53
"""Below it, sums of whole numbers in floating point are exact."""
MACHINE_LIMIT = 2**62
NEAR = 2.0**-44
"""Quotients in floating point that differ by more than this part of the largest are in their true order."""


@dataclass(frozen=True, slots=True, eq=False)
class FractionArray:
    """One exact fraction per player."""

    numerator: ExactArray
    denominator: ExactArray
    """Above 0, not necessarily in lowest terms."""

    def at(self, player: int, factor: int = 1) -> Fraction:
        """The fraction of one player, times a number."""
        return Fraction(factor * int(self.numerator[player]), int(self.denominator[player]))

    def levels(self) -> IntArray:
        """levels[player]: whole numbers in the order of the fractions, the same for equal ones.

        Floating point sorts them first; neighbours that it cannot tell apart are compared exactly.
        """
        size = self.numerator.size
        if size == 0:
            return np.zeros(0, dtype=np.int64)
        quotient = (self.numerator / self.denominator).astype(np.float64)
        order = np.argsort(quotient, kind="stable")
        gap = NEAR * max(1.0, float(np.abs(quotient).max()))
        is_higher = np.append(False, np.diff(quotient[order]) > gap)
        is_near = ~is_higher
        is_near[0] = False
        for start, stop in _runs(is_near):
            members = order[start:stop].tolist()
            values = {player: self.at(player) for player in members}
            members.sort(key=values.__getitem__)
            order[start:stop] = members
            for place in range(start + 1, stop):
                is_higher[place] = values[members[place - start]] != values[members[place - start - 1]]
        levels = np.empty(size, dtype=np.int64)
        levels[order] = np.cumsum(is_higher)
        return levels


def common_denominator(*denominators: IntArray) -> int:
    """Least common multiple of all of them; 1 for none."""
    multiple = 1
    for array in denominators:
        if array.size and int(array.max()) < 2**20:
            multiple = math.lcm(multiple, *np.flatnonzero(np.bincount(array)).tolist())
        else:
            multiple = math.lcm(multiple, *np.unique(array).tolist())
    return multiple


def over_common(numerator: IntArray, denominator: IntArray, common: int) -> ExactArray:
    """Numerators over a common denominator.

    Args:
        numerator, denominator: arrays of the same shape, or that broadcast.
    """
    if numerator.size == 0:
        return np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape), dtype=np.int64)
    scaled: ExactArray
    if int(denominator.min()) == common:
        return numerator
    if int(denominator.max()) < 2**20:
        known = np.flatnonzero(np.bincount(denominator.ravel()))
        factors = [0] * (int(known[-1]) + 1)
        for number in known.tolist():
            factors[number] = common // number
        largest = max(factors) * max(abs(int(numerator.min())), int(numerator.max()))
        table: ExactArray = np.array(factors, dtype=np.int64 if largest < MACHINE_LIMIT else object)
        scaled = numerator * table[denominator]
    else:
        scaled = numerator * (common // denominator.astype(object))
    return scaled


def sum_by_cell(cell: IntArray, value: ExactArray, cell_count: int) -> ExactArray:
    """sums[cell] of the values that fall in each cell, exactly.

    Args:
        cell: cell[value], 0 to cell_count − 1.
        value: in the order of `cell`.
    """
    if value.size == 0:
        return np.zeros(cell_count, dtype=np.int64)
    highest = max(abs(int(value.min())), abs(int(value.max()))) * value.size
    if highest < FLOAT_LIMIT:
        return np.bincount(cell, weights=value.astype(np.float64), minlength=cell_count).astype(np.int64)
    sums: ExactArray = np.zeros(cell_count, dtype=np.int64 if highest < MACHINE_LIMIT else object)
    np.add.at(sums, cell, value)
    return sums


def _runs(is_near: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """(start, stop) of every stretch in which each value but the first is near the one before it."""
    changes = np.flatnonzero(np.diff(np.concatenate(([False], is_near, [False])).astype(np.int8)))
    return [(int(start) - 1, int(stop)) for start, stop in changes.reshape(-1, 2)]
