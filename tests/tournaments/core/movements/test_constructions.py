import json
from pathlib import Path

import numpy as np
import pytest

from games.core.dealing.boards import board_taker
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight, nearest_straight_sizes

PUBLISHED = json.loads(
    (Path(__file__).parents[3] / "data" / "tournaments" / "straight_controls.json").read_text(
        encoding="utf-8"
    )
)
SIZES = (5, 7, 11, 13, 17, 19, 23, 25, 35)


@pytest.mark.parametrize("control", PUBLISHED["controls"], ids=lambda c: f"{c['tables']} tables")
def test_printed_controls(control):
    movement = build_straight(control["tables"], control["tables"])

    players = movement.players[control["position"] - 1, control["table"] - 1]

    assert (players // 4 + 1).tolist() == [control[line] for line in "NOSE"]
    assert movement.board_sets[control["position"] - 1, control["table"] - 1] + 1 == control["series"]


@pytest.mark.parametrize("table_count", SIZES)
def test_straight_movement_is_sound_and_perfect(table_count):
    report = check_movement(build_straight(table_count, table_count))

    assert report.errors == ()
    assert report.notes == ()


@pytest.mark.parametrize("table_count", SIZES)
def test_everybody_starts_at_home_with_the_set_of_the_table(table_count):
    movement = build_straight(table_count, 1)

    assert movement.players[0].ravel().tolist() == list(range(4 * table_count))
    assert movement.board_sets[0].tolist() == list(range(table_count))


@pytest.mark.parametrize("round_count", [1, 4, 6])
def test_fewer_rounds_are_the_first_rounds(round_count):
    full_movement, part = build_straight(7, 7), build_straight(7, round_count)

    assert part.round_count == round_count
    assert np.array_equal(part.players, full_movement.players[:round_count])
    assert np.array_equal(part.board_sets, full_movement.board_sets[:round_count])


@pytest.mark.parametrize("table_count", [-1, 0, 1, 2, 3, 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21])
def test_other_sizes_are_refused_with_the_sizes_that_exist(table_count):
    with pytest.raises(
        NoSuchMovement, match=f"no straight movement for {table_count} tables; it exists for 5, 7, 11"
    ):
        build_straight(table_count, 1)


@pytest.mark.parametrize(
    ("table_count", "sizes"), [(1, (5,)), (6, (5, 7)), (9, (7, 11)), (21, (19, 23)), (7, (7,))]
)
def test_nearest_sizes(table_count, sizes):
    assert nearest_straight_sizes(table_count) == sizes


def test_refused_size_carries_its_code_and_figures():
    with pytest.raises(NoSuchMovement) as caught:
        build_straight(8, 8)

    error = caught.value
    assert (error.code, error.field) == ("straight_tables", "table_count")
    assert error.values == {"table_count": 8, "sizes": (7, 11)}


@pytest.mark.parametrize("round_count", [0, 6])
def test_too_many_or_no_rounds_are_refused(round_count):
    with pytest.raises(NoSuchMovement, match=f"{round_count} rounds not in 1..5 for 5 tables") as caught:
        build_straight(5, round_count)

    assert (caught.value.code, caught.value.field) == ("straight_rounds", "round_count")


@pytest.mark.parametrize("row", PUBLISHED["attacks_per_line"], ids=lambda row: f"{row['boards']} boards")
def test_every_player_of_a_line_attacks_as_often(row):
    movement = build_straight(row["tables"], row["tables"])
    attacks = np.zeros(4 * row["tables"], dtype=int)

    for this_round in range(movement.round_count):
        for table in range(movement.table_count):
            for board in movement.boards(this_round, table, row["boards_per_set"]):
                attacks[movement.players[this_round, table, board_taker(board)]] += 1

    assert attacks.reshape(-1, 4).tolist() == [[row[line] for line in "NOSE"]] * row["tables"]
