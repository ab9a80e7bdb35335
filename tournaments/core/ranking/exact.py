"""Exact sums of fractions per player: machine integers as long as they suffice, larger integers beyond."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tournaments.core.ranking.score_grid import BoolArray, IntArray

ExactArray = npt.NDArray[np.int64] | npt.NDArray[np.object_]
"""Integers that are never rounded: machine integers as long as they suffice, of any size beyond."""

FLOAT_LIMIT = 2**53
"""Bound below which sums of whole numbers in floating point are exact."""
MACHINE_LIMIT = 2**62
NEAR = 2.0**-44
"""Least difference of two floating-point quotients, as a part of the largest, whose order is certain."""


@dataclass(frozen=True, slots=True, eq=False)
class FractionArray:
    """One exact fraction per player."""

    numerator: ExactArray
    denominator: ExactArray
    """Denominators above 0, not necessarily in lowest terms."""

    def at(self, player: int, factor: int = 1) -> Fraction:
        """Return the fraction of one player, times a number."""
        return Fraction(factor * int(self.numerator[player]), int(self.denominator[player]))

    def levels(self) -> IntArray:
        """Return levels[player]: whole numbers in the order of the fractions, the same for equal ones."""
        size = self.numerator.size
        if size == 0:
            return np.zeros(0, dtype=np.int64)
        # floating point sorts fast; only neighbours too near for it are compared exactly
        quotient = (self.numerator / self.denominator).astype(np.float64)
        order = np.argsort(quotient, kind="stable")
        gap = NEAR * max(1.0, float(np.abs(quotient).max()))
        is_near = np.diff(quotient[order]) <= gap
        rise = self._rises(order, is_near)
        # floating point put near fractions in the wrong order: sort each run exactly
        if (rise < 0).any():
            for start, stop in _runs(is_near):
                order[start:stop] = sorted(order[start:stop].tolist(), key=self.at)
            rise = self._rises(order, is_near)
        levels = np.empty(size, dtype=np.int64)
        levels[order] = np.append(0, np.cumsum(rise > 0))
        return levels

    def _rises(self, order: IntArray, is_near: BoolArray) -> IntArray:
        """Return rises[place]: the sign of the next fraction of the order less this one; 1 if not near."""
        lower, upper = order[:-1][is_near], order[1:][is_near]
        numerator, denominator = self.numerator, self.denominator
        if int(np.abs(numerator).max()) * int(denominator.max()) >= MACHINE_LIMIT:
            numerator, denominator = numerator.astype(object), denominator.astype(object)
        difference = numerator[upper] * denominator[lower] - numerator[lower] * denominator[upper]
        rises = np.ones(is_near.size, dtype=np.int64)
        rises[is_near] = np.sign(difference).astype(np.int64)
        return rises


def common_denominator(*denominators: IntArray) -> int:
    """Return the least common multiple of all denominators; 1 for none."""
    multiple = 1
    for array in denominators:
        # a count of small numbers is faster than sorting them
        if array.size and int(array.max()) < 2**20:
            multiple = math.lcm(multiple, *np.flatnonzero(np.bincount(array)).tolist())
        else:
            multiple = math.lcm(multiple, *np.unique(array).tolist())
    return multiple


def over_common(numerator: IntArray, denominator: IntArray, common: int) -> ExactArray:
    """Return numerators over a common denominator.

    Args:
        numerator, denominator: arrays of the same shape, or that broadcast.
    """
    # min() of an empty array fails
    if numerator.size == 0:
        return np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape), dtype=np.int64)
    scaled: ExactArray
    # the smallest one is the common one, so all are
    if int(denominator.min()) == common:
        return numerator
    if int(denominator.max()) < 2**20:
        distinct = np.flatnonzero(np.bincount(denominator.ravel()))
        factors = [0] * (int(distinct[-1]) + 1)
        for number in distinct.tolist():
            factors[number] = common // number
        largest = max(factors) * max(abs(int(numerator.min())), int(numerator.max()))
        table: ExactArray = np.array(factors, dtype=np.int64 if largest < MACHINE_LIMIT else object)
        scaled = numerator * table[denominator]
    else:
        scaled = numerator * (common // denominator.astype(object))
    return scaled


def sum_by_cell(cell: IntArray, value: ExactArray, cell_count: int) -> ExactArray:
    """Return sums[cell] of the values of each cell, exactly.

    Args:
        cell: cell[value], 0 to cell_count − 1.
        value: in the order of `cell`.
    """
    if value.size == 0:
        return np.zeros(cell_count, dtype=np.int64)
    highest = max(abs(int(value.min())), abs(int(value.max()))) * value.size
    if highest < FLOAT_LIMIT:
        # bincount adds in floating point, which is exact below the limit and much faster than add.at
        return np.bincount(cell, weights=value.astype(np.float64), minlength=cell_count).astype(np.int64)
    sums: ExactArray = np.zeros(cell_count, dtype=np.int64 if highest < MACHINE_LIMIT else object)
    np.add.at(sums, cell, value)
    return sums


def _runs(is_near: BoolArray) -> list[tuple[int, int]]:
    """Return (start, stop) of every run of places in which each is near the next one."""
    changes = np.flatnonzero(np.diff(np.concatenate(([False], is_near, [False])).astype(np.int8)))
    return [(int(start), int(stop) + 1) for start, stop in changes.reshape(-1, 2)]
