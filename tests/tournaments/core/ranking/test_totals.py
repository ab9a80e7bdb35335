from fractions import Fraction

import numpy as np
import pytest

from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.totals import Weights, compute_totals


def grid_of(plays, player_count):
    """plays: (board, taker seat, four players, score)."""
    return ScoreGrid(
        board=np.array([play[0] for play in plays]),
        taker_seat=np.array([play[1] for play in plays]),
        players=np.array([play[2] for play in plays]),
        score=np.array([play[3] for play in plays]),
        status=np.zeros(len(plays)),
        line=np.arange(player_count) % 4,
    )


TWO_TABLES = [
    (1, 0, (0, 1, 2, 3), 60),
    (1, 0, (4, 5, 6, 7), 50),
    (2, 1, (0, 5, 2, 3), -52),
    (2, 1, (4, 1, 6, 7), 80),
]


def totals_of(plays, player_count=8, weights=None, penalty=None):
    grid = grid_of(plays, player_count)
    return compute_totals(grid, mark_plays(grid), weights or Weights(), penalty)


def test_attack_and_defence_are_means_of_their_own_deals():
    totals = totals_of(TWO_TABLES)

    assert totals.attack_count.tolist() == [1, 1, 0, 0, 1, 1, 0, 0]
    assert totals.defence_count.tolist() == [1, 1, 2, 2, 1, 1, 2, 2]
    assert [totals.attack_percents[player] for player in (0, 4, 5, 1)] == [100, 0, 0, 100]
    assert [totals.defence_percents[player] for player in (0, 2, 5, 6)] == [100, 50, 100, 50]


def test_overall_weighs_means_and_not_deals():
    west, east = (0, 1, 2, 3), (4, 5, 6, 7)
    plays = [(1, 0, west, 60), (1, 0, east, 50), (2, 0, west, 50), (2, 0, east, 60)]
    plays += [(3, 1, west, 50), (3, 1, east, 60)]

    totals = totals_of(plays)

    assert (totals.attack_count[0], totals.defence_count[0]) == (2, 1)
    assert (totals.attack_percents[0], totals.defence_percents[0]) == (50, 100)
    assert totals.overall_percents[0] == Fraction(50, 4) + Fraction(300, 4)


def test_overall_is_a_quarter_of_attack_and_three_quarters_of_defence():
    totals = totals_of(TWO_TABLES)

    assert totals.overall_percents[4] == 0
    assert totals.overall_percents[5] == Fraction(3, 4) * 100
    assert totals.overall_percents[1] == Fraction(1, 4) * 100


def test_player_without_attack_keeps_the_defence_alone_and_a_flag():
    totals = totals_of(TWO_TABLES)

    assert totals.attack_percents[2] is None
    assert totals.overall_percents[2] == totals.defence_percents[2] == 50
    assert totals.is_one_sided.tolist() == [False, False, True, True, False, False, True, True]


def test_player_without_defence_keeps_the_attack_alone():
    totals = totals_of([(1, 0, (0, 1, 2, 3), 60), (1, 0, (4, 5, 6, 7), 50)])

    assert totals.defence_percents[0] is None
    assert totals.overall_percents[0] == 100
    assert totals.is_one_sided[0]


def test_player_without_a_deal_has_no_percentage():
    totals = totals_of(TWO_TABLES, player_count=9)

    assert not totals.is_ranked[8]
    assert totals.overall_percents[8] is None
    assert not totals.is_one_sided[8]


def test_penalties_are_taken_off_after_all():
    penalty = np.array([0, 50, 0, 0, 150, 0, 0, 0])

    totals = totals_of(TWO_TABLES, penalty=penalty)

    assert totals.overall_percents[1] == 25 - Fraction(1, 2)
    assert totals.overall_percents[4] == Fraction(-3, 2)
    assert totals.penalty_percents[4] == Fraction(3, 2)
    assert totals.attack_percents[1] == 100


@pytest.mark.parametrize(
    ("weights", "overall"), [(Weights(1, 1), 50), (Weights(3, 1), 25), (Weights(0, 1), 100)]
)
def test_weights_are_configuration(weights, overall):
    assert totals_of(TWO_TABLES, weights=weights).overall_percents[5] == overall


def test_boards_of_unequal_fields_weigh_the_same():
    plays = [
        (1, 0, (0, 1, 2, 3), 60),
        (1, 0, (4, 5, 6, 7), 50),
        (1, 0, (8, 9, 10, 11), -52),
        (2, 0, (0, 5, 10, 11), 50),
        (2, 0, (4, 1, 2, 3), 60),
        (2, 0, (8, 9, 6, 7), 70),
        (2, 0, (12, 13, 14, 15), 80),
    ]

    totals = totals_of(plays, player_count=16)

    assert totals.attack_percents[0] == 50
    assert totals.attack_percents[4] == Fraction(50 + Fraction(100, 3), 2)
    assert totals.defence_percents[6] == Fraction(50 + Fraction(100, 3), 2)


def test_many_different_fields_stay_exact():
    sizes = (30, 32, 38, 42, 44, 48, 54, 60, 62, 68, 72)
    plays = [
        (board, 0, tuple(range(4 * table, 4 * table + 4)), 2 * table)
        for board, size in enumerate(sizes)
        for table in range(size)
    ]

    totals = totals_of(plays, player_count=4 * max(sizes))

    expected = sum(Fraction(100 * 7, size - 1) for size in sizes) / len(sizes)
    assert totals.attack_percents[4 * 7] == expected
    assert totals.attack.numerator.dtype == object
