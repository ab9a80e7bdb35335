"""Parts of a large hall, of which a page shows one at a time."""

from collections.abc import Sequence

MOST_TABLES = 40
"""Tables shown at once. A larger hall is split into parts of this size."""


def split_tables(last_table: int) -> list[range]:
    """Return the tables from 1 in parts of at most `MOST_TABLES`.

    >>> split_tables(50)
    [range(1, 41), range(41, 51)]
    """
    return [
        range(first, min(first + MOST_TABLES, last_table + 1))
        for first in range(1, last_table + 1, MOST_TABLES)
    ]


def read_part(text: str, parts: Sequence[range]) -> range | None:
    """Return the part of a number from 1, as in `?tables=2`; None for another text."""
    return parts[int(text) - 1] if text in map(str, range(1, len(parts) + 1)) else None
