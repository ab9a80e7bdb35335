from math import gcd

import pytest

from tools.find_steps import find_moves
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.lines import LARGEST, LINE_WAYS, SMALLEST, build_lines, most_rounds
from tournaments.core.movements.stored import read_stored

ALL = range(SMALLEST, LARGEST + 1)
NOT_ALL_ROUNDS = {6: 5, 10: 8, 22: 18, 58: 20}
"""Sizes for which four orthogonal Latin squares do not exist (6), are not known (10, 22) or not kept."""


@pytest.mark.parametrize("way", LINE_WAYS, ids=lambda way: way.source)
def test_every_size_of_every_way_is_sound_and_perfect(way):
    for table_count in way.sizes:
        rounds = way.most_rounds(table_count)
        movement = way.build(table_count, rounds)
        report = check_movement(movement)
        assert (report.errors, report.notes) == ((), ()), table_count
        assert movement.players.shape == (rounds, table_count, 4)
        assert movement.players[0].ravel().tolist() == list(range(4 * table_count))


@pytest.mark.parametrize("table_count", ALL)
def test_every_size_has_all_rounds_or_the_most_that_is_known_here(table_count):
    assert most_rounds(table_count) == NOT_ALL_ROUNDS.get(table_count, table_count)


@pytest.mark.parametrize("table_count", [size for size in ALL if size < 20 and gcd(size, 6) != 1])
def test_fewer_rounds_are_made_too(table_count):
    for rounds in range(1, most_rounds(table_count)):
        movement = build_lines(table_count, rounds)
        assert movement.round_count == rounds
        assert check_movement(movement).is_sound


@pytest.mark.parametrize("table_count", [6, 8, 9, 10])
def test_stored_steps_are_those_that_the_search_finds_first(table_count):
    moves = find_moves(table_count, min(table_count, 20))

    assert read_stored("steps")[str(table_count)][0] == moves.tolist()


@pytest.mark.parametrize(
    ("table_count", "round_count", "code"),
    [
        (8, 6, "steps-8x6"),
        (8, 7, "differences-8x7"),
        (14, 11, "steps-14x11"),
        (14, 12, "latin-squares-14x12"),
        (25, 25, "straight-25x25"),
    ],
)
def test_the_easiest_way_that_has_the_rounds_serves(table_count, round_count, code):
    assert build_lines(table_count, round_count).code == code


@pytest.mark.parametrize(
    ("table_count", "round_count", "code"),
    [(4, 1, "library_tables"), (61, 5, "library_tables"), (6, 6, "library_rounds"), (9, 0, "library_rounds")],
)
def test_other_sizes_are_refused(table_count, round_count, code):
    with pytest.raises(NoSuchMovement) as caught:
        build_lines(table_count, round_count)

    assert caught.value.code == code
