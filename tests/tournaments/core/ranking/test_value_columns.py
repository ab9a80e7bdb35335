"""Columns of values: the same order and the same values as one by one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.ranking.exact import FractionArray
from tournaments.core.ranking.places import level_values
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.value_columns import FractionColumn, levels_of

FRACTIONS = st.one_of(
    st.none(),
    st.fractions(-200, 200),
    st.integers(-5, 5),
    st.integers(0, 3).map(lambda n: Fraction(n, 3) + Fraction(1, 2**70)),
)


def ordered(levels):
    """Which pairs are lower, equal or higher: all that levels say."""
    numbers = [int(level) for level in levels]
    return [[(a > b) - (a < b) for b in numbers] for a in numbers]


@given(st.lists(FRACTIONS))
def test_levels_order_fractions_and_counts_as_comparing_them_does(values):
    assert ordered(levels_of(values)) == ordered(level_values(values))
    assert [level == 0 for level in levels_of(values)] == [value is None for value in values]


def test_levels_of_sums_of_roots_are_exact():
    twice = RootSum.signed_root(2) + RootSum.signed_root(2)

    assert levels_of([RootSum.signed_root(8), None, twice, RootSum.of(3)]).tolist() == [1, 0, 1, 2]


@pytest.fixture
def column():
    fractions = FractionArray(np.array([1, -3, 0, 2]), np.array([2, 4, 5, 4]))
    return FractionColumn(fractions, np.array([True, True, False, True]), 100)


def test_a_column_is_read_value_by_value(column):
    assert list(column) == [50, -75, None, 50]
    assert column[1:3] == (Fraction(-75), None)
    assert len(column) == 4


def test_a_column_knows_its_order_and_lowest_terms(column):
    assert ordered(levels_of(column)) == ordered([2, 1, 0, 2])
    assert column.lowest_terms() == [(50, 1), (-75, 1), None, (50, 1)]


def test_an_empty_column_has_no_levels():
    assert levels_of([]).tolist() == []
