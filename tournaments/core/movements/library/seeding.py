"""Who starts where by rank, as the federation prints it for 5, 7, 11 and 13 tables and for finals."""

import numpy as np

from games.core.seats import SHEET_ORDER
from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library.printed_tables import read_numbers
from tournaments.core.movements.movement import SEAT_COUNT, IntArray

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
"""By number of tables, the ranks N S E W of each table, from 1.

Source: FFT, Manuel de l'organisateur (2011) M29."""
_PRINTED_COLOURS = (
    "1 39 27 21  9 7 35 29  17 15 3 37  25 23 11 5  33 31 19 13",
    "8 34 30 20  16 2 38 28  24 10 6 36  32 18 14 4  40 26 22 12",
)
"""Two colours of five tables. Source: ibidem."""
SEEDED_TABLES = tuple(_PRINTED)
FINALISTS = (16, 20)


def seeded_places(table_count: int) -> IntArray:
    """The printed start of a straight movement by rank: ranks 1 to 4 meet at table 1 in its last round.

    Args:
        table_count: 5, 7, 11 or 13; `line_ups.seeded_units` makes an even start for any movement.

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


def seeded_colours() -> IntArray:
    """The printed start of 40 players in two colours of five tables: ranks[colour, table, seat] from 1."""
    return np.stack([_in_playing_order(text, 5) for text in _PRINTED_COLOURS])


def finals_places(finalist_count: int) -> IntArray:
    """The start of a final of free deals: the best are the Norths, then South, East, West.

    Args:
        finalist_count: 16 or 20.

    Returns:
        ranks[table, seat] from 1, seats N, W, S, E.

    Raises:
        NoSuchMovement: another number of finalists (`finals_count`).

    Source:
        FFT, Manuel de l'organisateur (2011) M14-M15.
    """
    if finalist_count not in FINALISTS:
        raise NoSuchMovement(
            "finals_count",
            f"{finalist_count} finalists not in {', '.join(map(str, FINALISTS))}",
            field="finalist_count",
            finalist_count=finalist_count,
            known=FINALISTS,
        )
    by_sheet = np.arange(1, finalist_count + 1).reshape(SEAT_COUNT, -1).T
    return _reorder(by_sheet)


def _in_playing_order(text: str, table_count: int) -> IntArray:
    return _reorder(read_numbers(text, table_count)[0])


def _reorder(by_sheet: IntArray) -> IntArray:
    """Seats in the order of the sheets, N S E W, into playing order, N W S E."""
    places = np.empty_like(by_sheet)
    places[:, list(SHEET_ORDER)] = by_sheet
    return places
