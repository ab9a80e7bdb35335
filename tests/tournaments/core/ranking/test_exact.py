from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.exact import FractionArray, common_denominator, over_common, sum_by_cell


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


HUGE = 10**30
PARTS = st.sampled_from([0, 1, 2, 3, -1, HUGE, HUGE + 1, 3 * HUGE, 3 * HUGE + 3, -HUGE])
WHOLES = st.sampled_from([1, 2, 3, 6, HUGE, HUGE + 1, 3 * HUGE])


@given(st.lists(st.tuples(PARTS, WHOLES), max_size=12))
@examples(30)
def test_levels_are_in_the_order_of_the_fractions(rows):
    array = FractionArray(
        np.array([part for part, _ in rows], dtype=object),
        np.array([total for _, total in rows], dtype=object),
    )
    values = [Fraction(*row) for row in rows]

    levels = array.levels()

    distinct = sorted(set(values))
    assert levels.tolist() == [distinct.index(value) for value in values]
    assert [array.at(player) for player in range(len(rows))] == values


def test_levels_of_machine_numbers_tell_near_fractions_apart():
    near = FractionArray(np.array([10**15, 10**15 + 1, 2, 1]), np.array([10**15 + 1, 10**15 + 2, 4, 2]))

    assert near.levels().tolist() == [1, 2, 0, 0]
