import pytest

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library.colours import (
    recommended_colours,
)

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
