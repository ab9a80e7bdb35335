"""Movements in which the players of a line move alike: tables of differences.

In round r a line L has gone `moves[r, L]` from its starting tables; North stays. Two lines never meet twice
if the differences of their columns are all distinct. A full set of T such rows is a difference matrix. See
docs/movements.md.
"""

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.movement import SEAT_COUNT, IntArray, Movement

COLUMNS = ("W", "S", "E", "boards")
"""Columns of a table of moves. North never moves."""


def build_from_moves(code: str, group: ClockGroup, moves: IntArray) -> Movement:
    """Build the movement in which W, S, E and the boards have gone `moves[round, line]` in a round.

    Args:
        moves: elements of the group, whose order is the number of tables; the first row all 0.
    """
    tables = np.arange(group.order)
    # a line that has gone up by m at table t started at t − m
    starts = group.subtract(tables[None, :, None], moves[:, None, :])
    players = np.empty((len(moves), group.order, SEAT_COUNT), dtype=np.int64)
    players[:, :, 0] = SEAT_COUNT * tables
    players[:, :, 1:] = SEAT_COUNT * starts[:, :, :3] + np.arange(1, SEAT_COUNT)
    return Movement(code=code, players=players, board_sets=starts[:, :, 3])


def multiply_out(
    group: ClockGroup, moves: IntArray, other_group: ClockGroup, other_moves: IntArray
) -> tuple[ClockGroup, IntArray]:
    """Return the product of two tables of moves.

    The tables stand in a rectangle. Rows move by one table of moves, columns by the other.

    Returns:
        The group of both sets of clocks and its moves, len(moves) × len(other_moves) rows.

    Source:
        H. F. MacNeish, Euler squares, Annals of Mathematics 23 (1922).
    """
    product_group = ClockGroup((*group.moduli, *other_group.moduli))
    rows = group.hands(moves)[:, None], other_group.hands(other_moves)[None]
    shape = (len(moves), len(other_moves), moves.shape[1])
    hands = np.concatenate([np.broadcast_to(part, (*shape, part.shape[-1])) for part in rows], axis=-1)
    return product_group, product_group.element(hands).reshape(-1, moves.shape[1])
