import numpy as np
import pytest

from tournaments.core.movements.check import check_movement, units_by_side
from tournaments.core.movements.library.teams import MATCH, TRIANGLE, build_match, build_triangle


def test_match_puts_both_attackers_on_the_boards_of_each_quarter():
    movement = build_match(2, 4, 2)

    assert units_by_side(movement).tolist() == [[[1, 0], [0, 1]], [[0, 1], [1, 0]]] * 2
    assert movement.board_sets.tolist() == [[quarter, quarter] for quarter in range(4)]
    assert (movement.tables_per_set, movement.copies) == (2, 1)
    assert check_movement(movement).is_sound


@pytest.mark.parametrize(("boards", "deals"), [(4, 16), (6, 24)])
def test_match_has_the_deals_of_the_rules(boards, deals):
    movement = build_match(2, 4, 2)

    assert boards in MATCH.boards_per_set(2)
    assert movement.set_count * boards == deals


def test_triangle_is_the_printed_one_in_both_halves():
    movement = build_triangle(3, 2, 3)

    halves = [
        [
            (*units_by_side(movement)[half, table].tolist(), int(movement.board_sets[half, table]))
            for table in range(3)
        ]
        for half in (0, 1)
    ]

    assert halves == [[(0, 2, 0), (1, 0, 1), (2, 1, 2)], [(0, 1, 1), (1, 2, 2), (2, 0, 0)]]


def test_pairs_of_a_triangle_play_their_block_both_ways():
    movement = build_triangle(3, 8, 3)
    teams = units_by_side(movement)
    games = {
        (int(teams[half, table, 0]), int(teams[half, table, 1]), int(movement.board_sets[half, table]))
        for half in range(8)
        for table in range(3)
    }

    assert check_movement(movement).is_sound
    assert len(games) == 24
    assert all((attacker, defender, block) in games for defender, attacker, block in games)


@pytest.mark.parametrize(("boards", "deals", "cases"), [(3, 24, 36), (6, 48, 72)])
def test_triangle_has_the_deals_of_the_rules(boards, deals, cases):
    movement = build_triangle(3, 8, 3)
    as_defender = (units_by_side(movement)[:, :, 0] == 0).any(axis=1)

    assert boards in TRIANGLE.boards_per_set(3)
    assert int(np.count_nonzero(as_defender)) * boards == deals
    assert movement.set_count * boards == cases
