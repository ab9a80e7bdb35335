"""Exact values as JSON: a number for people; kept, a fraction as text, a sum of roots as its terms."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import Column, FractionColumn, Value, rounded_percent

DECIMALS = 6
WrittenValue = int | str | list[list[int | str]] | None


def write_number(value: Fraction | RootSum | int, places: int = DECIMALS) -> int | float:
    """A JSON number with at most some decimals, half away from zero; whole values as whole numbers.

    Below a thousand million the shortest writing of the number has exactly these decimals.
    """
    rounded = (
        value.rounded(places) if isinstance(value, RootSum) else rounded_percent(Fraction(value), places)
    )
    return int(rounded) if rounded == int(rounded) else float(rounded)


def write_column(column: Column) -> list[WrittenValue]:
    """The values of all units in their order; None stays None."""
    if isinstance(column, FractionColumn):
        return [None if parts is None else _write_parts(*parts) for parts in column.lowest_terms()]
    return [write_value(value) for value in column]


def write_value(value: Value | int | None) -> WrittenValue:
    """4 as 4, ⁵⁴¹⁄₈ as "541/8", 4 − √10 as [[1, "4"], [10, "-1"]]."""
    if isinstance(value, RootSum):
        return [[inside, _write_parts(*multiple.as_integer_ratio())] for inside, multiple in value.terms]
    return _write_parts(*value.as_integer_ratio()) if isinstance(value, Fraction) else value


def read_value(written: WrittenValue) -> Value | int | None:
    """The value that `write_value` has written."""
    if isinstance(written, list):
        return RootSum(tuple((int(inside), _read_parts(str(multiple))) for inside, multiple in written))
    return _read_parts(written) if isinstance(written, str) else written


def read_values(written: Sequence[WrittenValue]) -> list[Value | int | None]:
    """The values that `write_column` has written."""
    return [read_value(value) for value in written]


def _write_parts(numerator: int, denominator: int) -> str:
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


def _read_parts(text: str) -> Fraction:
    """Faster than reading any text that a fraction may be written as."""
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))
