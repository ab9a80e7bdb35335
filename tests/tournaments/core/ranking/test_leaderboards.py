from fractions import Fraction

import pytest

from tournaments.core.ranking.leaderboards import (
    Leaderboard,
    LeaderboardRow,
    PlayerRecord,
    Tally,
    build_leaderboard,
)
from tournaments.core.ranking.rating import Rating

F = Fraction
ANNE = PlayerRecord(
    key="anne",
    country="FR",
    rating=Rating(1780.004, 40, 0.06, 120),
    duplicate=Tally(F(5764), 100),
    free_deals=Tally(F(-50), 20),
    season=Tally(F(6190, 50), 4),
    career=Tally(F(500), 30),
)
BO = PlayerRecord(key="bo", country="BE", rating=Rating(1780.0, 60, 0.06, 40), duplicate=Tally(F(110), 2))
CY = PlayerRecord(key="cy", season=Tally(F(200), 5), career=Tally(F(200), 5), free_deals=Tally(F(10), 3))


def rows(board, **options):
    return build_leaderboard(board, [CY, ANNE, BO], **options)


def test_row_has_place_player_value_games_and_country():
    assert rows(Leaderboard.DUPLICATE) == (
        LeaderboardRow(1, "anne", F(5764, 100), 100, "FR"),
        LeaderboardRow(2, "bo", F(55), 2, "BE"),
    )


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (Leaderboard.RATING, [(1, "anne"), (1, "bo")]),
        (Leaderboard.FREE_DEALS, [(1, "cy"), (2, "anne")]),
        (Leaderboard.SEASON, [(1, "cy"), (2, "anne")]),
        (Leaderboard.CAREER, [(1, "anne"), (2, "cy")]),
    ],
)
def test_boards_rank_those_who_played(board, expected):
    assert [(row.place, row.key) for row in rows(board)] == expected


def test_rating_comes_with_two_deviations_to_each_side():
    assert {row.key: row.spread for row in rows(Leaderboard.RATING)}["bo"] == 120
    assert {row.spread for row in rows(Leaderboard.CAREER)} == {None}


def test_few_games_may_be_left_out():
    assert [row.key for row in rows(Leaderboard.RATING, least_games=41)] == ["anne"]


def test_mean_per_free_deal_is_exact():
    assert [row.value for row in rows(Leaderboard.FREE_DEALS)] == [F(10, 3), F(-5, 2)]
