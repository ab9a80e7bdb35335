import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from games.core.dealing.boards import board_taker
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement, meetings
from tournaments.core.movements.library.free_howell import build_free_howell
from tournaments.core.movements.library.howell import build_howell, build_howell_colours
from tournaments.core.movements.numbering import printed_players

DATA = Path(__file__).parents[4] / "data" / "tournaments" / "howell_controls.json"
PRINTED = json.loads(DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("movement", "printed"),
    [
        (build_howell(4, 5), "duplicate_sixteen"),
        (build_howell(3, 7), "duplicate_twelve"),
        (build_free_howell(3, 6, 12), "free_twelve"),
        (build_free_howell(4, 5, 16), "duplicate_sixteen"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.code,
)
def test_printed_table_is_played(movement, printed):
    assert printed_players(movement).tolist() == PRINTED[printed]


def same_seat_pairs(movement):
    """Return the number of rounds in which each pair of players holds the same seat, and so equal hands."""
    pairs = Counter()
    for this_round in movement.players:
        for seat in range(4):
            pairs.update(combinations(sorted(this_round[:, seat].tolist()), 2))
    return pairs


def test_sixteen_players_meet_once_and_are_compared_once():
    movement = build_howell(4, 5)

    assert len(meetings(movement)) == len(same_seat_pairs(movement)) == 120
    assert set(meetings(movement).values()) == set(same_seat_pairs(movement).values()) == {1}


@pytest.mark.parametrize(
    ("movement", "histogram"),
    [
        (build_howell(3, 7), {1: 9, 2: 54, 3: 3}),
        (build_free_howell(3, 6, 12), {1: 35, 2: 21, 3: 9, 4: 1}),
    ],
    ids=("duplicate", "free"),
)
def test_twelve_players_all_meet_as_often_as_found(movement, histogram):
    assert Counter(meetings(movement).values()) == histogram


def test_boards_of_a_round_go_round_all_tables():
    movement = build_howell(3, 7)

    assert movement.tables_per_set == 3
    assert movement.board_sets.tolist() == [[number] * 3 for number in range(7)]
    assert [movement.boards(position, 0, 3) for position in (0, 6)] == [(1, 2, 3), (19, 20, 21)]


def test_sixteen_players_attack_once_in_every_round():
    movement = build_howell(4, 5)

    for position in range(5):
        takers = {board_taker(board) for board in movement.boards(position, 0, 4)}
        assert takers == {0, 1, 2, 3}


@pytest.mark.parametrize(("table_count", "colours"), [(8, 2), (12, 3)])
def test_colours_play_the_rows_in_the_printed_order(table_count, colours):
    movement = build_howell_colours(table_count, 5)
    sixteen = build_howell(4, 5).players

    for colour, rows in enumerate(PRINTED["rows_of_colours"][:colours]):
        tables = slice(4 * colour, 4 * colour + 4)
        numbers = dict(zip(sixteen[rows[0] - 1].ravel(), movement.players[0, tables].ravel(), strict=True))

        assert movement.board_sets[:, tables].tolist() == [[row - 1] * 4 for row in rows]
        for position, row in enumerate(rows):
            expected = np.vectorize(numbers.get)(sixteen[row - 1])
            assert movement.players[position, tables].tolist() == expected.tolist()


def test_two_colours_share_the_boards_and_three_need_copies():
    two, three = build_howell_colours(8, 5), build_howell_colours(12, 5)

    assert (two.tables_per_set, two.copies) == (4, 1)
    assert (three.tables_per_set, three.copies) == (8, 2)
    assert check_movement(two).is_sound
    crowded = [
        (position, board_set)
        for position, row in enumerate(three.board_sets.tolist())
        for board_set, tables in sorted(Counter(row).items())
        if tables == 8
    ]
    assert crowded == [(0, 0), (1, 1)]


@pytest.mark.parametrize(
    ("build", "known"), [(lambda: build_howell(5, 5), (4,)), (lambda: build_howell_colours(9, 5), (8, 12))]
)
def test_other_tables_are_refused(build, known):
    with pytest.raises(NoSuchMovement) as caught:
        build()

    assert (caught.value.code, caught.value.values["known"]) == ("library_tables", known)


@pytest.mark.parametrize(("table_count", "most"), [(3, 7), (4, 5)])
def test_more_rounds_than_printed_are_refused(table_count, most):
    with pytest.raises(NoSuchMovement) as caught:
        build_howell(table_count, most + 1)

    assert caught.value.values["known"] == (most,)


def test_fifteen_players_meet_the_table_of_three_once_each():
    movement = build_free_howell(4, 5, 15)

    threes = movement.players[(movement.players == -1).any(axis=2)]

    assert check_movement(movement).is_sound
    assert sorted(threes[threes >= 0].tolist()) == list(range(15))


def test_fourteen_players_would_leave_a_table_of_two():
    with pytest.raises(NoSuchMovement) as caught:
        build_free_howell(4, 5, 14)

    assert (caught.value.code, caught.value.values["known"]) == ("library_units", (15,))
