import json
from pathlib import Path

import pytest

from tournaments.core.movements.check import check_movement, units_by_side
from tournaments.core.movements.library.quartets import (
    build_quartets,
    quartet_boards_per_set,
    quartet_rounds,
)

DATA = Path(__file__).parents[4] / "data" / "tournaments" / "quartet_controls.json"
PRINTED = json.loads(DATA.read_text(encoding="utf-8"))
SIZES = [row["teams"] for row in PRINTED["recommended"]]


@pytest.mark.parametrize("row", PRINTED["recommended"], ids=lambda row: f"{row['teams']} teams")
def test_recommended_boards_and_rounds_exist(row):
    assert list(quartet_boards_per_set(row["teams"])) == row["boards"]
    assert set(row["positions"]) <= set(quartet_rounds(row["teams"]))


@pytest.mark.parametrize("table_count", SIZES)
def test_whole_movement_follows_its_rule(table_count):
    movement = build_quartets(table_count, table_count - 1, table_count)
    teams = units_by_side(movement)

    for position in range(1, table_count):
        for table in range(table_count):
            assert teams[position - 1, table].tolist() == [table, (table + 2 * position) % table_count]
            assert movement.board_sets[position - 1, table] == (table + position) % table_count


@pytest.mark.parametrize("cell", PRINTED["cells"])
def test_misprinted_cell_is_what_the_rule_says(cell):
    movement = build_quartets(cell["teams"], cell["teams"] - 1, cell["teams"])

    assert units_by_side(movement)[cell["position"] - 1, cell["table"] - 1, 1] + 1 == cell["attacker"]


@pytest.mark.parametrize("table_count", SIZES)
def test_every_match_comes_back_with_the_same_set_and_sides_exchanged(table_count):
    for round_count in quartet_rounds(table_count):
        movement = build_quartets(table_count, round_count, table_count)
        teams = units_by_side(movement)
        matches = {
            (
                int(teams[this_round, table, 0]),
                int(teams[this_round, table, 1]),
                int(movement.board_sets[this_round, table]),
            ): this_round
            for this_round in range(round_count)
            for table in range(table_count)
        }

        assert check_movement(movement).is_sound
        assert all(
            matches[attacker, defender, board_set] == round_count - 1 - this_round
            for (defender, attacker, board_set), this_round in matches.items()
        )


def test_nobody_plays_the_set_that_his_table_makes():
    movement = build_quartets(9, 8, 9)
    teams = units_by_side(movement)

    assert (teams != movement.board_sets[:, :, None]).all()


def test_even_number_of_teams_rests_in_turn_at_table_one():
    odd_movement, movement = build_quartets(7, 6, 7), build_quartets(7, 6, 6)

    assert check_movement(movement).errors == ()
    assert (movement.players[:, 0] == -1).all()
    resting = units_by_side(odd_movement)[:, :, 1] == 0
    assert (movement.players[resting] == -1).all()
    assert (movement.board_sets[resting] == -1).all()
    is_played = ~resting
    is_played[:, 0] = False
    assert (movement.players[is_played] == odd_movement.players[is_played] - 1).all()
