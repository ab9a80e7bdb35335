import numpy as np

from tests.tournaments.core.movements.clean_moves import is_clean
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.differences import build_from_moves, multiply_out
from tournaments.core.movements.fields import field_moves

STRAIGHT = np.arange(7)[:, None] * np.array([5, 1, 2, 6]) % 7


def test_moves_of_the_straight_movement_give_it():
    movement = build_from_moves("same", ClockGroup((7,)), STRAIGHT)

    assert np.array_equal(movement.players, build_straight(7, 7).players)
    assert np.array_equal(movement.board_sets, build_straight(7, 7).board_sets)


def test_moves_are_clean_exactly_when_the_checker_says_so():
    group = ClockGroup((7,))
    meets_again = STRAIGHT.copy()
    meets_again[3, 2] = meets_again[2, 2]

    for moves in (STRAIGHT, meets_again):
        report = check_movement(build_from_moves("some", group, moves))
        assert is_clean(group, moves) == (report.errors == () and report.notes == ())
    assert not is_clean(group, meets_again)


def test_product_of_two_fields_is_clean():
    group, moves = multiply_out(*field_moves(5), *field_moves(8))

    assert (group.moduli, moves.shape) == ((5, 2, 2, 2), (40, 4))
    assert is_clean(group, moves)
