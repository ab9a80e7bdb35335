"""What a unit is ranked by, whatever the format: a fraction (percentages, points) or a sum of roots (PM)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.percent import rounded_percent
from tournaments.core.ranking.roots import RootSum

Value = Fraction | RootSum


@dataclass(frozen=True, slots=True)
class RankingPart:
    """One session, or one event of a championship."""

    values: Sequence[Value | None]
    """values[unit]; None for a unit that did not take part."""
    coefficient: Fraction = Fraction(1)


def combine_parts(
    parts: Sequence[RankingPart], *, carried: Sequence[Value | None] | None = None, best: int | None = None
) -> tuple[Value | None, ...]:
    """Sum of the parts by their coefficients, and of what was carried into them.

    Args:
        carried: carried[unit], added as it is.
        best: only so many parts of a unit count, its best ones after their coefficients; all by default.

    Returns:
        values[unit]; None for a unit that was in no part.

    Raises:
        TournamentError: `parts_length`, when the parts do not have the same units.

    Source:
        FFT, Règlement officiel (2012) R19: sums of session percentages, each with a coefficient.
    """
    lengths = {len(part.values) for part in parts} | ({len(carried)} if carried is not None else set())
    if len(lengths) > 1:
        raise TournamentError("parts_length", f"parts of {sorted(lengths)} units", field="parts")
    totals: list[Value | None] = []
    for unit in range(lengths.pop() if lengths else 0):
        own = [scale(part.values[unit], part.coefficient) for part in parts]
        counted = sorted((value for value in own if value is not None), reverse=True)[:best]
        start = None if carried is None else carried[unit]
        totals.append(add(counted if start is None else [start, *counted]) if counted else None)
    return tuple(totals)


def subtract(values: Sequence[Value | None], penalties: Sequence[Fraction | int]) -> tuple[Value | None, ...]:
    """Every value less its penalty, in its own unit."""
    pairs = zip(values, penalties, strict=True)
    return tuple(None if value is None else add([value, like(value, -penalty)]) for value, penalty in pairs)


def add(values: Iterable[Value]) -> Value:
    """The sum of values of one kind; 0 for none.

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
    """A value multiplied by a number."""
    if value is None:
        return None
    return value.scaled(factor) if isinstance(value, RootSum) else value * factor


def like(value: Value, number: Fraction | int) -> Value:
    """A number as a value of the same kind."""
    return RootSum.of(number) if isinstance(value, RootSum) else Fraction(number)


def rounded_value(value: Value, places: int) -> Decimal:
    """A value for people, half away from zero."""
    return value.rounded(places) if isinstance(value, RootSum) else rounded_percent(value, places)
