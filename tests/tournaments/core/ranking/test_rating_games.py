import numpy as np
import pytest

from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.rating import Rating
from tournaments.core.ranking.rating_games import list_games, rate_session
from tournaments.core.ranking.score_grid import PlayStatus, ScoreGrid


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

    after = rate_session(grid, mark_plays(grid), [Rating(1500, 100)] * 12)

    assert {round(rating.value, 9) for rating in after} == {1500}
    assert all(rating.games == 1 for rating in after)


def test_takers_move_more_than_defenders():
    grid = grid_of([60, 50])

    after = rate_session(grid, mark_plays(grid), [Rating()] * 8)

    assert after[0].value - 1500 > 1500 - after[1].value > 0
    assert [round(rating.value, 6) for rating in after[1:4]] == [round(after[1].value, 6)] * 3


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
