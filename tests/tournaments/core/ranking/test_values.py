from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.exact import FractionArray
from tournaments.core.ranking.places import level_values
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import (
    FractionColumn,
    RankingPart,
    add_values,
    combine_parts,
    levels_of,
    rounded_percent,
    rounded_value,
    subtract,
)

F = Fraction
ROOT_2 = RootSum.signed_root(2)
FRACTIONS = st.one_of(
    st.none(),
    st.fractions(-200, 200),
    st.integers(-5, 5),
    st.integers(0, 3).map(lambda n: Fraction(n, 3) + Fraction(1, 2**70)),
)


def test_sessions_add_up_by_their_coefficients():
    first, second = RankingPart([F(60), F(50), None]), RankingPart([F(40), None, None], F(2))

    assert combine_parts([first, second]) == (140, 50, None)


def test_carried_points_come_first_and_do_not_make_a_result_alone():
    part = RankingPart([F(10), None])

    assert combine_parts([part], carried=[F(1, 2), F(9)]) == (F(21, 2), None)
    assert combine_parts([part], carried=[None, None]) == (10, None)


def test_only_the_best_parts_count_in_a_championship():
    parts = [RankingPart([F(10)]), RankingPart([F(30)]), RankingPart([F(12)], F(2)), RankingPart([None])]

    assert combine_parts(parts, best=2) == (54,)
    assert combine_parts(parts, best=9) == (64,)


def test_match_points_add_up_exactly():
    parts = [RankingPart([ROOT_2]), RankingPart([ROOT_2], F(1, 2)), RankingPart([RootSum.of(-1)])]

    (total,) = combine_parts(parts)

    assert total == RootSum.sum([ROOT_2.scaled(F(3, 2)), RootSum.of(-1)])
    assert str(rounded_value(total, 3)) == "1.121"


def test_penalties_are_in_the_unit_of_the_value():
    assert subtract([F(60), None], [F(1, 2), 3]) == (F(119, 2), None)
    assert subtract([RootSum.of(4)], [1]) == (RootSum.of(3),)


def test_nothing_adds_up_to_nothing():
    assert combine_parts([]) == ()
    assert add_values([]) == 0


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: combine_parts([RankingPart([F(1)]), RankingPart([F(1), F(2)])]), "parts_length"),
        (lambda: combine_parts([RankingPart([F(1)])], carried=[]), "parts_length"),
        (lambda: add_values([F(1), RootSum.of(1)]), "mixed_values"),
    ],
)
def test_parts_that_do_not_fit_are_refused(ask, code):
    with pytest.raises(TournamentError) as caught:
        ask()

    assert caught.value.code == code


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(5764, 100), "57.64"),
        (Fraction(200, 3), "66.67"),
        (Fraction(50), "50.00"),
        (Fraction(0), "0.00"),
        (Fraction(12345, 1000), "12.35"),
        (Fraction(12335, 1000), "12.34"),
        (Fraction(-5, 1000), "-0.01"),
        (Fraction(99999, 1000), "100.00"),
    ],
)
def test_half_goes_up(value, text):
    assert str(rounded_percent(value)) == text


def test_other_numbers_of_decimals():
    assert rounded_percent(Fraction(200, 3), places=0) == Decimal(67)
    assert str(rounded_percent(Fraction(200, 3), places=4)) == "66.6667"


@given(st.fractions(min_value=-100, max_value=100))
def test_rounding_is_never_off_by_more_than_half_a_unit(value):
    assert abs(Fraction(rounded_percent(value)) - value) <= Fraction(1, 200)


def ordered(levels):
    """Return the comparison of each pair, all that levels express: lower, equal or higher."""
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


def test_lowest_terms_are_exact_beyond_machine_integers():
    column = FractionColumn(FractionArray(np.array([2**61 - 1]), np.array([2**61])), np.array([True]), 100)

    assert column.lowest_terms() == [(25 * (2**61 - 1), 2**59)]


def test_an_empty_column_has_no_levels():
    assert levels_of([]).tolist() == []
