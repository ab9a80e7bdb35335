"""Values by which units are ranked in any format: a fraction (percentages, points) or a sum of roots (PM).

Columns have one value per unit. They rank by whole numbers and compute a value only when it is read.
Percentages are rounded for display in this module alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import overload

import numpy as np

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.exact import MACHINE_LIMIT, FractionArray
from tournaments.core.ranking.places import level_values
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.score_grid import BoolArray, IntArray

Value = Fraction | RootSum
Column = Sequence[Value | int | None]
"""column[unit]; None for a unit without such a value."""


@dataclass(frozen=True, slots=True)
class RankingPart:
    """One session, or one event of a championship."""

    values: Sequence[Value | None]
    """values[unit]; None for a unit that did not take part."""
    coefficient: Fraction = Fraction(1)


def combine_parts(
    parts: Sequence[RankingPart], *, carried: Sequence[Value | None] | None = None, best: int | None = None
) -> tuple[Value | None, ...]:
    """Return the sum of the parts by their coefficients, and of the values carried into them.

    Args:
        carried: carried[unit], added as it is.
        best: number of parts of a unit that count, its best ones after their coefficients; None for all.

    Returns:
        values[unit]; None for a unit that was in no part.

    Raises:
        TournamentError: `parts_length`, if the parts do not have the same units.

    Source:
        FFT, Règlement officiel (2012) R19: sums of session percentages, each with a coefficient.
    """
    lengths = {len(part.values) for part in parts} | ({len(carried)} if carried is not None else set())
    if len(lengths) > 1:
        raise TournamentError("parts_length", f"parts of {sorted(lengths)} units", field="parts")
    totals: list[Value | None] = []
    for unit in range(lengths.pop() if lengths else 0):
        scaled_values = [scale(part.values[unit], part.coefficient) for part in parts]
        best_values = sorted((value for value in scaled_values if value is not None), reverse=True)[:best]
        start = None if carried is None else carried[unit]
        totals.append(
            add_values(best_values if start is None else [start, *best_values]) if best_values else None
        )
    return tuple(totals)


def subtract(values: Sequence[Value | None], penalties: Sequence[Fraction | int]) -> tuple[Value | None, ...]:
    """Return every value less its penalty, in its own unit."""
    pairs = zip(values, penalties, strict=True)
    return tuple(
        None if value is None else add_values([value, like(value, -penalty)]) for value, penalty in pairs
    )


def add_values(values: Iterable[Value]) -> Value:
    """Return the sum of values of one kind; 0 for none.

    Raises:
        TournamentError: `mixed_values`, for points and match points together.
    """
    fractions: list[Fraction] = []
    roots: list[RootSum] = []
    for value in values:
        roots.append(value) if isinstance(value, RootSum) else fractions.append(Fraction(value))
    if fractions and roots:
        raise TournamentError("mixed_values", "points and match points cannot be added", field="values")
    return RootSum.sum(roots) if roots else sum(fractions, start=Fraction(0))


def scale(value: Value | None, factor: Fraction) -> Value | None:
    """Return a value multiplied by a number."""
    if value is None:
        return None
    return value.scaled(factor) if isinstance(value, RootSum) else value * factor


def like(value: Value, number: Fraction | int) -> Value:
    """Return a number as a value of the same kind."""
    return RootSum.of(number) if isinstance(value, RootSum) else Fraction(number)


def rounded_value(value: Value, places: int) -> Decimal:
    """Return a value for display, rounded half away from zero."""
    return value.rounded(places) if isinstance(value, RootSum) else rounded_percent(value, places)


def rounded_percent(value: Fraction, places: int = 2) -> Decimal:
    """Return a percentage, rounded half away from zero in exact arithmetic.

    Args:
        value: a percentage, 0 to 100 or negative after penalties.
        places: number of decimals.

    Returns:
        A Decimal with that many decimals, so that 50 gives "50.00". The page writes the decimal comma.
    """
    numerator, denominator = abs(value.numerator) * 10**places, value.denominator
    units = (2 * numerator + denominator) // (2 * denominator)
    return Decimal(-units if value.numerator < 0 else units).scaleb(-places)


@dataclass(frozen=True, slots=True, eq=False)
class FractionColumn(Sequence[Fraction | None]):
    """Exact fractions of all units as arrays. Ten thousand of them rank in a millisecond."""

    fractions: FractionArray
    is_known: BoolArray
    """is_known[unit]: True if the unit has a value."""
    factor: int = 1
    """Factor of every fraction: 100 turns parts of a whole into per cent."""

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
        """Return levels[unit], as `levels_of`."""
        return np.where(self.is_known, self.fractions.levels() + 1, 0)

    def lowest_terms(self) -> list[tuple[int, int] | None]:
        """Return (numerator, denominator) of every unit in lowest terms; None without a value."""
        numerator = self.fractions.numerator
        # the fractions fit machine integers, but the factor may widen them
        if int(np.abs(numerator).max(initial=0)) * self.factor >= MACHINE_LIMIT:
            numerator = numerator.astype(object)
        numerator = numerator * self.factor
        common = np.gcd(numerator, self.fractions.denominator)
        pairs = zip(
            (numerator // common).tolist(), (self.fractions.denominator // common).tolist(), strict=True
        )
        return [
            pair if has_value else None for pair, has_value in zip(pairs, self.is_known.tolist(), strict=True)
        ]


def known_in(column: Column) -> BoolArray:
    """Return known[unit]: True if the unit has a value."""
    if isinstance(column, FractionColumn):
        return column.is_known
    return np.array([value is not None for value in column], dtype=np.bool_)


def levels_of(column: Column) -> IntArray:
    """Return levels[unit]: 0 for None, then whole numbers by value. Equal values share a level."""
    if isinstance(column, FractionColumn):
        return column.levels()
    is_known = known_in(column)
    numbers = [value for value in column if isinstance(value, Fraction | int)]
    # sums of roots have no array form
    if len(numbers) != np.count_nonzero(is_known):
        return level_values(column)
    levels = np.zeros(len(column), dtype=np.int64)
    levels[is_known] = 1 + _as_fractions(numbers).levels()
    return levels


def _as_fractions(values: Sequence[Fraction | int]) -> FractionArray:
    """Return fractions as arrays, of machine integers as long as they suffice."""
    parts = [value.as_integer_ratio() for value in values]
    largest = max((abs(number) for part in parts for number in part), default=0)
    array = np.array(parts, dtype=np.int64 if largest < MACHINE_LIMIT else object).reshape(-1, 2)
    return FractionArray(array[:, 0], array[:, 1])
