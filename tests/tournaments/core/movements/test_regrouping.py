"""Players who come and go at tables that deal their own cards: fours first, then threes, then fives."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.formats.game_rules import sizes_of_tables
from tournaments.core.formats.tournament_formats import DUPLICATE_INDIVIDUAL, FREE_DEALS, FRIENDLY_TOTAL
from tournaments.core.movements.catalogue import find_movement
from tournaments.core.movements.movement import NO_SET, NOBODY, Movement
from tournaments.core.movements.regrouping import TableSizes
from tournaments.core.movements.request import MovementRequest
from tournaments.core.movements.seat_changes import (
    join_tables,
    with_a_table_more,
    with_wider_tables,
    without_unit,
)
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL

SIZES = TableSizes(4, (3, 4, 5))


def free_hall(player_count: int, table_count: int, round_count: int = 4) -> Movement:
    request = MovementRequest(
        format="free_deals",
        table_count=table_count,
        round_count=round_count,
        player_count=player_count,
        boards_per_set=4,
    )
    return with_wider_tables(find_movement(request).movement, 5)


def hall_of(*tables: list[int]) -> Movement:
    """One round with these players, five seats a table."""
    rows = [[*table, *[NOBODY] * (5 - len(table))] for table in tables]
    narrow = Movement(
        "hall", np.array([[row[:4] for row in rows]]), np.full((1, len(rows)), NO_SET), FREE_INDIVIDUAL
    )
    wide = with_wider_tables(narrow, 5)
    return Movement("hall", np.array([rows]), wide.board_sets, wide.shape)


def counts(movement: Movement, this_round: int = 0) -> list[int]:
    return (movement.players[this_round] != NOBODY).sum(axis=1).tolist()


@pytest.mark.parametrize(
    ("tables", "gone", "expected"),
    [
        ([[0, 1, 2, 3], [4, 5, 6, 7]], 0, [3, 4]),
        ([[0, 1, 2], [3, 4, 5], [6, 7, 8]], 0, [0, 4, 4]),
        ([[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10]], 0, [3, 3, 4]),
        ([[0, 1, 2], [3, 4, 5, 6, 7], [8, 9, 10, 11]], 0, [3, 4, 4]),
        ([[0, 1, 2], [3, 4, 5]], 0, [0, 5]),
        ([[0, 1, 2]], 0, [0]),
    ],
    ids=[
        "three stay",
        "fill two threes",
        "one of a four",
        "one of a five",
        "two threes merge",
        "none is left",
    ],
)
def test_players_of_a_table_too_small_find_others(
    tables: list[list[int]], gone: int, expected: list[int]
) -> None:
    result = without_unit(hall_of(*tables), gone, 0, sizes=SIZES)

    assert counts(result.movement) == expected


@pytest.mark.parametrize(
    ("tables", "makes_threes", "expected"),
    [
        ([[0, 1, 2], [3, 4, 5, 6]], False, [4, 4, 0]),
        ([[0, 1, 2, 3], [4, 5, 6, 7]], False, [5, 4, 0]),
        ([[0, 1, 2, 3], [4, 5, 6, 7]], True, [3, 3, 3]),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]], False, [4, 4, 3]),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8]], False, [5, 5, 0]),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8]], True, [3, 4, 3]),
        ([[0, 1, 2, 3, 4]], False, [3, 3]),
    ],
    ids=["a three", "a five", "threes", "two fives end", "two fives", "a five and a four end", "one table"],
)
def test_one_player_more_is_seated(tables: list[list[int]], makes_threes: bool, expected: list[int]) -> None:
    movement = with_a_table_more(hall_of(*tables))

    come = join_tables(movement, 0, range(movement.player_count), SIZES, makes_threes=makes_threes)

    assert counts(come.movement) == expected
    assert (come.movement.players == movement.player_count).sum() == 1
    assert len(come.tables) == (expected[-1] > 0)


def test_a_player_joins_those_who_rest() -> None:
    first = hall_of([0, 1, 2, 3], [4, 5, 6], [])
    second = hall_of([0, 1, 2, 3], [], [])
    movement = Movement(
        "hall",
        np.concatenate([first.players, second.players]),
        np.full((2, 3), NO_SET),
        first.shape,
    )

    come = join_tables(movement, 1, range(7), SIZES)

    assert counts(come.movement, 1) == [4, 4, 0]
    assert come.tables == ((1, 1, NO_SET),)
    assert {row[3] for row in come.seats} == {4, 5, 6, 7}


def test_tables_with_a_result_keep_their_players() -> None:
    movement = with_a_table_more(hall_of([0, 1, 2], [3, 4, 5, 6]))

    come = join_tables(movement, 0, range(7), SIZES, closed=[(0, 0)])
    result = without_unit(hall_of([0, 1, 2], [3, 4, 5], [6, 7, 8]), 0, 0, sizes=SIZES, closed=[(0, 1)])

    assert counts(come.movement) == [3, 5, 0]
    assert result.movement.players[0, 1].tolist() == [3, 4, 5, NOBODY, NOBODY]
    assert counts(result.movement) == [0, 3, 5]


def test_a_round_still_to_be_drawn_gets_nobody() -> None:
    movement = with_a_table_more(hall_of([NOBODY] * 4, [NOBODY] * 4))

    come = join_tables(movement, 0, range(8), SIZES)

    assert come.seats == ()


def test_threes_are_made_of_different_players_in_each_round() -> None:
    movement = with_a_table_more(free_hall(20, 5))

    come = join_tables(movement, 0, range(20), SIZES, makes_threes=True)

    moved_players = Counter(row[3] for row in come.seats if row[3] != 20)
    assert set(moved_players.values()) == {1}
    assert len(moved_players) == 2 * 4


@examples(30)
@given(
    start=st.sampled_from([(12, 3), (19, 5), (20, 5), (21, 5), (22, 5)]),
    acts=st.lists(
        st.tuples(st.booleans(), st.integers(0, 40), st.integers(0, 3), st.booleans()), max_size=14
    ),
)
def test_any_sequence_seats_each_player_once_at_tables_of_three_to_five(start, acts) -> None:
    movement = free_hall(*start)
    present_units = set(range(start[0]))

    for is_arrival, number, first_round, makes_threes in acts:
        played_rounds = movement.players[:first_round].copy()
        if is_arrival:
            movement = with_a_table_more(movement)
            newcomer = movement.player_count
            come = join_tables(movement, first_round, present_units, SIZES, makes_threes=makes_threes)
            movement = come.movement
            present_units.add(newcomer)
            assert (movement.players[first_round:] == newcomer).any(axis=(1, 2)).all()
        else:
            present = sorted(
                player for player in present_units if (movement.players[first_round:] == player).any()
            )
            if not present:
                continue
            leaver = present[number % len(present)]
            movement = without_unit(
                movement, leaver, first_round, present_units - {leaver}, sizes=SIZES
            ).movement
            present_units.discard(leaver)
            assert not (movement.players[first_round:] == leaver).any()
        tables = played_rounds.shape[1]
        assert (movement.players[:first_round, :tables] == played_rounds).all()
        for seats in movement.players:
            players = seats[seats != NOBODY].tolist()
            assert len(players) == len(set(players))
            assert set((seats != NOBODY).sum(axis=1).tolist()) <= {0, 3, 4, 5}


def test_sizes_follow_the_game() -> None:
    assert sizes_of_tables(FREE_DEALS, "tarot-4") == SIZES
    assert sizes_of_tables(DUPLICATE_INDIVIDUAL, "tarot-4") is None
    assert sizes_of_tables(FRIENDLY_TOTAL, "papayou-5") == TableSizes(5, (3, 4, 5, 6))
    assert sizes_of_tables(FRIENDLY_TOTAL, "tarot-5") == TableSizes(5, (3, 4, 5))
    assert sizes_of_tables(FRIENDLY_TOTAL, "tarot-5-flambeuse") == TableSizes(5, (5,))
    assert sizes_of_tables(FRIENDLY_TOTAL, "tarot-8") is None
