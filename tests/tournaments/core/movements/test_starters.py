from collections import Counter

import numpy as np
import pytest

from tournaments.core.movements.check import check_movement, meetings
from tournaments.core.movements.constructed import build_from_starter, starter_rounds, starter_sizes
from tournaments.core.movements.encounters import comparison_matrix


def whole(name, table_count):
    return build_from_starter(name, table_count, starter_rounds(name, table_count))


def comparisons(movement):
    return Counter(comparison_matrix(movement)[np.triu_indices(movement.player_count, 1)].tolist())


@pytest.mark.parametrize("table_count", starter_sizes("golfers"))
def test_golfers_meet_nobody_twice(table_count):
    movement = whole("golfers", table_count)

    assert check_movement(movement).is_sound
    assert set(meetings(movement).values()) == {1}
    assert movement.players[0].ravel().tolist() == list(range(4 * table_count))


@pytest.mark.parametrize("table_count", starter_sizes("whist"))
def test_whist_players_meet_everyone_three_times(table_count):
    movement = whole("whist", table_count)

    assert check_movement(movement).is_sound
    assert movement.round_count == 4 * table_count - 1
    assert Counter(meetings(movement).values()) == {3: movement.player_count * movement.round_count // 2}


@pytest.mark.parametrize(
    ("table_count", "round_count"), [(4, 5), (6, 7), (7, 9), (8, 9), (9, 10), (10, 13), (13, 17)]
)
def test_rounds_of_the_golfers(table_count, round_count):
    assert starter_rounds("golfers", table_count) == round_count


@pytest.mark.parametrize(
    ("name", "table_count", "times"), [("whist", 2, 1), ("whist", 3, 2), ("whist", 4, 3), ("golfers", 4, 1)]
)
def test_small_ones_compare_everyone_as_often(name, table_count, times):
    movement = whole(name, table_count)

    assert set(comparisons(movement)) == {times}


@pytest.mark.parametrize(("table_count", "players"), [(4, 16), (7, 28), (10, 40), (13, 52)])
def test_golfers_of_a_resolvable_design_meet_everyone(table_count, players):
    assert len(meetings(whole("golfers", table_count))) == players * (players - 1) // 2


def test_tables_share_the_boards_of_the_round():
    movement = build_from_starter("whist", 3, 4)

    assert movement.board_sets.tolist() == [[0] * 3, [1] * 3, [2] * 3, [3] * 3]
    assert movement.tables_per_set == 3
