"""Halls of an event: names of places with the numbers of their tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_HALLS = 8
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class EventHall:
    """A hall with consecutive tables of an event, in all sessions."""

    name: str
    first_table: int
    last_table: int

    @property
    def tables(self) -> range:
        """Numbers of the tables in the hall."""
        return range(self.first_table, self.last_table + 1)


def read_halls(rows: Iterable[Sequence[object]]) -> tuple[EventHall, ...]:
    """Return the stored halls, by their first table.

    >>> read_halls([["Grande salle", 1, 60]])
    (EventHall(name='Grande salle', first_table=1, last_table=60),)
    """
    halls = (EventHall(str(name), int(str(first)), int(str(last))) for name, first, last in rows)
    return tuple(sorted(halls, key=lambda hall: hall.first_table))


def write_halls(halls: Iterable[EventHall]) -> list[list[object]]:
    """Return halls as they are stored."""
    return [[hall.name, hall.first_table, hall.last_table] for hall in halls]


@dataclass(frozen=True, slots=True)
class HallConflict:
    """A hall that shares its name or a table with an earlier one."""

    row: int
    """Place of the hall in the sequence, from 0."""
    other: EventHall
    """The earlier hall."""
    table: int | None
    """First table that both have; None if they share the name."""


def find_conflict(halls: Sequence[EventHall]) -> HallConflict | None:
    """Return the first hall that shares its name or a table with an earlier one; None without any."""
    for row, hall in enumerate(halls):
        for other in halls[:row]:
            if hall.name.casefold() == other.name.casefold():
                return HallConflict(row, other, None)
            table = max(hall.first_table, other.first_table)
            if table <= min(hall.last_table, other.last_table):
                return HallConflict(row, other, table)
    return None


def find_hall(halls: Iterable[EventHall], table: int | None) -> EventHall | None:
    """Return the hall of a table; None for a table in no hall."""
    return next((hall for hall in halls if table is not None and table in hall.tables), None)
