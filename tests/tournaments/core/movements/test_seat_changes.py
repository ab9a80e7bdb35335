"""Leaving and sitting at each other's place, on movements that are being played."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.catalogue import find_by_code, find_movement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import NO_SET, NOBODY
from tournaments.core.movements.request import MovementRequest
from tournaments.core.movements.seat_changes import (
    boards_again,
    meetings_again,
    rounds_played,
    seat_arrival,
    swap_units,
    with_a_table_more,
    without_unit,
)


def build(format_code, tables, rounds, players=None):
    request = MovementRequest(
        format=format_code, table_count=tables, round_count=rounds, player_count=players, boards_per_set=4
    )
    return find_movement(request).movement


def test_a_table_of_four_rests_without_one_of_them():
    straight = build_straight(5, 5)

    result = without_unit(straight, 1, 2)

    assert result.resting == ((2, 1), (3, 4), (4, 2))
    assert result.short == ()
    for place in result.resting:
        assert (result.movement.players[place] == NOBODY).all()
        assert result.movement.board_sets[place] == NO_SET
    assert (result.movement.players[:2] == straight.players[:2]).all()


def test_free_deals_go_on_with_three_and_stop_with_two():
    free = build("free_deals", 5, 5)

    after_one = without_unit(free, 1, 0)
    twice = without_unit(after_one.movement, 0, 0)

    assert len(after_one.short) == 5
    assert after_one.resting == ()
    assert twice.resting == ((0, 0),)
    assert len(twice.short) == 4


def test_opponents_of_a_team_that_leaves_rest():
    line = build("triplets", 5, 5)

    result = without_unit(line, 0, 1)

    assert len(result.resting) == 4
    assert rounds_played(result.movement)[0] == 1


def test_who_has_left_cannot_leave_again():
    result = without_unit(build_straight(5, 5), 3, 2)

    with pytest.raises(InvalidMovement) as refused:
        without_unit(result.movement, 3, 2)

    assert refused.value.code == "unit_absent"


@examples(15)
@given(
    tables=st.sampled_from([5, 7]),
    unit=st.integers(0, 19),
    first_round=st.integers(0, 4),
)
def test_leaving_breaks_no_rule_but_that_everybody_sits(tables, unit, first_round):
    result = without_unit(build_straight(tables, 5), unit, first_round)

    errors = {finding.rule for finding in check_movement(result.movement).errors}

    assert errors <= {"M5"}
    assert rounds_played(result.movement).sum() == 20 * tables - 4 * len(result.resting)


def test_two_players_of_one_table_meet_the_same_boards():
    straight = build_straight(5, 5)

    swapped = swap_units(straight, 0, 2, [1])

    assert boards_again(straight, swapped) != ()
    assert boards_again(swapped, swapped) == ()
    same_table = swap_units(straight, 0, 2, [0])
    assert boards_again(straight, same_table) == ()
    assert meetings_again(straight, same_table) == ()
    assert same_table.players[0, 0].tolist() == [2, 1, 0, 3]


@examples(15)
@given(
    unit=st.integers(0, 27),
    other=st.integers(0, 27),
    rounds=st.lists(st.integers(0, 6), min_size=1, unique=True),
)
def test_swapping_twice_changes_nothing(unit, other, rounds):
    straight = build_straight(7, 7)
    if unit == other:
        return

    swapped = swap_units(straight, unit, other, rounds)
    back = swap_units(swapped, unit, other, rounds)

    assert (back.players == straight.players).all()
    assert (np.sort(swapped.players, axis=None) == np.sort(straight.players, axis=None)).all()
    assert (swapped.board_sets == straight.board_sets).all()


def test_teams_swap_defence_and_attack_together():
    home_and_away = build("quartets", 5, 4)

    swapped = swap_units(home_and_away, 0, 2, [0])

    assert {finding.rule for finding in check_movement(swapped).errors} <= {"M2"}


def test_two_who_rest_have_nothing_to_swap():
    result = without_unit(without_unit(build_straight(7, 7), 0, 3).movement, 9, 3)

    with pytest.raises(InvalidMovement) as refused:
        swap_units(result.movement, 0, 9, [3])

    assert refused.value.code == "swap_nothing"


def test_rounds_are_counted_up_to_the_end():
    straight = build_straight(5, 5)

    assert rounds_played(straight).tolist() == [5] * 20
    assert rounds_played(straight, 3).tolist() == [3] * 20


def resting_movement():
    """31 players: seven tables play, three people rest in each round."""
    return find_by_code("resting_table-8-6-31-4").movement


def test_one_who_rests_has_the_empty_seat_and_no_deal_is_lost():
    original = resting_movement()

    result = without_unit(original, 0, 2, range(31))

    assert result.resting == result.short == ()
    assert not (result.movement.players[2:] == 0).any()
    assert check_movement(result.movement).errors == ()
    assert (rounds_played(result.movement)[1:] >= rounds_played(original)[1:]).all()


@examples(10)
@given(unit=st.integers(0, 30), first_round=st.integers(0, 4))
def test_whoever_leaves_nobody_who_stays_plays_less_than_before(unit, first_round):
    original = resting_movement()

    result = without_unit(original, unit, first_round, range(31))

    assert {finding.rule for finding in check_movement(result.movement).errors} <= {"M5"}
    assert result.resting == ()
    assert (rounds_played(result.movement, unit_count=31) >= rounds_played(original))[
        np.arange(31) != unit
    ].all()


def test_those_who_came_late_take_turns_at_the_empty_place():
    result = without_unit(build_straight(5, 5), 0, 0, {20, 21})

    assert rounds_played(result.movement, unit_count=22)[[0, 20, 21]].tolist() == [0, 3, 2]
    assert {finding.rule for finding in check_movement(result.movement).errors} == {"M5"}


def test_who_has_left_fills_no_seat():
    original = resting_movement()
    after_one = without_unit(original, 0, 2, range(31))

    twice = without_unit(after_one.movement, 1, 2, range(1, 31))

    assert not (twice.movement.players[2:] == 0).any()
    assert all(unit not in (0, 1) for _, _, _, unit in twice.taken)
    assert check_movement(twice.movement).errors == ()


def test_one_more_makes_a_table_with_those_who_rest():
    come = seat_arrival(resting_movement(), 2, range(31))

    assert len(come.tables) == 4
    assert len([row for row in come.seats if row[3] == 31]) == 4
    for this_round, table, _ in come.tables:
        assert len({row[3] for row in come.seats if row[:2] == (this_round, table)}) == 4
    assert check_movement(come.movement).errors == ()


def test_table_of_those_who_came_late_is_opened_in_the_order_of_their_numbers():
    movement = with_a_table_more(build("free_deals", 5, 5, 20))

    come = seat_arrival(movement, 4, {24, 23, 22, 21}, unit=20)

    assert come.tables == ((4, 5, NO_SET),)
    assert [row[3] for row in come.seats] == [21, 22, 23, 20]


def test_one_more_sits_at_tables_of_three_in_free_deals():
    free = build("free_deals", 5, 5, 19)

    come = seat_arrival(free, 1, range(19))

    assert len(come.seats) == 4
    assert ((come.movement.players[1:] != NOBODY).sum(axis=(1, 2)) == 20).all()


def test_one_more_than_a_full_hall_has_no_seat():
    assert seat_arrival(build_straight(5, 5), 1, range(20)).seats == ()
