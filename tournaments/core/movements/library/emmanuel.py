"""The Emmanuel: 16 triplets in pools of four, with attackers at three tables at once."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.absences import rest_without
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.printed_tables import SIXTEEN, read_numbers
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import IntArray, Movement
from tournaments.core.movements.table_shape import TRIPLET_POOLS

EMMANUEL_TABLES = (12,)
"""Numbers of tables: three for each of the four pools."""
EMMANUEL_TEAM_COUNTS = (16, 15)
EMMANUEL_ROUNDS = (4, 8, 12, 16, 20)
"""Numbers of rounds: four slots for each of one to five positions. Each team of a pool attacks in one
slot."""

_SLOT_BOARDS = (
    ((1, 2, 3), (4, 6, 5), (5, 3, 4), (6, 2, 1)),
    ((4, 5, 6), (1, 3, 2), (2, 6, 1), (3, 5, 4)),
)
"""Board of the position, from 1, at each table, by slot: for the pools of odd and of even number.

Source: FFT, Manuel de l'organisateur (2011) M44-M49."""
_BOARDS_PER_POSITION = 6


def build_emmanuel(table_count: int, round_count: int, team_count: int) -> Movement:
    """Build the Emmanuel of 16 teams. A round is one slot, with one board at each table.

    The four pools of a position are the tables of a round of the Howell for 16. In slot k the k-th team of a
    pool attacks at the three tables of the pool, with one player at each. The three other teams of the pool
    defend there, in their order. Two pools share six boards; the other two have copies. A team's number is
    the printed one less 1. With 15 teams the 16th is missing.

    Args:
        table_count: 12.
        round_count: 4, 8, 12, 16 or 20.
        team_count: 16, or 15 and a relay.

    Raises:
        NoSuchMovement: other tables (`library_tables`), teams (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, EMMANUEL_TABLES)
    require_units(team_count, EMMANUEL_TEAM_COUNTS[::-1], table_count=table_count)
    require_rounds(round_count, EMMANUEL_ROUNDS, table_count=table_count)
    pools = read_numbers(SIXTEEN, 4) - 1
    slots = [_slot(pools[position], slot) for position in range(len(pools)) for slot in range(4)]
    players = np.array(slots)[:round_count][:, :, list(TRIPLET_POOLS.sides)]
    board_sets = _boards(len(pools))[:round_count]
    if team_count == EMMANUEL_TEAM_COUNTS[-1]:
        players, board_sets = rest_without(players, board_sets, absent=team_count)
    return Movement(
        code=f"fft-emmanuel-{team_count}x{round_count}",
        players=players,
        board_sets=board_sets,
        shape=TRIPLET_POOLS,
        tables_per_set=2,
        copies=2,
    )


def _slot(pools: IntArray, slot: int) -> list[tuple[int, int]]:
    """Return (defending team, attacking team) at each of the twelve tables.

    Args:
        pools: pools[pool, place].
        slot: from 0.
    """
    return [
        (defender, pool[slot])
        for pool in pools.tolist()
        for place, defender in enumerate(pool)
        if place != slot
    ]


def _boards(position_count: int) -> IntArray:
    """Return board_sets[round, table]: six new boards for each position."""
    one_position = np.array([_SLOT_BOARDS[0][slot] + _SLOT_BOARDS[1][slot] for slot in range(4)]) - 1
    # pools 3 and 4 play copies of the boards of pools 1 and 2
    both_pairs = np.tile(one_position, 2)
    return np.concatenate(
        [both_pairs + _BOARDS_PER_POSITION * position for position in range(position_count)]
    )


EMMANUEL = LibraryEntry(
    source="fft-emmanuel",
    format=formats.TRIPLETS,
    table_counts=EMMANUEL_TABLES,
    unit_counts=lambda table_count: EMMANUEL_TEAM_COUNTS,
    round_counts=lambda table_count, _: EMMANUEL_ROUNDS,
    boards_per_set=lambda table_count: (1,),
    build=build_emmanuel,
    sharing=lambda table_count: 2,
)
