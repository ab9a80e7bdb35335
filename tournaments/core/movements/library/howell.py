"""Individual duplicate at 3 and 4 tables, and 4 tables in two or three colours: seats change (Howell)."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry, full_tables, seat_full_tables
from tournaments.core.movements.library.printed_tables import DUPLICATE_TWELVE, SIXTEEN, read_printed
from tournaments.core.movements.library.refusals import require_rounds, require_tables
from tournaments.core.movements.movement import SEAT_COUNT, Movement
from tournaments.core.movements.numbering import number_by_start

HOWELL_ROUNDS = {3: range(1, 8), 4: range(1, 6)}
"""By number of tables; fewer rounds are the first of the printed ones."""
BOARDS_PER_SET = {3: (3, 4), 4: (4,)}
COLOUR_TABLES = {8: 2, 12: 3}
"""Colours by number of tables, four to each."""

_PRINTED = {3: DUPLICATE_TWELVE, 4: SIXTEEN}
_ROWS_OF_COLOUR = ((0, 1, 2, 3, 4), (1, 0, 4, 2, 3), (0, 1, 3, 4, 2))
"""Row of the table for 16, and so set of boards, that each colour plays in each round.

Source: FFT, Manuel de l'organisateur (2011) M24-M28, derived from the players' cards."""


def build_howell(table_count: int, round_count: int) -> Movement:
    """The Howell for 12 or 16 players: the boards of a round go round among all its tables.

    At 4 tables everybody meets everybody once, and holds everybody's hands once, in the 5 rounds.

    Args:
        table_count: 3 or 4.
        round_count: 1 to 7 or 5.

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
    """Two or three Howells of 16 players with the same boards, each colour at four tables of its own.

    Row k of the table is always played with set k; the colours take the rows in another order, so that a
    set is with one colour at a time. Only the third colour has sets of its own in the first two rounds,
    copies of those that the first colour plays then. Players are numbered by starting place, not as on the
    printed cards of the second colour, which begins with another row.

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
