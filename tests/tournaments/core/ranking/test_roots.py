import json
import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.duels import duel_points
from tournaments.core.ranking.roots import RootSum, split_square

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "match_points.json").read_text(encoding="utf-8")
)
DIFFERENCES = st.lists(st.integers(-700, 700), max_size=20)


def root_sum(differences):
    return RootSum.sum(RootSum.signed_root(number) for number in differences)


@pytest.mark.parametrize("duel", PUBLISHED["duels"], ids=lambda duel: str(duel["points"]))
def test_published_duels(duel):
    first, second = duel_points(duel["first"] - duel["second"])

    assert first.rounded() == Decimal(duel["points"])
    assert str(second.rounded()) == str(-Decimal(duel["points"]))


@pytest.mark.parametrize(("difference", "points"), PUBLISHED["grid"].items())
def test_published_grid(difference, points):
    assert str(RootSum.signed_root(int(difference)).rounded()) == points


def test_equal_sums_are_equal_however_they_are_made():
    assert root_sum([8]) == root_sum([2, 2])
    assert root_sum([12, -3]) == root_sum([3])
    assert root_sum([50, -8, -18]) == RootSum()
    assert not root_sum([8]) < root_sum([2, 2])


def test_parts_of_roots_add_up_exactly():
    third, half = RootSum.of(Fraction(1, 3)), RootSum.signed_root(2).scaled(Fraction(1, 2))

    assert RootSum.sum([third, half, third, half, third]) == RootSum.of(1) + RootSum.signed_root(2)
    assert RootSum.sum([half, RootSum.signed_root(2), half.scaled(-3)]) == RootSum()
    assert half.scaled(0) == RootSum()
    assert half <= half
    assert third <= half
    assert not half <= third


def test_nearly_equal_sums_are_parted():
    near = root_sum([10, 10, 29]) - root_sum([14, 14, 17])

    assert near != RootSum()
    assert (root_sum([10, 10, 29]) < root_sum([14, 14, 17])) == (
        2 * math.sqrt(10) + math.sqrt(29) < 2 * math.sqrt(14) + math.sqrt(17)
    )


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (RootSum(), 3, "0.000"),
        (RootSum.of(Fraction(1, 2000)), 3, "0.001"),
        (RootSum.of(Fraction(-1, 2000)), 3, "-0.001"),
        (RootSum.of(Fraction(1, 2001)), 3, "0.000"),
        (RootSum.signed_root(2), 4, "1.4142"),
        (RootSum.signed_root(10) + RootSum.of(-4), 3, "-0.838"),
    ],
)
def test_rounding_is_half_away_from_zero(value, places, shown):
    assert str(value.rounded(places)) == shown


@given(DIFFERENCES, st.randoms(use_true_random=True))
@examples(25)
def test_order_of_the_boards_changes_nothing(differences, random):
    shuffled = list(differences)
    random.shuffle(shuffled)

    assert root_sum(shuffled) == root_sum(differences)
    assert math.isclose(
        float(root_sum(differences).rounded(9)),
        math.fsum(math.copysign(math.sqrt(abs(number)), number) for number in differences),
        abs_tol=1e-8,
    )


@given(DIFFERENCES)
@examples(25)
def test_match_points_of_both_units_sum_to_zero(differences):
    points = [duel_points(number) for number in differences]

    assert RootSum.sum(value for pair in points for value in pair) == RootSum()


@given(DIFFERENCES, DIFFERENCES)
@examples(25)
def test_sums_are_in_one_order(one, other):
    first, second = root_sum(one), root_sum(other)

    assert (first < second) + (second < first) + (first == second) == 1
    assert (first - second) + second == first


@given(st.integers(1, 5000))
@examples(25)
def test_a_number_is_its_squarefree_part_times_a_square(number):
    inside, outside = split_square(number)

    assert inside * outside**2 == number
    assert all(inside % (factor * factor) for factor in range(2, 71))
