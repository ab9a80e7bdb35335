"""Quartets: three defenders stay at home, their attacker travels. Each match is played home and away."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.absences import rest_without
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import QUARTETS

QUARTET_TABLES = range(5, 102, 2)
_BOARDS_PER_SET = {5: (5, 6), 7: (4,), 9: (3,), 19: (1, 2)}
"""Exceptions to 2 boards up to 17 tables and 1 beyond, by number of tables.

For 19 tables the manual prints 1 in one place and 2 in another.

Source: FFT, Manuel de l'organisateur (2011) M50-M52."""
_FROM_ONE_BOARD = 19


def quartet_team_counts(table_count: int) -> tuple[int, ...]:
    """Return the numbers of teams: one at home at each table, or one fewer and a relay."""
    return (table_count, table_count - 1)


def quartet_rounds(table_count: int) -> range:
    """Return the numbers of rounds: 2, 4, 6… below the number of tables, as each match has a return."""
    return range(2, table_count, 2)


def quartet_boards_per_set(table_count: int) -> tuple[int, ...]:
    """Return the boards that a table plays in a round, the recommended number first."""
    return _BOARDS_PER_SET.get(table_count, (1,) if table_count >= _FROM_ONE_BOARD else (2,))


def build_quartets(table_count: int, round_count: int, team_count: int) -> Movement:
    """Build quartets. Attackers go down two tables, sets one; a jump half-way brings the returns.

    At position p of the whole movement table t has the defenders of t, the attacker of t + 2p and set t + p,
    modulo the tables T. Position T − p is the return of position p: the same teams and set with the sides
    exchanged. So 2k rounds are the positions 1…k and T − k…T − 1. Between the two halves the sets go down T
    − 2k tables and the attackers up 4k.

    With an even number of teams the team of table 1 does not exist and the table is the relay. The other
    teams have the number of their table less one.

    Args:
        table_count: odd, 5 to 101.
        round_count: even, at most the tables less one.
        team_count: as many as tables, or one fewer.

    Raises:
        NoSuchMovement: other tables (`library_tables`), teams (`library_units`) or rounds
            (`library_rounds`).

    Source:
        FFT, Règlement officiel (2012) R22-R24; Manuel de l'organisateur (2011) M50-M59.
    """
    require_tables(table_count, QUARTET_TABLES)
    require_units(team_count, quartet_team_counts(table_count)[::-1], table_count=table_count)
    require_rounds(round_count, quartet_rounds(table_count), table_count=table_count)
    half = round_count // 2
    place = np.array([*range(1, half + 1), *range(table_count - half, table_count)])[:, None]
    tables = np.arange(table_count)[None, :]
    attackers = (tables + 2 * place) % table_count
    teams = np.stack([np.broadcast_to(tables, attackers.shape), attackers], axis=2)
    players, board_sets = teams[:, :, list(QUARTETS.sides)], (tables + place) % table_count
    if team_count < table_count:
        players, board_sets = rest_without(players, board_sets, absent=0)
    return Movement(
        code=f"fft-quartets-{team_count}x{round_count}",
        players=players,
        board_sets=board_sets,
        shape=QUARTETS,
    )


QUARTET_LINE = LibraryEntry(
    source="fft-quartets",
    format=formats.QUARTETS,
    table_counts=QUARTET_TABLES,
    unit_counts=quartet_team_counts,
    round_counts=lambda table_count, _: quartet_rounds(table_count),
    boards_per_set=quartet_boards_per_set,
    build=build_quartets,
)
