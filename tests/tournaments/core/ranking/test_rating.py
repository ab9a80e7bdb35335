import json
import math
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.rating import (
    SCALE,
    START,
    Game,
    Rating,
    RatingSystem,
    list_games,
    rate_session,
)
from tournaments.core.ranking.score_grid import PlayStatus, ScoreGrid

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "glicko2.json").read_text(encoding="utf-8")
)
GAMES = [Game(game["opponent"], game["deviation"], game["score"]) for game in PUBLISHED["games"]]
PLAYER = Rating(*PUBLISHED["player"].values())


def test_published_example():
    rating = RatingSystem(change=0.5).rate(PLAYER, GAMES)

    assert f"{(rating.value - START) / SCALE:.4f}" == PUBLISHED["after"]["mu"]
    assert f"{rating.deviation / SCALE:.4f}" == PUBLISHED["after"]["phi"]
    assert rating.value == pytest.approx(float(PUBLISHED["after"]["rating"]), abs=0.01)
    assert f"{rating.deviation:.2f}" == PUBLISHED["after"]["deviation"]
    assert rating.volatility == pytest.approx(float(PUBLISHED["after"]["volatility"]), abs=1e-5)
    assert rating.games == 3


def test_order_of_the_games_changes_nothing():
    assert len({RatingSystem().rate(PLAYER, order) for order in permutations(GAMES)}) == 1


def test_uncertainty_grows_without_a_game_up_to_that_of_a_newcomer():
    idle = RatingSystem().rate(PLAYER, [])

    assert (idle.value, idle.volatility, idle.games) == (PLAYER.value, PLAYER.volatility, 0)
    assert PLAYER.deviation < idle.deviation < 201
    assert RatingSystem().rate(Rating(), []).deviation == 350


def test_bounds_hold_the_value():
    low, high = PLAYER.bounds

    assert (low, high) == pytest.approx((1108, 1892))


@given(
    st.integers(800, 2200),
    st.integers(30, 350),
    st.lists(
        st.tuples(st.integers(800, 2200), st.integers(0, 350), st.floats(0, 0.9)), min_size=1, max_size=8
    ),
)
@examples(25)
def test_better_scores_give_a_better_rating_and_games_make_it_surer(value, deviation, rows):
    start = Rating(value, deviation)
    system = RatingSystem()

    rating = system.rate(start, [Game(opponent, spread, score) for opponent, spread, score in rows])
    better = system.rate(start, [Game(opponent, spread, score + 0.1) for opponent, spread, score in rows])

    assert better.value > rating.value
    assert rating.deviation < (deviation**2 + (173.7178 * rating.volatility) ** 2) ** 0.5


def step_five(rating, games, volatility, tau=0.5):
    """The function of step 5 of the paper, whose root is the new volatility."""
    mu, phi = (rating.value - START) / SCALE, rating.deviation / SCALE
    information, gain = 0.0, 0.0
    for game in games:
        certainty = 1 / math.sqrt(1 + 3 * (game.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-certainty * (mu - (game.opponent - START) / SCALE)))
        information += certainty**2 * expected * (1 - expected)
        gain += certainty * (game.score - expected)
    spread = phi**2 + 1 / information + volatility**2
    pull = volatility**2 * ((gain / information) ** 2 - spread) / (2 * spread**2)
    return pull - 2 * math.log(volatility / rating.volatility) / tau**2


@pytest.mark.parametrize(
    ("deviation", "count", "score"),
    # a surprise beyond the uncertainty, the expected result, and a volatility far below the one before
    [(30, 30, 1.0), (200, 3, 0.5), (30, 1, 0.5), (350, 200, 0.5)],
)
@pytest.mark.parametrize("before", [0.06, 2.5])
def test_volatility_is_the_root_of_step_five(deviation, count, score, before):
    start, games = Rating(1500, deviation, before), [Game(1500, 30, score)] * count

    volatility = RatingSystem().rate(start, games).volatility

    assert step_five(start, games, volatility * 0.9999) > 0 > step_five(start, games, volatility * 1.0001)


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_landslides_still_settle(score):
    rating = RatingSystem().rate(Rating(1500, 30), [Game(1500, 30, score)] * 200)

    assert abs(rating.value - 1500) < 2000
    assert 0 < rating.volatility < 1


def grid_of(scores, statuses=None):
    """One board taken by North; table t has players 4t to 4t + 3."""
    count = len(scores)
    return ScoreGrid(
        np.zeros(count),
        np.zeros(count),
        np.arange(4 * count).reshape(count, 4),
        np.array(scores),
        np.array(statuses or [0] * count),
        np.arange(4 * count) % 4,
    )


def test_each_deal_is_a_game_against_those_who_held_the_same_cards():
    grid = grid_of([60, 50, 50])
    ratings = [Rating(1500 + 10 * player, 60) for player in range(12)]

    games = list_games(grid, mark_plays(grid), ratings)

    (north,), (west,) = games[0], games[1]
    assert (north.opponent, north.score, north.weight) == (1560, 1.0, 1.0)
    assert north.deviation == pytest.approx(60 / 2**0.5)
    assert (west.opponent, west.score, west.weight) == (1570, 0.0, 1 / 3)
    assert games[4][0].score == 0.25


def test_equal_results_of_equals_move_nobody():
    grid = grid_of([50, 50, 50])

    ratings = rate_session(grid, mark_plays(grid), [Rating(1500, 100)] * 12)

    assert {round(rating.value, 9) for rating in ratings} == {1500}
    assert all(rating.games == 1 for rating in ratings)


def test_takers_move_more_than_defenders():
    grid = grid_of([60, 50])

    ratings = rate_session(grid, mark_plays(grid), [Rating()] * 8)

    assert ratings[0].value - 1500 > 1500 - ratings[1].value > 0
    assert [round(rating.value, 6) for rating in ratings[1:4]] == [round(ratings[1].value, 6)] * 3


def test_rows_in_any_order_give_the_same_ratings():
    grid = grid_of([60, 50, -52, 70])
    order = [2, 0, 3, 1]
    shuffled = ScoreGrid(
        grid.board, grid.taker_seat, grid.players[order], grid.score[order], grid.status, grid.line
    )
    ratings = [Rating(1400 + 17 * player, 50 + player) for player in range(16)]

    assert rate_session(grid, mark_plays(grid), ratings) == rate_session(
        shuffled, mark_plays(shuffled), ratings
    )


@pytest.mark.parametrize(
    "grid",
    [
        grid_of([60]),
        grid_of([60, 50], [PlayStatus.PLAYED, PlayStatus.NEUTRALISED]),
        grid_of([60, 50], [PlayStatus.COLLECTIVE_ZERO] * 2),
    ],
    ids=["alone", "neutralised", "zero"],
)
def test_plays_without_a_field_are_no_game(grid):
    games = list_games(grid, mark_plays(grid), [Rating()] * grid.player_count)

    assert not any(games)
