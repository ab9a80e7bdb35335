from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.movement import NO_SET
from tournaments.core.movements.table_sizes import (
    TABLE_SIZES,
    build_seats,
    player_counts,
    round_counts,
    sizes,
)


@given(st.sampled_from([2, 3, 5, 6, 9, 16]), st.booleans(), st.data())
@examples(30)
def test_every_movement_is_sound_and_seats_everybody(seats, is_free, data):
    tables = data.draw(st.sampled_from(sizes(is_free=is_free)[:12]))
    players = data.draw(st.sampled_from(player_counts(seats, tables)))
    known = round_counts(seats, tables, players, is_free=is_free)
    if not known:
        return

    movement = build_seats(seats, tables, data.draw(st.sampled_from(known)), players, is_free=is_free)

    assert check_movement(movement).is_sound
    assert (movement.player_count, movement.shape.seat_count) == (players, seats)
    assert (movement.board_sets == NO_SET).all() == is_free


@pytest.mark.parametrize(("seats", "tables"), [(3, 5), (3, 7), (5, 7), (5, 11), (6, 7)])
def test_where_the_tables_are_a_prime_nobody_meets_twice(seats, tables):
    movement = build_seats(seats, tables, tables, seats * tables, is_free=False)

    assert [note.rule for note in check_movement(movement).notes] == []


def test_with_players_over_one_of_a_line_rests_and_nobody_twice_in_a_row():
    movement = build_seats(3, 5, 4, 16, is_free=True)

    resting = [set(range(16)) - set(movement.players[this_round].ravel().tolist()) for this_round in range(4)]

    assert [len(absent) for absent in resting] == [1, 1, 1, 1]
    assert all(one != other for one, other in pairwise(resting))


def test_one_table_plays_free_deals_all_evening():
    movement = build_seats(5, 1, 6, 5, is_free=True)

    assert movement.players.tolist() == [[[0, 1, 2, 3, 4]]] * 6


@pytest.mark.parametrize(
    ("figures", "code"),
    [((3, 1, 1, 3), "library_tables"), ((3, 5, 6, 15), "library_rounds"), ((3, 5, 5, 14), "library_units")],
)
def test_other_sizes_are_refused(figures, code):
    with pytest.raises(NoSuchMovement) as caught:
        build_seats(*figures, is_free=False)

    assert caught.value.code == code


def test_every_number_of_seats_but_four_has_both_kinds():
    assert {entry.format for entry in TABLE_SIZES} == {
        f"{kind}-{count}" for kind in ("seats", "free-seats") for count in (2, 3, *range(5, 17))
    }
