import numpy as np
import pytest

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.movement import Movement


def one_table(board_sets=((1,), (-1,))):
    return Movement(
        "one", players=np.array([[[0, 1, 2, 3]], [[-1, -1, -1, -1]]]), board_sets=np.array(board_sets)
    )


def test_movement_counts_its_axes():
    movement = one_table()

    assert (movement.round_count, movement.table_count) == (2, 1)
    assert (movement.player_count, movement.set_count) == (4, 2)


@pytest.mark.parametrize(("boards_per_set", "boards"), [(1, (2,)), (3, (4, 5, 6)), (4, (5, 6, 7, 8))])
def test_boards_are_numbered_from_one_by_set(boards_per_set, boards):
    assert one_table().boards(0, 0, boards_per_set) == boards


def test_table_without_a_set_has_no_boards():
    assert one_table().boards(1, 0, 4) == ()


def test_movement_keeps_its_own_read_only_arrays():
    players = np.array([[[0, 1, 2, 3]]])
    movement = Movement("one", players=players, board_sets=np.array([[0]]))

    players[0, 0, 0] = 9

    assert movement.players[0, 0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        movement.players[0, 0, 0] = 9


@pytest.mark.parametrize(
    ("players_shape", "sets_shape"),
    [((2, 3, 4), (3, 2)), ((2, 3, 3), (2, 3)), ((2, 3), (2, 3)), ((0, 3, 4), (0, 3))],
)
def test_arrays_that_do_not_fit_are_refused(players_shape, sets_shape):
    with pytest.raises(InvalidMovement, match="shape") as caught:
        Movement("bad", players=np.zeros(players_shape), board_sets=np.zeros(sets_shape))

    assert caught.value.code == "movement_shape"


def test_number_below_minus_one_is_refused():
    with pytest.raises(InvalidMovement, match="number -2 is below -1") as caught:
        one_table(board_sets=((0,), (-2,)))

    assert caught.value.values == {"number": -2}


@pytest.mark.parametrize(("copies", "tables_per_set"), [(0, 1), (2, 1)])
def test_copies_without_a_table_are_refused(copies, tables_per_set):
    with pytest.raises(InvalidMovement, match="copies") as caught:
        Movement(
            "bad", np.array([[[0, 1, 2, 3]]]), np.array([[0]]), tables_per_set=tables_per_set, copies=copies
        )

    assert caught.value.code == "movement_tables_per_set"
