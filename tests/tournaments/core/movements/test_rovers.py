import numpy as np
import pytest

from tournaments.core.movements.check import check_movement, meetings
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.lines import build_lines, most_rounds
from tournaments.core.movements.movement import NOBODY
from tournaments.core.movements.rovers import add_rovers, rest_a_table


def rests(movement):
    """Rounds that each player sits out."""
    seated = [(movement.players == player).any(axis=(1, 2)).sum() for player in range(movement.player_count)]
    return movement.round_count - np.array(seated)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("table_count", range(5, 21))
def test_rovers_meet_no_set_twice_and_nobody_sits_out_twice(table_count, count):
    rounds = min(most_rounds(table_count), 8)

    movement = add_rovers(build_lines(table_count, rounds), count)

    assert movement is not None
    assert movement.player_count == 4 * table_count + count
    assert check_movement(movement).is_sound
    assert rests(movement).max() == 1
    assert rests(movement).sum() == rounds * count


@pytest.mark.parametrize("table_count", range(6, 21))
def test_from_six_tables_rovers_meet_nobody_twice(table_count):
    movement = add_rovers(build_lines(table_count, min(most_rounds(table_count), 7)), 3)

    assert set(meetings(movement).values()) == {1}


def test_at_five_tables_a_rover_meets_one_player_again():
    movement = add_rovers(build_straight(5, 5), 1)

    assert sorted(meetings(movement).values())[-2:] == [1, 2]


def test_those_who_wait_first_have_the_last_numbers():
    movement = add_rovers(build_straight(7, 7), 2)

    assert movement.players[0].ravel().tolist() == list(range(28))
    assert set(range(28, 30)) <= set(movement.players[1:].ravel().tolist())


def test_no_walk_is_said_so():
    crowded = build_straight(5, 5)

    assert add_rovers(crowded, 21) is None


@pytest.mark.parametrize("table_count", [5, 6, 7, 8, 10, 14, 20])
def test_a_table_rests_and_nobody_sits_out_twice(table_count):
    rounds = most_rounds(table_count)

    movement = rest_a_table(build_lines(table_count, rounds))

    assert check_movement(movement).is_sound
    assert movement.player_count == 4 * table_count - 1
    assert (movement.players[:, -1] == NOBODY).all()
    assert (movement.board_sets[:, -1] == NOBODY).all()
    assert rests(movement).max() == 1
    assert rests(movement).sum() == 3 * rounds
    assert set(meetings(movement).values()) == {1}


def test_thirty_one_players():
    movement = rest_a_table(build_lines(8, 7))

    assert movement.players[0, :7].ravel().tolist() == list(range(28))
    assert sorted(set(range(31)) - set(movement.players[0].ravel().tolist())) == [28, 29, 30]
    assert sorted(rests(movement).tolist()) == [0] * 10 + [1] * 21
