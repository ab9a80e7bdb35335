from fractions import Fraction

import numpy as np
import pytest

from tournaments.core.ranking.exact import common_denominator, over_common, sum_by_cell


@pytest.mark.parametrize("size", [1, 2**40, 2**61, 2**70])
def test_sums_are_exact_in_every_size_of_numbers(size):
    value = np.array([size + 1, size, -3, 5], dtype=np.int64 if size < 2**62 else object)

    sums = sum_by_cell(np.array([0, 0, 1, 2]), value, 4)

    assert sums.tolist() == [2 * size + 1, -3, 5, 0]


@pytest.mark.parametrize("factor", [1, 10**7, 10**12])
def test_common_denominator_keeps_every_fraction(factor):
    numerator, denominator = np.array([1, 2, -5]), np.array([2, 3, 10]) * factor

    common = common_denominator(denominator)
    scaled = over_common(numerator, denominator, common)

    assert [Fraction(int(value), common) for value in scaled] == [
        Fraction(1, 2 * factor),
        Fraction(2, 3 * factor),
        Fraction(-1, 2 * factor),
    ]


def test_primes_beyond_the_machine_stay_exact():
    primes = np.array([101, 103, 107, 109, 113, 127, 131, 137, 139, 149])

    common = common_denominator(primes)

    assert [Fraction(int(v), common) for v in over_common(np.ones_like(primes), primes, common)] == [
        Fraction(1, int(prime)) for prime in primes
    ]
    assert common > 2**62


def test_nothing_adds_up_to_zeros():
    assert sum_by_cell(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), 2).tolist() == [0, 0]
    assert common_denominator(np.zeros(0, dtype=np.int64)) == 1
