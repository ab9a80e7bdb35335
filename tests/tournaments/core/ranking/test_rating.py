import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.ranking.rating import SCALE, START, Game, Rating, RatingSystem, expected_score

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "glicko2.json").read_text(encoding="utf-8")
)
GAMES = [Game(game["opponent"], game["deviation"], game["score"]) for game in PUBLISHED["games"]]
PLAYER = Rating(*PUBLISHED["player"].values())


def test_published_example():
    after = RatingSystem(change=0.5).rate(PLAYER, GAMES)

    assert f"{(after.value - START) / SCALE:.4f}" == PUBLISHED["after"]["mu"]
    assert f"{after.deviation / SCALE:.4f}" == PUBLISHED["after"]["phi"]
    assert after.value == pytest.approx(float(PUBLISHED["after"]["rating"]), abs=0.01)
    assert f"{after.deviation:.2f}" == PUBLISHED["after"]["deviation"]
    assert after.volatility == pytest.approx(float(PUBLISHED["after"]["volatility"]), abs=1e-5)
    assert after.games == 3


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


def test_expectation_is_symmetric():
    strong, weak = Rating(1700, 60), Rating(1500, 90)

    assert expected_score(strong, weak) > 0.7
    assert expected_score(strong, weak) + expected_score(weak, strong) == pytest.approx(1)


@given(
    st.integers(800, 2200),
    st.integers(30, 350),
    st.lists(
        st.tuples(st.integers(800, 2200), st.integers(0, 350), st.floats(0, 0.9)), min_size=1, max_size=8
    ),
)
@settings(max_examples=50)
def test_better_scores_give_a_better_rating_and_games_make_it_surer(value, deviation, rows):
    before = Rating(value, deviation)
    system = RatingSystem()

    after = system.rate(before, [Game(opponent, spread, score) for opponent, spread, score in rows])
    better = system.rate(before, [Game(opponent, spread, score + 0.1) for opponent, spread, score in rows])

    assert better.value > after.value
    assert after.deviation < (deviation**2 + (173.7178 * after.volatility) ** 2) ** 0.5


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_landslides_still_settle(score):
    after = RatingSystem().rate(Rating(1500, 30), [Game(1500, 30, score)] * 200)

    assert abs(after.value - 1500) < 2000
    assert 0 < after.volatility < 1
