import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library.colours import (
    Clash,
    created_boards,
    list_clashes,
    recommended_colours,
)
from tournaments.core.movements.library.howell import build_howell_colours
from tournaments.core.movements.library.straight import build_library_straight
from tournaments.core.movements.movement import Movement

PRINTED = {
    5: "5", 6: "6", 7: "7", 8: "8", 9: "9", 10: "5+5", 11: "11", 12: "6+6", 13: "13", 14: "7+7", 15: "5+5+5",
    16: "8+8", 17: "6+6+5", 18: "6+6+6", 19: "7+7+5", 20: "5+5+5+5", 21: "7+7+7", 22: "11+11",
    23: "6+6+6+5", 24: "6+6+6+6", 25: "5+5+5+5+5", 26: "13+13", 27: "9+9+9", 28: "7+7+7+7",
}  # fmt: skip
"""FFT, Manuel de l'organisateur (2011) M16."""


@pytest.mark.parametrize(("table_count", "split"), PRINTED.items())
def test_printed_split(table_count, split):
    assert "+".join(map(str, recommended_colours(table_count))) == split


@pytest.mark.parametrize(
    ("table_count", "split"),
    [
        (29, (8, 7, 7, 7)), (30, (6,) * 5), (33, (11,) * 3), (34, (7, 7, 7, 7, 6)), (35, (7,) * 5),
        (39, (13,) * 3), (44, (11,) * 4),
        (54, (13, 11, 11, 11, 8)), (55, (11,) * 5), (61, (13, 13, 13, 11, 11)),
    ],
)  # fmt: skip
def test_split_beyond_the_printed_ones_is_as_even_as_can_be(table_count, split):
    assert recommended_colours(table_count) == split


@pytest.mark.parametrize("table_count", range(3, 62))
def test_every_split_adds_up_within_five_colours(table_count):
    split = recommended_colours(table_count)

    assert sum(split) == table_count
    assert 1 <= len(split) <= 5
    assert list(split) == sorted(split, reverse=True)


@pytest.mark.parametrize("table_count", [0, 2, 62])
def test_other_numbers_of_tables_are_refused(table_count):
    with pytest.raises(NoSuchMovement) as caught:
        recommended_colours(table_count)

    assert (caught.value.code, caught.value.values["most"]) == ("colours_tables", 61)


def test_two_colours_of_five_tables_make_the_boards_as_printed():
    red = [created_boards(0, 2, table, 4) for table in range(5)]
    green = [created_boards(1, 2, table, 4) for table in range(5)]

    assert red[:3] == [(1, 2), (5, 6), (9, 10)]
    assert green[:3] == [(3, 4), (7, 8), (11, 12)]


@pytest.mark.parametrize(("colour_count", "boards"), [(1, 4), (2, 3), (3, 4), (5, 4)])
def test_every_board_is_made_by_one_colour(colour_count, boards):
    made = [
        board
        for table in range(6)
        for colour in range(colour_count)
        for board in created_boards(colour, colour_count, table, boards)
    ]

    assert made == list(range(1, 6 * boards + 1))


def test_two_straight_colours_want_the_same_boards_unless_there_are_copies():
    sections = [build_library_straight(5, 5), build_library_straight(5, 5)]

    assert list_clashes(sections)[0] == Clash(round=0, board_set=0, colours=(0, 1))
    assert len(list_clashes(sections)) == 25
    assert list_clashes(sections, copies=2) == ()


def colour_of(movement, colour):
    tables = slice(4 * colour, 4 * colour + 4)
    return Movement("colour", movement.players[:, tables], movement.board_sets[:, tables], tables_per_set=4)


def test_three_howells_clash_only_where_the_third_has_its_copies():
    movement = build_howell_colours(12, 5)
    sections = [colour_of(movement, colour) for colour in range(3)]

    assert list_clashes(sections[:2]) == ()
    assert list_clashes(sections) == (Clash(0, 0, (0, 2)), Clash(1, 1, (0, 2)))


def test_sections_of_unequal_length_are_compared_round_by_round():
    sections = [build_library_straight(5, 5), build_library_straight(7, 2)]

    assert {clash.round for clash in list_clashes(sections)} == {0, 1}
