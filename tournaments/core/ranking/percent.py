"""The one place where an exact percentage is rounded for people."""

from decimal import Decimal
from fractions import Fraction


def rounded_percent(value: Fraction, places: int = 2) -> Decimal:
    """Round half up (half away from zero below zero), in exact arithmetic.

    Args:
        value: a percentage, 0 to 100 or negative after penalties.
        places: decimals kept.

    Returns:
        A Decimal with that many decimals, so that 50 gives "50.00"; the decimal comma is the page's work.
    """
    whole, parts = abs(value.numerator) * 10**places, value.denominator
    units = (2 * whole + parts) // (2 * parts)
    return Decimal(-units if value.numerator < 0 else units).scaleb(-places)
