import numpy as np

from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import NOBODY
from tournaments.core.movements.search.annealing import spread_seats


def seat_counts(players):
    counts = np.zeros((players.max() + 1, 4), int)
    for four in players.reshape(-1, 4):
        counts[four[four != NOBODY], np.flatnonzero(four != NOBODY)] += 1
    return counts


def test_everyone_sits_in_each_seat_about_as_often():
    players = build_straight(7, 7).players

    spread = spread_seats(players)

    assert np.array_equal(np.sort(spread, axis=2), np.sort(players, axis=2))
    assert np.array_equal(spread[0], players[0])
    assert seat_counts(players).max() == 7
    assert seat_counts(spread).max() <= 3


def test_empty_tables_stay_empty():
    players = np.array([[[0, 1, 2, 3], [-1] * 4], [[0, 1, 2, 3], [-1] * 4]])

    spread = spread_seats(players)

    assert (spread[:, 1] == NOBODY).all()
    assert seat_counts(spread[:, :1]).max() == 1
