"""Sums of square roots without rounding: what match points (PM) are added up and ranked with.

√12 is 2√3 and √9 is 3, so every sum is written in one way only as whole or fractional multiples of roots of
numbers without a square factor. Two sums are equal exactly when these multiples are.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

GUARD_DIGITS = 40
"""Decimals with which two different sums are compared; sums of many thousand roots keep thirty of them."""


@dataclass(frozen=True, slots=True)
class RootSum:
    """An exact sum of multiples of square roots, 0 by default: add, subtract, negate, scale, compare."""

    terms: tuple[tuple[int, Fraction], ...] = ()
    """(number without a square factor, its multiple), by number, no multiple being 0; 1 stands for units."""

    @classmethod
    def of(cls, whole: int | Fraction) -> "RootSum":
        """A number as a sum."""
        return cls(((1, Fraction(whole)),) if whole else ())

    @classmethod
    def signed_root(cls, number: int) -> "RootSum":
        """sign(number) × √|number|."""
        if number == 0:
            return cls()
        inside, outside = split_square(abs(number))
        return cls(((inside, Fraction(outside if number > 0 else -outside)),))

    @classmethod
    def sum(cls, values: "Iterable[RootSum]") -> "RootSum":
        """All of them together, in any order."""
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
        """The sum multiplied by a number."""
        return RootSum(tuple((inside, multiple * factor) for inside, multiple in self.terms if factor))

    def __lt__(self, other: "RootSum") -> bool:
        return self != other and self.units(GUARD_DIGITS) < other.units(GUARD_DIGITS)

    def __le__(self, other: "RootSum") -> bool:
        return not other < self

    def units(self, places: int) -> int:
        """The sum in units of 10^−places, rounded down term by term: compare, do not show."""
        return sum(_scaled_root(inside, multiple, places) for inside, multiple in self.terms)

    def rounded(self, places: int = 3) -> Decimal:
        """The sum to some decimals, half away from zero: PM are shown with 3, on players' sheets with 4."""
        guarded = self.units(places + GUARD_DIGITS)
        if len(self.terms) == 1 and self.terms[0][0] == 1:
            exact = abs(self.terms[0][1]) * 10**places
            rounded = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
        else:
            rounded = (2 * abs(guarded) + 10**GUARD_DIGITS) // (2 * 10**GUARD_DIGITS)
        return Decimal(-rounded if guarded < 0 else rounded).scaleb(-places)


@lru_cache(maxsize=8_192)
def split_square(number: int) -> tuple[int, int]:
    """(inside, outside) with number = inside × outside², the inside having no square factor.

    Args:
        number: at least 1; scores of deals differ by a few thousand at most, larger ones take longer.
    """
    inside, outside, divisor = number, 1, 2
    while divisor * divisor <= inside:
        while inside % (divisor * divisor) == 0:
            inside //= divisor * divisor
            outside *= divisor
        divisor += 1
    return inside, outside


def _scaled_root(inside: int, multiple: Fraction, places: int) -> int:
    """multiple × √inside × 10^places, rounded toward zero."""
    square = inside * multiple.numerator**2 * 10 ** (2 * places) // multiple.denominator**2
    return math.isqrt(square) if multiple > 0 else -math.isqrt(square)
