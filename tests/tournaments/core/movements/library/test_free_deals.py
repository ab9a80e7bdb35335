import json
from pathlib import Path

import numpy as np
import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement, meetings
from tournaments.core.movements.library.free_deals import (
    ALL_SEATS,
    build_free_deals,
    build_free_moving,
    build_free_with_repeats,
    free_rounds,
    place_empty,
    safe_rounds,
)

DATA = Path(__file__).parents[4] / "data" / "tournaments" / "free_steps.json"
PRINTED = json.loads(DATA.read_text(encoding="utf-8"))
PRINTED_ROUNDS = {row["tables"]: row["rounds"] for row in PRINTED["special"]}
TRUE_ROUNDS = {5: 5, 7: 7, 11: 11, 13: 13, 21: 7, 22: 11, 24: 6, 25: 25, 28: 7, 36: 9, 200: 50}
BASE_STEP_TABLES = [table_count for table_count in range(5, 201) if table_count not in PRINTED_ROUNDS]


@pytest.mark.parametrize(("table_count", "most"), (PRINTED_ROUNDS | TRUE_ROUNDS).items())
def test_nobody_meets_anybody_twice_in_the_rounds_offered(table_count, most):
    movement = build_free_deals(table_count, min(most, 12), 4 * table_count)

    assert free_rounds(table_count) == range(1, most + 1)
    assert set(meetings(movement).values()) == {1}


def test_rounds_of_the_base_step_end_where_somebody_would_meet_again():
    for table_count in BASE_STEP_TABLES:
        most = len(free_rounds(table_count))

        assert 0 in [step * most % table_count for step in (1, 2, 3, 4)]
        assert all(step * count % table_count for step in (1, 2, 3, 4) for count in range(1, most))


def test_printed_seven_rounds_hold_from_25_tables():
    assert all(7 in free_rounds(table_count) for table_count in range(25, 201))


@pytest.mark.parametrize(("table_count", "misprinted"), [(24, 7), (5, 7)])
def test_seven_rounds_are_misprints_at_24_and_5_tables(table_count, misprinted):
    with pytest.raises(NoSuchMovement) as caught:
        build_free_deals(table_count, misprinted, 4 * table_count)

    assert caught.value.code == "library_rounds"
    assert caught.value.values["known"] == (len(free_rounds(table_count)),)


@pytest.mark.parametrize("row", PRINTED["special"], ids=lambda row: f"{row['tables']} tables")
def test_special_sizes_take_the_printed_steps(row):
    homes = build_free_deals(row["tables"], row["rounds"], 4 * row["tables"]).players // 4

    for position in range(2, row["rounds"] + 1):
        steps = PRINTED["usual"] | row["usual"] | row["into"].get(str(position), {})
        for seat, line in enumerate("NOSE"):
            went_up = place(homes, seat, position) - place(homes, seat, position - 1)
            assert went_up % row["tables"] == steps.get(line, 0) % row["tables"]


def place(homes, seat, position):
    """The table at which the player of a seat who started at table 5 sits."""
    return int(np.flatnonzero(homes[position - 1, :, seat] == 4)[0])


def visits_to_threes(movement):
    threes = movement.players[(movement.players == -1).any(axis=2)]
    return np.bincount(threes[threes >= 0], minlength=movement.player_count)


@pytest.mark.parametrize("absent", [1, 2, 3])
@pytest.mark.parametrize("table_count", [9, 17, 19, 25, 40, 200])
def test_nobody_meets_two_tables_of_three(table_count, absent):
    player_count = 4 * table_count - absent
    round_count = min(5, len(safe_rounds(table_count, player_count)))

    movement = build_free_deals(table_count, round_count, player_count)

    assert check_movement(movement).is_sound
    assert ((movement.players == -1).sum(axis=(1, 2)) == absent).all()
    assert (movement.players[:, -1, 0] == -1).all()
    assert visits_to_threes(movement).max() == 1


