"""Finite fields: for a prime power of tables, at least 5, a movement of as many clean rounds as tables."""

from itertools import product

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.movement import IntArray

SMALLEST_FIELD = 5
"""Smallest order. Four columns need four different multipliers that are not 0."""

_Polynomial = tuple[int, ...]


def prime_power(number: int) -> tuple[int, int] | None:
    """Return (p, k) if the number is p to the power k with p prime and k ≥ 1; None for any other."""
    if number < 2:
        return None
    prime = next(divisor for divisor in range(2, number + 1) if number % divisor == 0)
    power = 0
    while number % prime == 0:
        number, power = number // prime, power + 1
    return (prime, power) if number == 1 else None


def field_moves(order: int) -> tuple[ClockGroup, IntArray]:
    """Return the group of a field and moves[round, line] = multiplier of the line × element of the round.

    There are `order` rounds. The multipliers are 1 and three other elements that are not 0. So the
    differences of two columns are multiples of a constant that is not 0, hence all distinct.

    Args:
        order: a prime power, at least 5.

    Source:
        R. C. Bose, On the application of the properties of Galois fields to hyper-Graeco-Latin squares,
        Sankhyā 3 (1938).
    """
    power = prime_power(order)
    if power is None or order < SMALLEST_FIELD:
        raise ValueError(f"{order} is not a prime power of at least {SMALLEST_FIELD}")
    prime, degree = power
    group = ClockGroup((prime,) * degree)
    modulus = _irreducible(prime, degree)
    elements = [tuple(hand.tolist()) for hand in group.hands(np.arange(order))]
    rows = [[_multiply(elements[m], x, modulus, prime) for m in _multipliers(order)] for x in elements]
    return group, group.element(np.array(rows))


def field_lines(order: int, line_count: int) -> tuple[IntArray, IntArray]:
    """Return lines of which no two, and no line and board set, meet twice in `order` rounds.

    Line m has gone m × x in the round of the element x. The boards go the way of the line that comes next.

    Args:
        order: a prime power.
        line_count: less than `order`.

    Returns:
        tables[round, line, home] and sets[round, table].

    Source:
        R. C. Bose (1938), as `field_moves`.
    """
    power = prime_power(order)
    if power is None or line_count >= order:
        raise ValueError(f"{line_count} lines of {order} tables are no lines of a field")
    prime, degree = power
    group, modulus = ClockGroup((prime,) * degree), _irreducible(prime, degree)
    elements = [tuple(hand.tolist()) for hand in group.hands(np.arange(order))]
    products = [[_multiply(element, x, modulus, prime) for element in elements] for x in elements]
    moves, tables = group.element(np.array(products)), np.arange(order)
    boards = moves[:, line_count]
    return (
        group.add(tables[None, None, :], moves[:, :line_count, None]),
        group.subtract(tables[None, :], boards[:, None]),
    )


def _multipliers(order: int) -> tuple[int, int, int, int]:
    """Return the multipliers of West, South, East and the boards: −2, 1, 2, −1 for prime orders."""
    return order - 2, 1, 2, order - 1


def _multiply(
    factor: _Polynomial, other_factor: _Polynomial, modulus: _Polynomial, prime: int
) -> _Polynomial:
    """Return the product in the field.

    Coefficients of the highest power come first, as many as the degree.
    """
    degree = len(factor)
    remainder = np.convolve(factor, other_factor) % prime
    while len(remainder) > degree:
        # long division by the modulus, whose leading coefficient is 1
        remainder[: degree + 1] -= remainder[0] * np.array(modulus)
        remainder = remainder[1:] % prime
    return tuple(
        int(coefficient) for coefficient in np.concatenate([np.zeros(degree, int), remainder])[-degree:]
    )


def _irreducible(prime: int, degree: int) -> _Polynomial:
    """Return the first irreducible polynomial of this degree with leading coefficient 1."""
    products = set()
    for low in range(1, degree // 2 + 1):
        for factor, other_factor in product(_monic(prime, low), _monic(prime, degree - low)):
            products.add(tuple((np.convolve(factor, other_factor) % prime).tolist()))
    return next(polynomial for polynomial in _monic(prime, degree) if polynomial not in products)


def _monic(prime: int, degree: int) -> list[_Polynomial]:
    return [(1, *coefficients) for coefficients in product(range(prime), repeat=degree)]
