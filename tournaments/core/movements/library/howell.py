"""Howell movements of the individual duplicate, in which players change seats.

They exist for 3 and 4 tables, and for 4 tables in two or three colours.
"""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry, full_tables, seat_full_tables
from tournaments.core.movements.library.printed_tables import DUPLICATE_TWELVE, SIXTEEN, read_printed
from tournaments.core.movements.library.refusals import require_rounds, require_tables
from tournaments.core.movements.movement import SEAT_COUNT, Movement
from tournaments.core.movements.numbering import number_by_start

HOWELL_ROUNDS = {3: range(1, 8), 4: range(1, 6)}
"""Numbers of rounds by number of tables. Fewer rounds than printed are the first of them."""
BOARDS_PER_SET = {3: (3, 4), 4: (4,)}
COLOUR_TABLES = {8: 2, 12: 3}
"""Number of colours by number of tables. Each colour has four tables."""

_PRINTED = {3: DUPLICATE_TWELVE, 4: SIXTEEN}
_ROWS_OF_COLOUR = ((0, 1, 2, 3, 4), (1, 0, 4, 2, 3), (0, 1, 3, 4, 2))
"""Row of the table for 16 that each colour plays in each round. Its number is that of the board set.

Source: FFT, Manuel de l'organisateur (2011) M24-M28, derived from the players' cards."""


def build_howell(table_count: int, round_count: int) -> Movement:
    """Build the Howell for 12 or 16 players. The boards of a round go round among all its tables.

    At 4 tables each pair of players meets once in the 5 rounds, and each player holds each other's hands
    once.

    Args:
        table_count: 3 or 4.
        round_count: 1 to 7 at 3 tables, 1 to 5 at 4 tables.

    Raises:
        NoSuchMovement: another number of tables (`library_tables`) or of rounds (`library_rounds`).
    """
    require_tables(table_count, list(HOWELL_ROUNDS))
    require_rounds(round_count, HOWELL_ROUNDS[table_count], table_count=table_count)
    sets = np.arange(round_count)[:, None]
    return Movement(
        code=f"fft-howell-{SEAT_COUNT * table_count}x{round_count}",
        players=read_printed(_PRINTED[table_count], table_count)[:round_count],
        board_sets=np.broadcast_to(sets, (round_count, table_count)),
        tables_per_set=table_count,
    )


def build_howell_colours(table_count: int, round_count: int) -> Movement:
    """Build two or three Howells of 16 players with the same boards. Each colour has four tables.

    Row k of the table is always played with set k. The colours take the rows in different orders, so that
    one colour has a set at a time. In the first two rounds the third colour plays the same sets as the
    first, with copies. Players are numbered by starting place. The printed cards of the second colour have
    other numbers, because it begins with another row.

    Args:
        table_count: 8 (two colours) or 12 (three).
        round_count: 1 to 5.

    Raises:
        NoSuchMovement: another number of tables (`library_tables`) or of rounds (`library_rounds`).
    """
    require_tables(table_count, list(COLOUR_TABLES))
    require_rounds(round_count, HOWELL_ROUNDS[4], table_count=table_count)
    colour_count = COLOUR_TABLES[table_count]
    rows = np.array(_ROWS_OF_COLOUR[:colour_count])[:, :round_count]
    sixteen = read_printed(SIXTEEN, 4)
    players = [len(sixteen[0]) * SEAT_COUNT * colour + sixteen[order] for colour, order in enumerate(rows)]
    # rows of two colours never coincide; the third repeats rows of the first
    copies = colour_count - 1
    return Movement(
        code=f"fft-howell-{colour_count}x4-{round_count}",
        players=number_by_start(np.concatenate(players, axis=1)),
        board_sets=np.repeat(rows.T, 4, axis=1),
        tables_per_set=4 * copies,
        copies=copies,
    )


HOWELL = LibraryEntry(
    source="fft-howell",
    format=formats.DUPLICATE_INDIVIDUAL,
    table_counts=tuple(HOWELL_ROUNDS),
    unit_counts=full_tables,
    round_counts=lambda table_count, _: HOWELL_ROUNDS[table_count],
    boards_per_set=lambda table_count: BOARDS_PER_SET[table_count],
    build=seat_full_tables(build_howell),
    sharing=lambda table_count: table_count,
)

HOWELL_COLOURS = LibraryEntry(
    source="fft-howell-colours",
    format=formats.DUPLICATE_INDIVIDUAL,
    table_counts=tuple(COLOUR_TABLES),
    unit_counts=full_tables,
    round_counts=lambda table_count, _: HOWELL_ROUNDS[4],
    boards_per_set=lambda table_count: BOARDS_PER_SET[4],
    build=seat_full_tables(build_howell_colours),
    sharing=lambda table_count: 4 * (COLOUR_TABLES[table_count] - 1),
)
