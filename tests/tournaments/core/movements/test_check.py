import numpy as np
import pytest

from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL, QUARTETS, TRIPLET_POOLS, TRIPLETS


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


def teams(shape, tables, board_sets, **more):
    """A movement of teams: tables[round][table] = (team of side 0, team of side 1)."""
    players = [[[pair[side] for side in shape.sides] for pair in this_round] for this_round in tables]
    return Movement("teams", np.array(players), np.array(board_sets), shape=shape, **more)


def rules_broken(movement):
    return {finding.rule for finding in check_movement(movement).errors}


def test_triplets_hold_both_seats_of_a_side():
    movement = teams(TRIPLETS, [[(0, 1), (2, 3)], [(0, 3), (2, 1)]], [[0, 1], [2, 3]])

    assert rules_broken(movement) == set()
    assert check_movement(movement).notes == ()


def test_triplet_at_two_tables_is_refused():
    assert rules_broken(teams(TRIPLETS, [[(0, 1), (0, 2)]], [[0, 1]])) == {"M1"}


def test_side_held_by_two_teams_is_refused():
    movement = Movement("mixed", np.array([[[0, 1, 2, 3]]]), np.array([[0]]), shape=TRIPLETS)

    assert rules_broken(movement) == {"M6"}


def test_quartet_attacks_and_defends_at_once_and_meets_each_set_on_both_sides():
    movement = teams(QUARTETS, [[(0, 1), (1, 0)], [(0, 1), (1, 0)]], [[0, 1], [1, 0]], tables_per_set=1)

    report = check_movement(movement)

    assert report.is_sound
    assert [finding.rule for finding in report.notes] == ["I1", "I1"]


def test_quartet_with_two_attackers_at_once_is_refused():
    assert "M1" in rules_broken(teams(QUARTETS, [[(0, 2), (1, 2), (2, 1)]], [[0, 1, 2]]))


def test_quartet_against_itself_is_refused():
    assert rules_broken(teams(QUARTETS, [[(0, 0)]], [[0]])) == {"M6"}


def test_quartet_that_attacks_a_set_twice_is_refused():
    movement = teams(QUARTETS, [[(0, 1), (1, 0)], [(0, 1), (1, 0)]], [[0, 1], [0, 1]])

    errors = check_movement(movement).errors

    assert {finding.rule for finding in errors} == {"M2"}
    # each team attacks its own set twice and defends the other one twice; attacks come first
    encounters = [(finding.values["player"], finding.values["board_set"]) for finding in errors]
    assert encounters == [(0, 0), (0, 1), (1, 1), (1, 0)]


def test_triplet_sends_its_three_players_to_three_tables():
    movement = teams(TRIPLET_POOLS, [[(1, 0), (2, 0), (3, 0)]], [[0, 1, 2]])

    assert rules_broken(movement) == set()


def test_triplet_that_attacks_cannot_defend_as_well():
    assert rules_broken(teams(TRIPLET_POOLS, [[(1, 0), (0, 2)]], [[0, 1]])) == {"M1"}


def test_deals_made_at_the_table_need_no_sets_and_allow_three_players():
    players = np.array([[[-1, 0, 1, 2], [3, 4, 5, 6]]])

    assert rules_broken(Movement("free", players, np.array([[-1, -1]]), shape=FREE_INDIVIDUAL)) == set()
    assert rules_broken(Movement("boards", players, np.array([[0, 1]]))) == {"M4"}


@pytest.mark.parametrize(("tables_per_set", "broken"), [(1, {"M3"}), (2, set())])
def test_set_goes_round_among_as_many_tables_as_the_movement_says(tables_per_set, broken):
    movement = Movement(
        "shared",
        np.array([[[0, 1, 2, 3], [4, 5, 6, 7]]]),
        np.array([[0, 0]]),
        tables_per_set=tables_per_set,
    )

    assert rules_broken(movement) == broken
