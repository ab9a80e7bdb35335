"""Parts of a large hall, of which a page shows one at a time."""

from collections.abc import Sequence

from tournaments.core.hall.halls import EventHall, find_hall

MOST_TABLES = 40
"""Tables shown at once. A larger hall is split into parts of this size."""


def split_tables(last_table: int, halls: Sequence[EventHall] = ()) -> list[range]:
    """Return the tables from 1 in parts of at most `MOST_TABLES`, each in one hall.

    >>> split_tables(50)
    [range(1, 41), range(41, 51)]
    """
    parts: list[range] = []
    for table in range(1, last_table + 1):
        is_full = not parts or len(parts[-1]) == MOST_TABLES
        if is_full or find_hall(halls, table) != find_hall(halls, parts[-1].start):
            parts.append(range(table, table + 1))
        else:
            parts[-1] = range(parts[-1].start, table + 1)
    return parts


def read_part(text: str, parts: Sequence[range]) -> range | None:
    """Return the part of a number from 1, as in `?tables=2`; None for another text."""
    return parts[int(text) - 1] if text in map(str, range(1, len(parts) + 1)) else None
