"""Columns of values, one per unit: whole numbers to rank them by, and each value only when it is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

import numpy as np

from tournaments.core.ranking.exact import MACHINE_LIMIT, FractionArray
from tournaments.core.ranking.places import level_values
from tournaments.core.ranking.score_grid import BoolArray, IntArray
from tournaments.core.ranking.values import Value

Column = Sequence[Value | int | None]
"""column[unit]; None for a unit without such a value."""


@dataclass(frozen=True, slots=True, eq=False)
class FractionColumn(Sequence[Fraction | None]):
    """Exact fractions of all units as arrays; ten thousand of them rank in a millisecond."""

    fractions: FractionArray
    is_known: BoolArray
    """is_known[unit]: the unit has a value."""
    factor: int = 1
    """What every fraction is multiplied by: 100 makes per cent of parts of a whole."""

    def __len__(self) -> int:
        return int(self.is_known.size)

    @overload
    def __getitem__(self, unit: int) -> Fraction | None: ...
    @overload
    def __getitem__(self, unit: slice) -> tuple[Fraction | None, ...]: ...
    def __getitem__(self, unit: int | slice) -> Fraction | tuple[Fraction | None, ...] | None:
        if isinstance(unit, slice):
            return tuple(self[number] for number in range(*unit.indices(len(self))))
        return self.fractions.at(unit, self.factor) if self.is_known[unit] else None

    def levels(self) -> IntArray:
        """levels[unit]: as `levels_of`."""
        return np.where(self.is_known, self.fractions.levels() + 1, 0)

    def lowest_terms(self) -> list[tuple[int, int] | None]:
        """(numerator, denominator) of every unit in lowest terms, all at once; None without a value."""
        numerator = self.fractions.numerator * self.factor
        common = np.gcd(numerator, self.fractions.denominator)
        pairs = zip(
            (numerator // common).tolist(), (self.fractions.denominator // common).tolist(), strict=True
        )
        return [pair if known else None for pair, known in zip(pairs, self.is_known.tolist(), strict=True)]


def known_in(column: Column) -> BoolArray:
    """known[unit]: the unit has a value."""
    if isinstance(column, FractionColumn):
        return column.is_known
    return np.array([value is not None for value in column], dtype=np.bool_)


def levels_of(column: Column) -> IntArray:
    """levels[unit]: 0 for None, then whole numbers in the order of the values, the same for equal ones."""
    if isinstance(column, FractionColumn):
        return column.levels()
    is_known = known_in(column)
    known = [value for value in column if isinstance(value, Fraction | int)]
    if len(known) != np.count_nonzero(is_known):
        return level_values(column)
    levels = np.zeros(len(column), dtype=np.int64)
    levels[is_known] = 1 + _as_fractions(known).levels()
    return levels


def _as_fractions(values: Sequence[Fraction | int]) -> FractionArray:
    """Fractions as arrays, of machine integers while they suffice."""
    parts = [value.as_integer_ratio() for value in values]
    largest = max((abs(number) for part in parts for number in part), default=0)
    array = np.array(parts, dtype=np.int64 if largest < MACHINE_LIMIT else object).reshape(-1, 2)
    return FractionArray(array[:, 0], array[:, 1])
