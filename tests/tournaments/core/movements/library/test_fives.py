import numpy as np
import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.catalogue import find_movement
from tournaments.core.movements.check import check_movement, meetings
from tournaments.core.movements.library.fives import (
    FIVES_TABLES,
    build_fives_with_repeats,
    build_free_fives,
    fifth_line,
    fives_player_counts,
    fives_rounds,
    safe_five_rounds,
)
from tournaments.core.movements.library.free_deals import build_free_deals, free_rounds, free_shifts
from tournaments.core.movements.request import MovementRequest

TABLES = range(5, 41)
NORTH, FIFTH = 0, 4


def homes_at_fives(movement):
    """homes[unit]: rounds in the first four seats of a table of five."""
    fives = movement.players[movement.players[:, :, FIFTH] != -1]
    return np.bincount(fives[:, :FIFTH].ravel(), minlength=movement.player_count)


@pytest.mark.parametrize("extra", [1, 2, 3])
@pytest.mark.parametrize("table_count", TABLES)
def test_nobody_meets_anybody_twice_nor_sits_at_fives_twice(table_count, extra):
    player_count = 4 * table_count + extra
    round_count = len(safe_five_rounds(table_count, player_count))

    movement = build_free_fives(table_count, round_count, player_count)

    report = check_movement(movement)
    assert (report.errors, report.notes) == ((), ())
    assert set(meetings(movement).values()) == {1}
    people = np.sort((movement.players != -1).sum(axis=2), axis=1)
    assert (people == [4] * (table_count - extra) + [5] * extra).all()
    assert (movement.players[:, :, :FIFTH] != -1).all(), "a table of four is N, W, S, E"
    assert homes_at_fives(movement).max() == 1
    fifths = [np.unique(row[row != -1]).tolist() for row in movement.players[:, :, FIFTH]]
    assert fifths == fifths[:1] * round_count


@pytest.mark.parametrize("table_count", TABLES)
def test_all_rounds_of_the_four_lines_are_there_but_the_sixth_at_eight_tables(table_count):
    rounds_less = 1 if table_count == 8 else 0

    assert len(fives_rounds(table_count)) == len(free_rounds(table_count)) - rounds_less


def test_no_moves_of_a_fifth_keep_six_rounds_clean_at_eight_tables():
    shifts = free_shifts(8, 6)

    def is_open(tables):
        shifted = (np.array(tables)[:, None] - shifts[: len(tables)]) % 8
        return all(len(set(line)) == len(tables) for line in shifted.T.tolist())

    ways = [(0,)]
    sizes = []
    for _ in range(5):
        ways = [(*way, table) for way in ways for table in range(8) if is_open((*way, table))]
        sizes.append(len(ways))

    assert sizes[-2:] == [2, 0]


@pytest.mark.parametrize("extra", [1, 2, 3])
@pytest.mark.parametrize("table_count", [5, 8, 10, 16, 24])
def test_four_lines_move_as_without_a_fifth(table_count, extra):
    round_count = len(fives_rounds(table_count))

    movement = build_fives_with_repeats(table_count, round_count, 4 * table_count + extra)

    regular = build_free_deals(table_count, round_count, 4 * table_count).players
    numbers = movement.players[0, :, :FIFTH].ravel()
    assert (movement.players[:, :, :FIFTH] == numbers[regular]).all()


def test_one_table_more_a_round_down_is_the_usual_way_of_a_fifth():
    line = fifth_line(7, 7, 29)

    assert line.tables == (6,)
    assert [table % 7 for table in line.shifts] == [0, 6, 5, 4, 3, 2, 1]
    movement = build_free_fives(7, 7, 29)
    assert np.argwhere(movement.players == 28).tolist() == [[row, 6 - row, FIFTH] for row in range(7)]


@pytest.mark.parametrize(("table_count", "round_count"), [(5, 2), (9, 3), (13, 5)])
def test_repeats_of_two_are_as_few_as_any_starting_tables_give(table_count, round_count):
    movement = build_fives_with_repeats(table_count, round_count, 4 * table_count + 2)
    shifts = free_shifts(table_count, round_count)
    down = -np.arange(round_count)

    def met(start):
        homes = (start + down[:, None] - shifts) % table_count
        return {(home, line) for row in homes.tolist() for line, home in enumerate(row)}

    fewest = min(len(met(0) & met(start)) for start in range(1, table_count))
    assert int((homes_at_fives(movement) == 2).sum()) == fewest > 0
    assert set(meetings(movement).values()) == {1}


@pytest.mark.parametrize(
    ("player_count", "rounds"), [(22, 1), (42, 5), (43, 2), (66, 5), (78, 7), (79, 5), (91, 5)]
)
def test_rounds_beyond_are_refused_with_those_that_work(player_count, rounds):
    table_count = player_count // 4

    assert len(safe_five_rounds(table_count, player_count)) == rounds
    with pytest.raises(NoSuchMovement) as caught:
        build_free_fives(table_count, rounds + 1, player_count)

    assert (caught.value.code, caught.value.field) == ("library_fives", "round_count")
    assert caught.value.values["most"] == rounds


@pytest.mark.parametrize(
    ("table_count", "round_count", "player_count", "code", "known"),
    [
        (4, 3, 17, "library_tables", (5,)),
        (61, 3, 245, "library_tables", (60,)),
        (7, 3, 28, "library_units", (29,)),
        (7, 3, 32, "library_units", (31,)),
        (8, 6, 33, "library_rounds", (5,)),
    ],
)
def test_other_sizes_are_refused_with_the_nearest(table_count, round_count, player_count, code, known):
    with pytest.raises(NoSuchMovement) as caught:
        build_free_fives(table_count, round_count, player_count)

    assert (caught.value.code, caught.value.values["known"]) == (code, known)


def test_catalogue_gives_threes_or_fives_by_the_tables_set_up():
    def find(table_count, round_count=5, player_count=31):
        movement_request = MovementRequest(
            format="free_deals",
            table_count=table_count,
            round_count=round_count,
            player_count=player_count,
        )
        return find_movement(movement_request)

    assert (find(8).source, find(7).source) == ("fft-free", "free-fives-repeated")
    assert find(7, player_count=29).source == "free-fives"
    assert find(7, round_count=1).source == "free-fives"
    assert find(7, player_count=29).code == "free-fives-7-5-29-4"


def test_smallest_and_largest_sizes_are_five_and_sixty_tables():
    assert (FIVES_TABLES[0], FIVES_TABLES[-1]) == (5, 60)
    assert fives_player_counts(60) == (241, 242, 243)
