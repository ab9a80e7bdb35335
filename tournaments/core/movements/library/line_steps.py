"""Individual duplicate in lines at 6, 8 and 9 tables, with steps that change from round to round."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry, full_tables, seat_full_tables
from tournaments.core.movements.library.refusals import require_rounds, require_tables
from tournaments.core.movements.library.shifts import lay_by_shifts, positions, seat_by_shifts
from tournaments.core.movements.library.straight import with_usual
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import INDIVIDUAL

_STEPS = {
    6: ((-1, 1, 2, 3), (-1, 1, 3, 2), (-2, 1, 2, 3), (-1, 1, 2, 2)),
    8: ((-2, 1, 2, 1), (-3, 1, 2, 2), (-2, 1, 2, 1), (-2, 1, 3, 1), (-3, 1, 2, 1)),
    9: ((-2, 1, 2, 1), (-2, 1, 2, 1), (-3, 1, 3, 1), (-3, 1, 3, 1), (-2, 1, 2, 1), (-2, 1, 2, 1)),
}
"""Moves by number of tables. Each move has the tables up for West, South, East, and down for the sets.

Source: FFT, Manuel de l'organisateur (2011) M18-M23."""
LINE_TABLES = tuple(_STEPS)
_BOARDS_PER_SET = {6: (4,), 8: (4,), 9: (3, 4)}


def line_rounds(table_count: int) -> range:
    """Return the printed numbers of rounds: up to 5, 6, 7 at 6, 8, 9 tables."""
    return range(1, len(_STEPS[table_count]) + 2)


def build_line(table_count: int, round_count: int) -> Movement:
    """Build the movement in lines with changing steps. North stays.

    Args:
        table_count: 6, 8 or 9.
        round_count: 1 to 5, 6 or 7; fewer are the first rounds of all.

    Raises:
        NoSuchMovement: another number of tables (`library_tables`) or of rounds (`library_rounds`).
    """
    require_tables(table_count, LINE_TABLES)
    require_rounds(round_count, line_rounds(table_count), table_count=table_count)
    shifts = positions(np.array(_STEPS[table_count]))[:round_count]
    # a column of zeros for North
    lines = np.insert(shifts[:, :3], 0, 0, axis=1)
    return Movement(
        code=f"fft-line-{table_count}x{round_count}",
        players=seat_by_shifts(lines, table_count, INDIVIDUAL),
        board_sets=lay_by_shifts(shifts[:, 3], table_count),
    )


LINE = LibraryEntry(
    source="fft-line",
    format=formats.DUPLICATE_INDIVIDUAL,
    table_counts=LINE_TABLES,
    unit_counts=full_tables,
    round_counts=lambda table_count, _: line_rounds(table_count),
    boards_per_set=lambda table_count: with_usual(_BOARDS_PER_SET[table_count]),
    build=seat_full_tables(build_line),
)
