import json
from pathlib import Path

import pytest

from games.core.seats import SHEET_ORDER
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.library.line_steps import LINE, build_line

DATA = Path(__file__).parents[4] / "data" / "tournaments" / "line_controls.json"
CONTROLS = [row for row in json.loads(DATA.read_text(encoding="utf-8"))["controls"] if row["position"]]
ROUNDS = {6: 5, 8: 6, 9: 7}


@pytest.mark.parametrize("control", CONTROLS, ids=lambda row: f"{row['tables']} at {row['position']}")
def test_printed_controls_at_every_table(control):
    tables, position = control["tables"], control["position"]
    movement = build_line(tables, ROUNDS[tables])
    this_round = position - 1

    for table in range(tables):
        homes = movement.players[this_round, table, list(SHEET_ORDER)] // 4
        row = [*homes.tolist(), int(movement.board_sets[this_round, table])]

        assert row == [(number - 1 + table) % tables for number in control["row"]]


@pytest.mark.parametrize(("table_count", "round_count"), ROUNDS.items())
def test_printed_number_of_rounds_is_sound_with_lines_kept(table_count, round_count):
    report = check_movement(build_line(table_count, round_count))

    assert (report.errors, report.notes) == ((), ())


@pytest.mark.parametrize(("table_count", "round_count"), ROUNDS.items())
def test_more_rounds_than_printed_are_refused(table_count, round_count):
    with pytest.raises(NoSuchMovement) as caught:
        build_line(table_count, round_count + 1)

    assert caught.value.code == "library_rounds"
    assert caught.value.values["known"] == (round_count,)


def test_seven_tables_have_no_changing_steps():
    with pytest.raises(NoSuchMovement) as caught:
        build_line(7, 5)

    assert (caught.value.code, caught.value.values["known"]) == ("library_tables", (6, 8))


@pytest.mark.parametrize(
    ("table_count", "boards", "prepared"), [(6, 4, 24), (8, 4, 32), (9, 3, 27), (9, 4, 36)]
)
def test_boards_to_prepare_are_those_of_the_manual(table_count, boards, prepared):
    movement = build_line(table_count, ROUNDS[table_count])

    assert boards in LINE.boards_per_set(table_count)
    assert movement.set_count * boards == prepared
