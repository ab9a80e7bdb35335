"""Starting places by rank, as the federation prints them for 5, 7, 11 and 13 tables and for finals."""

import numpy as np

from games.core.seats import SHEET_ORDER
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library.printed_tables import read_numbers
from tournaments.core.movements.movement import IntArray

_PRINTED = {
    5: "1 18 14 12  8 2 19 13  9 7 3 20  16 10 6 4  17 15 11 5",
    7: "1 26 22 12  8 2 27 13  9 7 3 20  16 10 6 21  17 15 11 28  24 18 14 4  25 23 19 5",
    11: """
        1 42 38 12    8 2 43 13     9 7 3 20      16 10 6 21    17 15 11 28   24 18 14 29
        25 23 19 36   32 26 22 37   33 31 27 44   40 34 30 4    41 39 35 5
    """,
    13: """
        1 50 46 12    8 2 51 13     9 7 3 20      16 10 6 21    17 15 11 28   24 18 14 29   25 23 19 36
        32 26 22 37   33 31 27 44   40 34 30 45   41 39 35 52   48 42 38 4    49 47 43 5
    """,
}
"""Ranks, from 1, at each table in the order N S E W, by number of tables.

Source: FFT, Manuel de l'organisateur (2011) M29."""
SEEDED_TABLES = tuple(_PRINTED)


def seeded_places(table_count: int) -> IntArray:
    """Return the printed start of a straight movement by rank.

    Ranks 1 to 4 meet at table 1 in its last round.

    Args:
        table_count: 5, 7, 11 or 13. For other movements `line_ups.seeded_units` makes an even start.

    Returns:
        ranks[table, seat] from 1, seats N, W, S, E.

    Raises:
        NoSuchMovement: another number of tables (`seeding_tables`).
    """
    if table_count not in _PRINTED:
        raise NoSuchMovement(
            "seeding_tables",
            f"{table_count} tables not in {', '.join(map(str, SEEDED_TABLES))}",
            field="table_count",
            table_count=table_count,
            known=SEEDED_TABLES,
        )
    return _in_playing_order(_PRINTED[table_count], table_count)


def _in_playing_order(text: str, table_count: int) -> IntArray:
    return _reorder(read_numbers(text, table_count)[0])


def _reorder(by_sheet: IntArray) -> IntArray:
    """Return the seats in playing order (N W S E) from the order of the sheets (N S E W)."""
    places = np.empty_like(by_sheet)
    # assigned by index: column k of a sheet belongs to seat SHEET_ORDER[k]
    places[:, list(SHEET_ORDER)] = by_sheet
    return places
