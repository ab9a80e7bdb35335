import numpy as np
import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.catalogue import (
    CATALOGUE,
    find_by_code,
    find_movement,
    list_shapes,
)
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.request import MovementRequest

INDIVIDUAL = "duplicate_individual"


def request(tables, rounds, players=None, **more):
    return MovementRequest(
        format=INDIVIDUAL, table_count=tables, round_count=rounds, player_count=players, **more
    )


@pytest.mark.parametrize(
    ("asked", "source", "boards"),
    [
        (request(7, 7), "fft-straight", 4),
        (request(6, 5), "fft-line", 4),
        (request(4, 5), "fft-howell", 4),
        (request(8, 6, 32, boards_per_set=3), "fft-line", 3),
        (request(8, 7), "field", 4),
        (request(10, 8), "cyclic_steps", 3),
        (request(12, 12), "difference_matrix", 2),
        (request(14, 13), "latin_squares", 2),
        (request(40, 40), "product", 2),
        (request(8, 7, 31), "resting_table", 4),
        (request(7, 7, 31), "rovers", 4),
        (request(3, 11), "whist", 3),
        (request(2, 7), "whist", 4),
        (request(4, 5, 15), "golfers_resting", 4),
        (request(6, 7, copies=2), "golfers", 4),
        (request(7, 7, source="golfers"), "golfers", 7),
        (request(8, 4, source="shared_sets_2"), "shared_sets_2", 4),
    ],
)
def test_the_federations_movement_serves_unless_another_has_more(asked, source, boards):
    entry = find_movement(asked)

    assert (entry.source, entry.boards_per_set) == (source, boards)
    assert entry.movement.round_count == asked.round_count
    assert check_movement(entry.movement).is_sound


def test_a_set_is_copied_when_more_tables_share_it_than_it_has_boards():
    entry = find_movement(request(7, 9, boards_per_set=4, copies=2))

    assert (entry.movement.tables_per_set, entry.movement.copies) == (7, 2)
    with pytest.raises(NoSuchMovement):
        find_movement(request(7, 9, boards_per_set=4))


@pytest.mark.parametrize("player_count", range(20, 81))
def test_any_number_of_players_from_20_to_80_has_a_movement(player_count):
    shape = max(list_shapes(INDIVIDUAL, player_count)[:4], key=lambda shape: min(shape.most_rounds, 8))
    rounds = min(shape.most_rounds, 8)

    movement = find_movement(request(shape.table_count, rounds, player_count, source=shape.source)).movement

    assert check_movement(movement).is_sound
    assert movement.player_count == player_count
    assert rounds >= (5 if shape.table_count < 7 else 7)


@pytest.mark.parametrize("player_count", [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
def test_small_numbers_have_one_too(player_count):
    assert list_shapes(INDIVIDUAL, player_count)


@pytest.mark.parametrize("player_count", [0, 3, 6, -4])
def test_too_few_players_have_none(player_count):
    assert list_shapes(INDIVIDUAL, player_count) == ()


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.source)
def test_every_entry_is_found_again_by_its_code(entry):
    table_count = entry.table_counts[0]
    units = next(u for u in entry.unit_counts(table_count) if entry.round_counts(table_count, u))
    movement_request = MovementRequest(
        format=entry.format,
        table_count=table_count,
        round_count=entry.round_counts(table_count, units)[0],
        player_count=units,
        copies=4,
        source=entry.source,
    )

    catalogue_entry = find_movement(movement_request)
    again = find_by_code(catalogue_entry.code)

    assert len(catalogue_entry.code) <= 40
    assert (again.source, again.boards_per_set) == (entry.source, catalogue_entry.boards_per_set)
    assert np.array_equal(again.movement.players, catalogue_entry.movement.players)
    assert np.array_equal(again.movement.board_sets, catalogue_entry.movement.board_sets)


@pytest.mark.parametrize(
    "code",
    ["", "field", "field-8-8-32", "field-8-9-32-4", "field-8-8-32-0", "gone-8-8-32-4", "field-8-8-32-²"],
)
def test_other_codes_are_refused(code):
    with pytest.raises(NoSuchMovement) as caught:
        find_by_code(code)

    assert caught.value.code == "catalogue_code"


@pytest.mark.parametrize(
    ("asked", "shapes"),
    [
        (request(6, 8, boards_per_set=3), ("6/7/24", "6/5/24", "6/23/24")),
        (request(10, 9, 40), ("10/8/40", "10/5/40", "10/13/40")),
        (request(99, 5), ("97/97/388", "101/101/404", "95/95/380")),
        (request(7, 7, 0), ("7/7/27", "7/9/27", "7/7/28")),
        (request(7, 7, boards_per_set=0), ("7/7/28", "7/9/28", "7/7/27")),
        (request(-1, -1, -1, copies=0), ("2/7/7", "2/7/8", "2/4/9")),
    ],
)
def test_an_impossible_request_is_told_the_nearest_shapes(asked, shapes):
    with pytest.raises(NoSuchMovement) as caught:
        find_movement(asked)

    assert caught.value.code == "no_movement"
    assert caught.value.values["shapes"] == shapes


def test_an_unknown_format_has_no_shapes():
    with pytest.raises(NoSuchMovement, match=r"nearest .*: none"):
        find_movement(MovementRequest(format="whist", table_count=5, round_count=5))
