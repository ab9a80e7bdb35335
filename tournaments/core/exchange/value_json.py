"""Exact values as JSON: numbers for people, texts and lists for storage.

Stored fractions are texts. Stored sums of roots are lists of their terms.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import Column, FractionColumn, Value, rounded_percent

DECIMALS = 6
WrittenValue = int | str | list[list[int | str]] | None


def write_number(value: Fraction | RootSum | int, places: int = DECIMALS) -> int | float:
    """Return a JSON number with at most `places` decimals, rounded half away from zero.

    Whole values are integers. Below a thousand million the shortest form of the number has exactly these
    decimals.
    """
    rounded = (
        value.rounded(places) if isinstance(value, RootSum) else rounded_percent(Fraction(value), places)
    )
    return int(rounded) if rounded == int(rounded) else float(rounded)


def write_column(column: Column) -> list[WrittenValue]:
    """Return the values of all units in their order. None stays None."""
    if isinstance(column, FractionColumn):
        return [None if parts is None else _write_parts(*parts) for parts in column.lowest_terms()]
    return [write_value(value) for value in column]


def write_value(value: Value | int | None) -> WrittenValue:
    """Return a value as JSON: 4 as 4, ⁵⁴¹⁄₈ as "541/8", 4 − √10 as [[1, "4"], [10, "-1"]]."""
    if isinstance(value, RootSum):
        return [[inside, _write_parts(*multiple.as_integer_ratio())] for inside, multiple in value.terms]
    return _write_parts(*value.as_integer_ratio()) if isinstance(value, Fraction) else value


def read_value(json_value: WrittenValue) -> Value | int | None:
    """Return the value from which `write_value` made this JSON value."""
    if isinstance(json_value, list):
        return RootSum(tuple((int(inside), _read_parts(str(multiple))) for inside, multiple in json_value))
    return _read_parts(json_value) if isinstance(json_value, str) else json_value


def read_values(json_values: Sequence[WrittenValue]) -> list[Value | int | None]:
    """Return the values from which `write_column` made these JSON values."""
    return [read_value(json_value) for json_value in json_values]


def _write_parts(numerator: int, denominator: int) -> str:
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


def _read_parts(text: str) -> Fraction:
    # faster than Fraction(text), which accepts many forms
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator), int(denominator or 1))
