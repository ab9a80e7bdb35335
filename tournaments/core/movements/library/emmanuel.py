"""The Emmanuel: 16 triplets in pools of four, whose attackers go to three tables at once."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.absences import rest_without
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.printed_tables import SIXTEEN, read_numbers
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import IntArray, Movement
from tournaments.core.movements.table_shape import TRIPLET_POOLS

EMMANUEL_TABLES = (12,)
"""Three for each of the four pools."""
EMMANUEL_TEAM_COUNTS = (16, 15)
EMMANUEL_ROUNDS = (4, 8, 12, 16, 20)
"""Four slots, in which each team of the pool attacks once, to each of one to five positions."""

_SLOT_BOARDS = (
    ((1, 2, 3), (4, 6, 5), (5, 3, 4), (6, 2, 1)),
    ((4, 5, 6), (1, 3, 2), (2, 6, 1), (3, 5, 4)),
)
"""For the pools of odd and of even number, for each slot: board of the position, from 1, at its tables.

Source: FFT, Manuel de l'organisateur (2011) M44-M49."""
_BOARDS_PER_POSITION = 6


def build_emmanuel(table_count: int, round_count: int, team_count: int) -> Movement:
    """The Emmanuel of 16 teams, a round being one slot: one board at each table.

    The four pools of a position are the tables of a round of the Howell for 16. In slot k of a position the
    k-th team of a pool attacks at the three tables of the pool, one of its players at each, against the
    three other teams in their order. Two pools share six boards, the other two have copies. A team's
    number is the printed one less 1; the 16th is the one that is missing when there are 15.

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
    """(defending team, attacking team) at each of the twelve tables, from pools[pool, place]."""
    return [
        (defender, pool[slot])
        for pool in pools.tolist()
        for place, defender in enumerate(pool)
        if place != slot
    ]


def _boards(position_count: int) -> IntArray:
    """board_sets[round, table]: six new boards for each position."""
    one_position = np.array([_SLOT_BOARDS[0][slot] + _SLOT_BOARDS[1][slot] for slot in range(4)]) - 1
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
