import numpy as np
import pytest

from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import Movement


def altered(alter):
    """The straight movement of 5 tables after `alter(players, board_sets)` has changed its arrays."""
    straight = build_straight(5, 5)
    players, board_sets = straight.players.copy(), straight.board_sets.copy()
    alter(players, board_sets)
    return Movement("altered", players=players, board_sets=board_sets)


def seat_a_player_twice(players, _):
    players[2, 0, 0] = players[2, 1, 0]


def repeat_a_set(_, board_sets):
    board_sets[4] = board_sets[0]


def put_a_set_on_two_tables(_, board_sets):
    board_sets[1, 0] = board_sets[1, 1]


def empty_one_seat(players, _):
    players[0, 0, 3] = -1


def take_the_boards_away(_, board_sets):
    board_sets[0, 0] = -1


def forget_a_player(players, _):
    players[players == 19] = 20


@pytest.mark.parametrize(
    ("alter", "rule"),
    [
        (seat_a_player_twice, "M1"),
        (repeat_a_set, "M2"),
        (put_a_set_on_two_tables, "M3"),
        (empty_one_seat, "M4"),
        (take_the_boards_away, "M4"),
        (forget_a_player, "M5"),
    ],
)
def test_each_rule_sees_the_movement_that_breaks_it(alter, rule):
    report = check_movement(altered(alter))

    assert not report.is_sound
    assert rule in {finding.rule for finding in report.errors}


@pytest.mark.parametrize("alter", [empty_one_seat, take_the_boards_away, forget_a_player])
def test_other_rules_stay_silent(alter):
    rules = {finding.rule for finding in check_movement(altered(alter)).errors}

    assert rules in ({"M4"}, {"M5"})


def test_finding_says_where():
    findings = [f for f in check_movement(altered(seat_a_player_twice)).errors if f.rule == "M1"]

    assert [dict(finding.values) for finding in findings] == [{"round": 2, "player": 4, "seats": 2}]
    assert str(findings[0]) == "M1: round 2, player 4, seats 2"


def test_table_that_rests_with_its_players_is_sound():
    movement = Movement(
        "rest",
        players=np.array([[[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 2, 3], [-1, -1, -1, -1]]]),
        board_sets=np.array([[0, 1], [1, -1]]),
    )

    report = check_movement(movement)

    assert report.is_sound
    assert [dict(f.values) for f in report.notes if f.rule == "I3"] == [
        {"player": player, "rounds": 1} for player in (4, 5, 6, 7)
    ]
    assert [dict(f.values) for f in report.notes if f.rule == "I4"] == [
        {"board_set": 0, "times": 1, "most": 2}
    ]


def test_meetings_are_counted_by_pair():
    movement = Movement(
        "same four", players=np.array([[[0, 1, 2, 3]]] * 3), board_sets=np.array([[0], [1], [2]])
    )

    meetings = [f for f in check_movement(movement).notes if f.rule == "I1"]

    assert [(f.values["player"], f.values["other_player"], f.values["times"]) for f in meetings] == [
        (0, 1, 3), (0, 2, 3), (0, 3, 3), (1, 2, 3), (1, 3, 3), (2, 3, 3),
    ]  # fmt: skip


def test_player_who_changes_seat_is_noted():
    movement = Movement(
        "turn", players=np.array([[[0, 1, 2, 3]], [[0, 2, 1, 3]]]), board_sets=np.array([[0], [1]])
    )

    notes = [f for f in check_movement(movement).notes if f.rule == "I2"]

    assert [f.values["player"] for f in notes] == [1, 2]
