"""Howell movements of triplets at 3 to 8 tables: each team meets each other team and plays each set."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.absences import rest_without
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.library.triplets import triplet_team_counts
from tournaments.core.movements.movement import IntArray, Movement
from tournaments.core.movements.table_shape import TRIPLETS

_FIRST_ROUND = {
    3: ((6, 1, 1), (5, 2, 1), (4, 3, 1)),
    4: ((8, 1, 1), (6, 2, 4), (5, 7, 6), (3, 4, 7)),
    5: ((10, 1, 1), (5, 7, 3), (4, 8, 5), (2, 3, 6), (6, 9, 8)),
    6: ((12, 1, 1), (6, 11, 3), (5, 9, 7), (2, 3, 8), (10, 8, 9), (4, 7, 11)),
    7: ((14, 1, 1), (6, 9, 3), (5, 11, 4), (4, 13, 5), (7, 12, 10), (2, 3, 11), (8, 10, 12)),
    8: (
        (16, 1, 1),
        (7, 12, 2),
        (4, 8, 5),
        (9, 15, 7),
        (3, 5, 11),
        (14, 2, 13),
        (11, 10, 14),
        (13, 6, 15),
    ),
}
"""North-South team, East-West team and set of each table in the first round, from 1, by number of tables.

Source: FFT, Manuel de l'organisateur (2011) M34-M43, derived from the printed cards."""
_SWAPS = {4: ((1, range(1, 7)), (3, range(2, 4)))}
"""Pairs (table, rounds), from 0, in which the two teams change sides, by number of tables."""
TRIPLET_HOWELL_TABLES = tuple(_FIRST_ROUND)
BOARDS_PER_SET = {3: (4,), 4: (4,), 5: (3, 2), 6: (2,), 7: (2,), 8: (2,)}


def triplet_howell_rounds(table_count: int) -> range:
    """Return the only number of rounds: as many as each team has opponents."""
    return range(2 * table_count - 1, 2 * table_count)


def build_triplet_howell(table_count: int, round_count: int, team_count: int) -> Movement:
    """Build the Howell of 2n teams at n tables in 2n − 1 rounds.

    From round to round each team and set number goes up by one, modulo 2n − 1. The highest team stays
    North-South at table 1. At 3 tables the boards of a round go round among the tables. A team's number is
    the printed one less 1. With an odd number of teams team 1 does not exist and its opponent rests; numbers
    are then the printed ones less 2.

    Args:
        table_count: 3 to 8.
        round_count: 2n − 1.
        team_count: 2n or 2n − 1.

    Raises:
        NoSuchMovement: other tables (`library_tables`), teams (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, TRIPLET_HOWELL_TABLES)
    require_units(team_count, triplet_team_counts(table_count), table_count=table_count)
    require_rounds(round_count, triplet_howell_rounds(table_count), table_count=table_count)
    players = _teams(table_count)[:, :, list(TRIPLETS.sides)]
    board_sets = _sets(table_count)
    if team_count < 2 * table_count:
        players, board_sets = rest_without(players, board_sets, absent=0)
    return Movement(
        code=f"fft-triplet-howell-{team_count}",
        players=players,
        board_sets=board_sets,
        shape=TRIPLETS,
        tables_per_set=_tables_per_set(table_count),
    )


def _teams(table_count: int) -> IntArray:
    """Return teams[round, table, side], from 0."""
    team_count = 2 * table_count
    first = np.array([row[:2] for row in _FIRST_ROUND[table_count]]) - 1
    rounds = np.arange(team_count - 1)[:, None, None]
    # the highest team stands outside the ring that turns
    teams = np.where(first == team_count - 1, first, (first + rounds) % (team_count - 1))
    for table, swap_rounds in _SWAPS.get(table_count, ()):
        teams[list(swap_rounds), table] = teams[list(swap_rounds), table, ::-1]
    return teams


def _sets(table_count: int) -> IntArray:
    """Return board_sets[round, table], from 0."""
    first = np.array([row[2] for row in _FIRST_ROUND[table_count]]) - 1
    round_count = 2 * table_count - 1
    return np.asarray((first + np.arange(round_count)[:, None]) % round_count)


def _tables_per_set(table_count: int) -> int:
    first = [row[2] for row in _FIRST_ROUND[table_count]]
    return max(first.count(board_set) for board_set in first)


TRIPLET_HOWELL = LibraryEntry(
    source="fft-triplet-howell",
    format=formats.TRIPLETS,
    table_counts=TRIPLET_HOWELL_TABLES,
    unit_counts=triplet_team_counts,
    round_counts=lambda table_count, _: triplet_howell_rounds(table_count),
    boards_per_set=lambda table_count: BOARDS_PER_SET[table_count],
    build=build_triplet_howell,
    sharing=_tables_per_set,
)
