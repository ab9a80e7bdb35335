"""Halls of an event: which hall a table is in, and halls that share a name or a table."""

import pytest

from tournaments.core.hall.halls import (
    EventHall,
    HallConflict,
    find_conflict,
    find_hall,
    read_halls,
    write_halls,
)

pytestmark = pytest.mark.pure
LARGE, SMALL = EventHall("Grande salle", 1, 60), EventHall("Petite salle", 61, 80)


def test_halls_are_read_as_they_were_written_by_first_table() -> None:
    assert read_halls(write_halls([SMALL, LARGE])) == (LARGE, SMALL)


@pytest.mark.parametrize(
    ("table", "hall"), [(1, LARGE), (60, LARGE), (61, SMALL), (80, SMALL), (81, None), (None, None)]
)
def test_table_is_in_the_hall_of_its_number(table: int | None, hall: EventHall | None) -> None:
    assert find_hall((LARGE, SMALL), table) == hall


def test_halls_that_share_nothing_have_no_conflict() -> None:
    assert find_conflict([SMALL, LARGE]) is None


def test_halls_conflict_by_their_first_common_table() -> None:
    annexe = EventHall("Annexe", 55, 70)

    assert find_conflict([SMALL, annexe]) == HallConflict(1, SMALL, 61)
    assert find_conflict([LARGE, annexe]) == HallConflict(1, LARGE, 55)


def test_halls_conflict_by_their_name_in_any_case() -> None:
    assert find_conflict([LARGE, EventHall("GRANDE SALLE", 61, 70)]) == HallConflict(1, LARGE, None)
