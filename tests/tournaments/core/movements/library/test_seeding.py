import numpy as np
import pytest

from games.core.seats import SHEET_ORDER
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.library.seeding import (
    SEEDED_TABLES,
    seeded_places,
)


@pytest.mark.parametrize("table_count", SEEDED_TABLES)
def test_each_rank_has_one_place(table_count):
    assert sorted(seeded_places(table_count).ravel().tolist()) == list(range(1, 4 * table_count + 1))


@pytest.mark.parametrize("table_count", SEEDED_TABLES)
def test_neighbours_in_rank_meet_in_the_last_round_the_leaders_at_table_one(table_count):
    last_round = build_straight(table_count, table_count).players[-1]

    ranks = np.sort(seeded_places(table_count).ravel()[last_round], axis=1)

    assert ranks.tolist() == [list(range(4 * table + 1, 4 * table + 5)) for table in range(table_count)]


@pytest.mark.parametrize("table_count", SEEDED_TABLES)
def test_lines_weigh_nearly_the_same(table_count):
    sums = seeded_places(table_count).sum(axis=0)

    assert sums.max() - sums.min() == 3


def test_printed_rows_are_read_in_the_order_of_the_sheets():
    assert seeded_places(5)[0, list(SHEET_ORDER)].tolist() == [1, 18, 14, 12]
    assert seeded_places(11)[9, list(SHEET_ORDER)].tolist() == [40, 34, 30, 4]
    assert seeded_places(13)[12, list(SHEET_ORDER)].tolist() == [49, 47, 43, 5]


def test_numbers_that_are_not_printed_are_refused():
    with pytest.raises(NoSuchMovement) as caught:
        seeded_places(6)

    assert caught.value.code == "seeding_tables"
