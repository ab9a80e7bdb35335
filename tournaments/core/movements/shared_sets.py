"""Lines at tables that share sets of boards two, three or four at a time: everyone plays every board.

T tables have T / n sets, each at n tables in the same round. After as many rounds as sets everyone has
played all the boards, and is compared with all the others of the line on each. See docs/movements.md.
"""

from dataclasses import replace

import numpy as np

from tournaments.core.movements.differences import build_from_moves
from tournaments.core.movements.groups import Group
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.stored import read_stored

FILE = "shared_sets"
SHARERS = (2, 3, 4)


def shared_sizes(sharing: int) -> tuple[int, ...]:
    """Numbers of tables at which so many may share a set, smallest first."""
    pairs = (key.split("/") for key in read_stored(FILE))
    return tuple(sorted(int(tables) for tables, sets in pairs if int(tables) == sharing * int(sets)))


def build_shared(table_count: int, round_count: int, sharing: int) -> Movement:
    """The first rounds of the movement whose sets are each at `sharing` tables at a time.

    Args:
        table_count: one of `shared_sizes`.
        round_count: 1 to table_count / sharing, the number of sets.
    """
    set_count = table_count // sharing
    moves = np.array(read_stored(FILE)[f"{table_count}/{set_count}"][0], dtype=np.int64)[:round_count]
    movement = build_from_moves(f"shared-{sharing}-{table_count}x{round_count}", Group((table_count,)), moves)
    return replace(movement, board_sets=movement.board_sets % set_count, tables_per_set=sharing)
