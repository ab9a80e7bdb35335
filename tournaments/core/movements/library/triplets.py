"""Triplets in two lines: North-South stays, East-West goes up, the sets go down."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.absences import rest_without
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.library.shifts import lay_by_shifts, seat_by_shifts
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import TRIPLETS

TRIPLET_TABLES = range(5, 101)
"""Numbers of tables, from the first one with the 16 deals that the rules require.

Source: FFT, Règlement officiel (2012) R20-R21; Manuel de l'organisateur (2011) M30."""


def triplet_team_counts(table_count: int) -> tuple[int, ...]:
    """Return the numbers of teams: two to a table, or one team fewer and a relay."""
    return (2 * table_count, 2 * table_count - 1)


def triplet_rounds(table_count: int, team_count: int) -> range:
    """Return the numbers of rounds.

    The highest number is that of the tables, less one where it is even. With a relay the lowest is 2, so
    that each team plays.
    """
    fewest = 1 if team_count == 2 * table_count else 2
    # the jump of an even number of tables takes the place of one round
    return range(fewest, table_count + table_count % 2)


def triplet_boards_per_set(table_count: int) -> tuple[int, ...]:
    """Return the boards per round, the recommended number first.

    With 2 or 4 boards both lines attack equally often.
    """
    if table_count == 9:
        return (3, 2)
    return (4, 3, 2) if table_count < 9 else (2,)


def build_triplet_line(table_count: int, round_count: int, team_count: int) -> Movement:
    """Build triplets in lines. With an even number of tables East-West jumps once, after half of them.

    In round r (from 0) table t has North-South t, East-West from t − r − j and set t + r. For an even number
    of tables j is 1 once r is at least half of it; otherwise j is 0. Teams are numbered by starting place.
    With an odd number of teams North-South 1 does not exist, and its opponent at table 1 rests.

    Args:
        table_count: 5 to 100.
        round_count: see `triplet_rounds`; fewer are the first rounds of all.
        team_count: twice the tables, or one fewer.

    Raises:
        NoSuchMovement: other tables (`library_tables`), teams (`library_units`) or rounds
            (`library_rounds`).

    Source:
        FFT, Règlement officiel (2012) R20-R21; Manuel de l'organisateur (2011) M31-M33.
    """
    require_tables(table_count, TRIPLET_TABLES)
    require_units(team_count, triplet_team_counts(table_count), table_count=table_count)
    require_rounds(round_count, triplet_rounds(table_count, team_count), table_count=table_count)
    rounds = np.arange(round_count)
    # without the jump the second half would repeat the sets of the first (even numbers of tables)
    has_jumped = (rounds >= table_count // 2) & (table_count % 2 == 0)
    lines = np.stack([np.zeros_like(rounds), rounds + has_jumped], axis=1)
    players = seat_by_shifts(lines, table_count, TRIPLETS)
    board_sets = lay_by_shifts(rounds, table_count)
    if team_count < 2 * table_count:
        players, board_sets = rest_without(players, board_sets, absent=0)
    return Movement(
        code=f"fft-triplet-line-{team_count}x{round_count}",
        players=players,
        board_sets=board_sets,
        shape=TRIPLETS,
    )


TRIPLET_LINE = LibraryEntry(
    source="fft-triplet-line",
    format=formats.TRIPLETS,
    table_counts=TRIPLET_TABLES,
    unit_counts=triplet_team_counts,
    round_counts=triplet_rounds,
    boards_per_set=triplet_boards_per_set,
    build=build_triplet_line,
)