def test_missing_places_are_left_out_of_the_numbers():
    movement = build_free_deals(17, 5, 67)

    assert movement.players[0].ravel().tolist() == [*range(64), -1, 64, 65, 66]


@pytest.mark.parametrize("table_count", [size for size in BASE_STEP_TABLES if 17 <= size <= 40])
def test_printed_spacing_of_six_tables_between_works_for_five_rounds(table_count):
    placement = place_empty(table_count, 5, 4 * table_count - 2)

    assert placement.places == ((table_count - 8, 0), (table_count - 1, 0))
    assert placement.repeats == 0


def test_printed_spacing_is_taken_where_any_would_do():
    assert place_empty(25, 3, 98).places == ((17, 0), (24, 0))
    assert place_empty(40, 3, 157).places == ((25, 0), (32, 0), (39, 0))


def test_norths_stay_away_before_anybody_else():
    assert place_empty(8, 3, 30, ALL_SEATS).places == ((2, 0), (7, 0))


def test_distance_of_six_is_refused_by_the_east_line():
    movement = build_free_with_repeats(25, 5, 100)
    players = movement.players.copy()

    east = [set(np.argwhere(players == 4 * home + 3)[:, 1].tolist()) for home in range(25)]

    assert any({18, 24} <= tables for tables in east)
    assert not any({17, 24} <= tables for tables in east)


@pytest.mark.parametrize(("player_count", "rounds"), [(18, 1), (30, 3), (31, 6), (34, 3)])
def test_small_fields_of_two_tables_of_three_are_refused_with_the_rounds_that_work(player_count, rounds):
    table_count = -(-player_count // 4)

    safe = safe_rounds(table_count, player_count)

    assert len(safe) == rounds
    if rounds < len(free_rounds(table_count)):
        with pytest.raises(NoSuchMovement) as caught:
            build_free_deals(table_count, rounds + 1, player_count)
        assert (caught.value.code, caught.value.values["most"]) == ("library_threes", rounds)


@pytest.mark.parametrize(("player_count", "rounds"), [(50, 5), (54, 5), (58, 5), (62, 5), (42, 4), (61, 4)])
def test_empty_places_of_other_lines_make_more_rounds_safe(player_count, rounds):
    table_count = -(-player_count // 4)

    movement = build_free_moving(table_count, rounds, player_count)

    assert len(safe_rounds(table_count, player_count)) < rounds
    assert check_movement(movement).errors == ()
    assert set(meetings(movement).values()) == {1}
    assert visits_to_threes(movement).max() == 1


@pytest.mark.parametrize(("table_count", "round_count"), [(8, 4), (13, 6), (16, 6)])
def test_no_two_empty_places_are_safe_for_one_round_more(table_count, round_count):
    players = build_free_deals(table_count, round_count, 4 * table_count).players
    of_player = [
        set(np.flatnonzero((players == unit).any(axis=2)).tolist()) for unit in range(4 * table_count)
    ]

    def is_safe(first, second):
        return not of_player[first] & of_player[second] and all(
            not (seats & of_player[first] and seats & of_player[second])
            for unit, seats in enumerate(of_player)
            if unit not in (first, second)
        )

    assert len(safe_rounds(table_count, 4 * table_count - 2, ALL_SEATS)) == round_count - 1
    assert not any(
        is_safe(first, second) for first in range(4) for second in range(4 * table_count) if first != second
    )


def test_repeats_are_as_few_as_can_be():
    movement = build_free_with_repeats(8, 5, 30)
    players = build_free_deals(8, 5, 32).players

    twice = int((visits_to_threes(movement) == 2).sum())

    repeats_of_pairs = [
        repeats_with(players, line_unit, neighbour) for line_unit in range(28, 32) for neighbour in range(28)
    ]
    assert twice == min(repeats for repeats in repeats_of_pairs if repeats is not None) == 4


def repeats_with(players, first, second):
    """Players who meet both of two players, None when those two meet."""
    near = [set(players[(players == unit).any(axis=2)].ravel().tolist()) for unit in (first, second)]
    return None if first in near[1] else len(near[0] & near[1])
