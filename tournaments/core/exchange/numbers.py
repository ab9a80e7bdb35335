"""Exact values as JSON numbers."""

from fractions import Fraction

from tournaments.core.ranking.percent import rounded_percent
from tournaments.core.ranking.roots import RootSum

DECIMALS = 6


def write_number(value: Fraction | RootSum | int, places: int = DECIMALS) -> int | float:
    """A JSON number with at most some decimals, half away from zero; whole values as whole numbers.

    Below a thousand million the shortest writing of the number has exactly these decimals.
    """
    rounded = (
        value.rounded(places) if isinstance(value, RootSum) else rounded_percent(Fraction(value), places)
    )
    return int(rounded) if rounded == int(rounded) else float(rounded)
