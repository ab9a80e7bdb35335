"""Exact sums of square roots, in which match points (PM) are added up and ranked.

√12 is 2√3 and √9 is 3, so every sum has exactly one form: whole or fractional multiples of roots of numbers
without a square factor. Two sums are equal if and only if these multiples are.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

GUARD_DIGITS = 40
"""Decimals with which two different sums are compared. Sums of many thousand roots keep thirty of them."""


@dataclass(frozen=True, slots=True)
class RootSum:
    """An exact sum of multiples of square roots, 0 by default."""

    terms: tuple[tuple[int, Fraction], ...] = ()
    """Pairs (number without a square factor, its multiple), by number; no multiple is 0."""

    @classmethod
    def of(cls, number: int | Fraction) -> "RootSum":
        """Return a number as a sum."""
        return cls(((1, Fraction(number)),) if number else ())

    @classmethod
    def signed_root(cls, number: int) -> "RootSum":
        """Return sign(number) × √|number|."""
        if number == 0:
            return cls()
        inside, outside = split_square(abs(number))
        return cls(((inside, Fraction(outside if number > 0 else -outside)),))

    @classmethod
    def sum(cls, values: "Iterable[RootSum]") -> "RootSum":
        """Return the sum of all values. Their order does not matter."""
        # counting whole multiples is much faster than adding fractions
        multiples: Counter[int] = Counter()
        exact: dict[int, Fraction] = {}
        for value in values:
            for inside, multiple in value.terms:
                if multiple.denominator == 1:
                    multiples[inside] += multiple.numerator
                else:
                    exact[inside] = exact.get(inside, Fraction(0)) + multiple
        for inside, count in multiples.items():
            exact[inside] = exact.get(inside, Fraction(0)) + count
        return cls(tuple((inside, exact[inside]) for inside in sorted(exact) if exact[inside]))

    def __add__(self, other: "RootSum") -> "RootSum":
        return RootSum.sum((self, other))

    def __neg__(self) -> "RootSum":
        return self.scaled(-1)

    def __sub__(self, other: "RootSum") -> "RootSum":
        return RootSum.sum((self, -other))

    def scaled(self, factor: int | Fraction) -> "RootSum":
        """Return the sum multiplied by a number."""
        return RootSum(tuple((inside, multiple * factor) for inside, multiple in self.terms if factor))

    def __lt__(self, other: "RootSum") -> bool:
        # equality is exact; the order of different sums needs only the guard digits
        return self != other and self.units(GUARD_DIGITS) < other.units(GUARD_DIGITS)

    def __le__(self, other: "RootSum") -> bool:
        return not other < self

    def units(self, places: int) -> int:
        """Return the sum in units of 10^−places for comparison; each term is rounded toward zero."""
        return sum(_scaled_root(inside, multiple, places) for inside, multiple in self.terms)

    def rounded(self, places: int = 3) -> Decimal:
        """Return the sum to some decimals, half away from zero. Pages show 3 decimals, players' sheets 4."""
        guarded_units = self.units(places + GUARD_DIGITS)
        # a rational number: round it exactly
        if len(self.terms) == 1 and self.terms[0][0] == 1:
            exact = abs(self.terms[0][1]) * 10**places
            rounded_units = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
        else:
            rounded_units = (2 * abs(guarded_units) + 10**GUARD_DIGITS) // (2 * 10**GUARD_DIGITS)
        return Decimal(-rounded_units if guarded_units < 0 else rounded_units).scaleb(-places)


@lru_cache(maxsize=8_192)
def split_square(number: int) -> tuple[int, int]:
    """Return (inside, outside) with number = inside × outside², the inside without a square factor.

    Args:
        number: at least 1. Scores of deals differ by a few thousand at most; larger numbers take longer.
    """
    # trial division is enough: scores are small, and results are cached
    inside, outside, divisor = number, 1, 2
    while divisor * divisor <= inside:
        while inside % (divisor * divisor) == 0:
            inside //= divisor * divisor
            outside *= divisor
        divisor += 1
    return inside, outside


def _scaled_root(inside: int, multiple: Fraction, places: int) -> int:
    """Return multiple × √inside × 10^places, rounded toward zero."""
    square = inside * multiple.numerator**2 * 10 ** (2 * places) // multiple.denominator**2
    return math.isqrt(square) if multiple > 0 else -math.isqrt(square)
