"""Parts of a large hall."""

import pytest

from tournaments.base.web.table_parts import read_part, split_tables
from tournaments.core.hall.halls import EventHall

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("last_table", "parts"),
    [(0, []), (40, [range(1, 41)]), (41, [range(1, 41), range(41, 42)])],
)
def test_hall_is_split_into_parts_of_forty_tables(last_table: int, parts: list[range]) -> None:
    assert split_tables(last_table) == parts


def test_part_of_tables_ends_with_its_hall() -> None:
    halls = [EventHall("A", 1, 50), EventHall("B", 61, 70)]

    parts = split_tables(75, halls)

    assert parts == [range(1, 41), range(41, 51), range(51, 61), range(61, 71), range(71, 76)]


def test_three_hundred_tables_are_eight_parts_without_a_gap() -> None:
    parts = split_tables(300)

    assert [table for part in parts for table in part] == list(range(1, 301))
    assert len(parts) == 8


@pytest.mark.parametrize("text", ["", "0", "3", "-1", "01", "x"])
def test_other_numbers_are_no_part(text: str) -> None:
    assert read_part(text, split_tables(50)) is None


def test_part_is_read_by_its_number() -> None:
    assert read_part("2", split_tables(50)) == range(41, 51)
