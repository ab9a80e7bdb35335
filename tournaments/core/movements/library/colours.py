"""Colours: sections in parallel that play the same deals, and the tables of each."""

from itertools import combinations_with_replacement

from tournaments.core.errors import NoSuchMovement

COLOURS = ("red", "green", "blue", "yellow", "white")
"""Names of the colours in the federation's order.

Source: FFT, Manuel de l'organisateur (2011) M16."""

_SPLITS = {
    **{table_count: (table_count,) for table_count in (3, 4, 5, 6, 7, 8, 9, 11, 13)},
    10: (5, 5),
    12: (6, 6),
    14: (7, 7),
    15: (5, 5, 5),
    16: (8, 8),
    17: (6, 6, 5),
    18: (6, 6, 6),
    19: (7, 7, 5),
    20: (5, 5, 5, 5),
    21: (7, 7, 7),
    22: (11, 11),
    23: (6, 6, 6, 5),
    24: (6, 6, 6, 6),
    25: (5, 5, 5, 5, 5),
    26: (13, 13),
    27: (9, 9, 9),
    28: (7, 7, 7, 7),
}
"""Tables of each colour by number of tables.

Source: FFT, Manuel de l'organisateur (2011) M16; 3 and 4 tables are its Howells."""
_STRAIGHT_SIZES = (5, 7, 11, 13)
_SIZES = (13, 11, 9, 8, 7, 6, 5)
MOST_TABLES = 61
"""Largest number of tables. Five colours of these sizes cannot make 62; larger fields are two
tournaments."""


def recommended_colours(table_count: int) -> tuple[int, ...]:
    """Return the tables of each colour, largest first.

    From 5 to 28 tables it is the printed split. Beyond, it is at most five colours of 5, 6, 7, 8, 9, 11 or
    13 tables. The preferred split has the smallest difference, then fewest tables outside the straight
    movement, then fewest colours.

    Args:
        table_count: 3 to 61.

    Raises:
        NoSuchMovement: fewer or more tables (`colours_tables`).
    """
    if table_count in _SPLITS:
        return _SPLITS[table_count]
    if not max(_SPLITS) < table_count <= MOST_TABLES:
        raise NoSuchMovement(
            "colours_tables",
            f"{table_count} tables not in {min(_SPLITS)}..{MOST_TABLES}",
            field="table_count",
            table_count=table_count,
            least=min(_SPLITS),
            most=MOST_TABLES,
        )
    splits = (
        split
        for colour_count in range(1, len(COLOURS) + 1)
        for split in combinations_with_replacement(_SIZES, colour_count)
        if sum(split) == table_count
    )
    return min(splits, key=_oddness)


def _oddness(split: tuple[int, ...]) -> tuple[int, int, int]:
    """Return a sort key of a split: difference of sizes, tables outside the straight movement, colours."""
    stepped = sum(size for size in split if size not in _STRAIGHT_SIZES)
    return (max(split) - min(split), stepped, len(split))
