from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.forecast import (
    Remaining,
    final_share,
    needed_mean,
    needed_value,
    place_bounds,
    share_bounds,
)
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.totals import Weights, compute_totals

F = Fraction
WEIGHTS = Weights()
HALFWAY = Remaining(F(100), 2, 2, F(360), 6, 2)
"""Attack 50 on two deals, two left; defence 60 on six, two left."""


def test_position_is_read_from_the_totals_of_a_session():
    grid = ScoreGrid(
        board=np.array([0, 0, 1, 1]),
        taker_seat=np.array([0, 0, 1, 1]),
        players=np.array([[0, 1, 2, 3], [4, 5, 6, 7]] * 2),
        score=np.array([60, 50, 56, 80]),
        status=np.zeros(4),
        line=np.arange(8) % 4,
    )
    totals = compute_totals(grid, mark_plays(grid), WEIGHTS, np.array([50, 0, 0, 0, 0, 0, 0, 0]))

    north, south = (Remaining.of(totals, player, attack_left=1, defence_left=3) for player in (0, 6))

    assert north == Remaining(F(100), 1, 1, F(100), 1, 3, penalty=F(1, 2))
    assert south == Remaining(F(0), 0, 1, F(100), 2, 3)
    assert north.deals_left == 4
    assert final_share(Remaining.of(totals, 0, attack_left=0, defence_left=0), F(0), WEIGHTS) == F(199, 2)


def test_bounds_are_those_of_all_zeros_and_all_tops():
    assert share_bounds(HALFWAY, WEIGHTS) == (F(25, 4) + F(135, 4), F(75, 4) + F(210, 4))


def test_needed_mean_reaches_the_target_exactly():
    need = needed_mean(HALFWAY, F(60), WEIGHTS)

    assert final_share(HALFWAY, need.mean, WEIGHTS) == 60
    assert (need.is_certain, need.is_possible) == (False, True)


@pytest.mark.parametrize(
    ("target", "is_certain", "is_possible"),
    [(F(40), True, True), (F(41), False, True), (F(285, 4), False, True), (F(72), False, False)],
)
def test_certain_and_impossible_targets_are_told(target, is_certain, is_possible):
    need = needed_mean(HALFWAY, target, WEIGHTS)

    assert (need.is_certain, need.is_possible) == (is_certain, is_possible)


def test_penalty_moves_the_bounds():
    fined = Remaining(F(0), 0, 0, F(100), 2, 0, penalty=F(1, 2))

    assert share_bounds(fined, WEIGHTS) == (F(99, 2), F(99, 2))
    assert needed_mean(fined, F(50), WEIGHTS).mean is None


@pytest.mark.parametrize(
    ("position", "weights", "bounds"),
    [
        (Remaining(F(50), 1, 1, F(0), 0, 0), Weights(0, 1), (F(25), F(75))),
        (Remaining(F(0), 0, 0, F(120), 2, 2), Weights(1, 0), (F(30), F(80))),
        (Remaining(F(50), 1, 0, F(120), 2, 2), Weights(1, 0), (F(50), F(50))),
    ],
)
def test_only_side_has_all_the_weight_even_if_its_own_is_nothing(position, weights, bounds):
    assert share_bounds(position, weights) == bounds


def test_player_without_any_deal_needs_nothing_and_reaches_nothing():
    need = needed_mean(Remaining(F(0), 0, 0, F(0), 0, 0), F(50), WEIGHTS)

    assert (need.mean, need.is_possible) == (None, False)


def test_places_are_bounded_by_counting():
    bounds = [(F(50), F(70)), (F(60), F(62)), (F(10), F(40)), (F(40), F(50))]

    assert place_bounds(bounds) == ((1, 2), (1, 2), (3, 4), (2, 3))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), min_size=1, max_size=6), st.data())
@examples(30)
def test_final_place_lies_within_its_bounds(rows, data):
    bounds = [(F(low), F(low + width)) for low, width in rows]
    final = [data.draw(st.sampled_from([low, (low + high) / 2, high])) for low, high in bounds]

    for value, (best, worst) in zip(final, place_bounds(bounds), strict=True):
        place = 1 + sum(rival_value > value for rival_value in final)
        assert best <= place <= worst


def test_value_that_makes_a_place_certain():
    rival_bounds = [(F(50), F(70)), (F(60), F(62)), (F(10), F(40))]

    assert [needed_value(rival_bounds, place) for place in (1, 2, 3, 4)] == [70, 62, 40, None]
