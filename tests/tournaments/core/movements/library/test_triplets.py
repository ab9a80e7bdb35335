import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement, meetings, units_by_side
from tournaments.core.movements.library.triplet_howell import (
    TRIPLET_HOWELL,
    build_triplet_howell,
)
from tournaments.core.movements.library.triplets import TRIPLET_LINE, build_triplet_line, triplet_rounds

DATA = Path(__file__).parents[4] / "data" / "tournaments" / "triplet_controls.json"
PRINTED = json.loads(DATA.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("table_count", "most"), PRINTED["line_positions"].items())
def test_line_has_as_many_rounds_as_tables_or_one_fewer(table_count, most):
    tables = int(table_count)
    movement = build_triplet_line(tables, most, 2 * tables)

    assert triplet_rounds(tables, 2 * tables)[-1] == most
    assert check_movement(movement).errors == ()
    assert set(meetings(movement).values()) == {1}


@pytest.mark.parametrize("table_count", [6, 7, 8, 12, 13])
def test_line_follows_its_rule_at_every_table(table_count):
    movement = build_triplet_line(
        table_count, triplet_rounds(table_count, 2 * table_count)[-1], 2 * table_count
    )
    homes = units_by_side(movement) // 2

    for position in range(1, movement.round_count + 1):
        jump = 1 if table_count % 2 == 0 and position > table_count // 2 else 0
        for table in range(1, table_count + 1):
            assert homes[position - 1, table - 1].tolist() == [
                table - 1,
                (table - (position - 1) - jump - 1) % table_count,
            ]
            assert movement.board_sets[position - 1, table - 1] == (table + position - 2) % table_count


def test_without_the_jump_an_even_line_would_repeat_its_boards():
    movement = build_triplet_line(6, 5, 12)
    rounds = np.arange(5)[:, None]
    east_west = 2 * ((np.arange(6) - rounds) % 6) + 1
    players = movement.players.copy()
    players[:, :, 1] = players[:, :, 3] = east_west

    unjumped = type(movement)("no jump", players, movement.board_sets, shape=movement.shape)

    assert "M2" in {finding.rule for finding in check_movement(unjumped).errors}


def test_odd_team_rests_at_table_one_in_turn():
    full_line, movement = build_triplet_line(7, 7, 14), build_triplet_line(7, 7, 13)

    assert (movement.players[:, 0] == -1).all()
    assert (movement.board_sets[:, 0] == -1).all()
    assert (movement.players[:, 1:] == full_line.players[:, 1:] - 1).all()
    rests = [finding.values for finding in check_movement(movement).notes if finding.rule == "I3"]
    assert [(resting["player"], resting["rounds"]) for resting in rests] == [
        (team, 6) for team in range(0, 13, 2)
    ]


@pytest.mark.parametrize("table_count", [5, 6, 7, 8, 9, 10, 13])
def test_line_holds_the_sixteen_deals_that_the_rules_ask_for(table_count):
    boards = TRIPLET_LINE.boards_per_set(table_count)[0]

    assert boards * triplet_rounds(table_count, 2 * table_count)[-1] >= 16


@pytest.mark.parametrize("control", PRINTED["howells"], ids=lambda each: f"{each['tables']} tables")
def test_howell_begins_as_printed_and_goes_up_by_one(control):
    tables = control["tables"]
    cycle = 2 * tables - 1
    movement = build_triplet_howell(tables, cycle, 2 * tables)
    teams = units_by_side(movement) + 1

    triples = [[*teams[0, table].tolist(), int(movement.board_sets[0, table]) + 1] for table in range(tables)]
    assert triples == control["first"]
    for table in range(tables):
        for position in range(2, cycle + 1):
            expected = sorted(_up(team, position, cycle) for team in control["first"][table][:2])
            assert sorted(teams[position - 1, table].tolist()) == expected


def _up(team, position, cycle):
    return team if team == cycle + 1 else (team + position - 2) % cycle + 1


@pytest.mark.parametrize("control", PRINTED["howells"], ids=lambda each: f"{each['tables']} tables")
def test_in_a_howell_everybody_meets_everybody_and_plays_every_set_once(control):
    tables = control["tables"]
    movement = build_triplet_howell(tables, 2 * tables - 1, 2 * tables)
    plays = Counter(movement.board_sets.ravel().tolist())

    assert check_movement(movement).errors == ()
    assert set(meetings(movement).values()) == {1}
    assert len(meetings(movement)) == tables * (2 * tables - 1)
    assert set(plays.values()) == {tables}
    assert movement.set_count == 2 * tables - 1
    assert control["boards"] in TRIPLET_HOWELL.boards_per_set(tables)
    assert movement.set_count * control["boards"] == control["total"]


def test_teams_change_sides_at_tables_two_and_four_of_the_small_howell():
    teams = units_by_side(build_triplet_howell(4, 7, 8)) + 1

    assert [teams[position, 1].tolist() for position in (0, 1, 6)] == [[6, 2], [3, 7], [1, 5]]
    assert [teams[position, 3].tolist() for position in (0, 1, 2, 3, 4)] == [
        [3, 4],
        [4, 5],
        [6, 5],
        [7, 6],
        [7, 1],
    ]


def test_three_tables_hand_the_boards_of_the_round_on():
    movement = build_triplet_howell(3, 5, 6)

    assert movement.tables_per_set == 3
    assert movement.board_sets.tolist() == [[board_set] * 3 for board_set in range(5)]
    assert movement.boards(1, 0, 4) == (5, 6, 7, 8)


@pytest.mark.parametrize("table_count", [3, 4, 5, 6, 7, 8])
def test_everybody_rests_once_when_team_one_is_fictitious(table_count):
    team_count = 2 * table_count - 1
    movement = build_triplet_howell(table_count, team_count, team_count)

    report = check_movement(movement)

    assert report.errors == ()
    assert [
        (finding.values["player"], finding.values["rounds"])
        for finding in report.notes
        if finding.rule == "I3"
    ] == [(team, team_count - 1) for team in range(team_count)]


def test_howell_is_played_whole_or_not_at_all():
    with pytest.raises(NoSuchMovement) as caught:
        build_triplet_howell(5, 8, 10)

    assert (caught.value.code, caught.value.values["known"]) == ("library_rounds", (9,))
