"""Movements in which a whole line goes the same way from its start: rows of differences.

In round r a line L has gone `moves[r, L]` from its starting tables, all its players alike; North stays. Two
lines then meet afresh in every round when the differences of their columns are all distinct. A full
set of T such rows is a difference matrix. See docs/movements.md.
"""

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.movement import SEAT_COUNT, IntArray, Movement

COLUMNS = ("W", "S", "E", "boards")
"""Columns of a table of moves; North never moves."""


def build_from_moves(code: str, group: ClockGroup, moves: IntArray) -> Movement:
    """The movement whose lines W, S, E and boards have gone `moves[round, line]` when a round begins.

    Args:
        moves: elements of the group, whose order is the number of tables; the first row all 0.
    """
    tables = np.arange(group.order)
    starts = group.subtract(tables[None, :, None], moves[:, None, :])
    players = np.empty((len(moves), group.order, SEAT_COUNT), dtype=np.int64)
    players[:, :, 0] = SEAT_COUNT * tables
    players[:, :, 1:] = SEAT_COUNT * starts[:, :, :3] + np.arange(1, SEAT_COUNT)
    return Movement(code=code, players=players, board_sets=starts[:, :, 3])


def multiply_out(
    group: ClockGroup, moves: IntArray, other: ClockGroup, other_moves: IntArray
) -> tuple[ClockGroup, IntArray]:
    """The product of two tables of moves: the tables in a rectangle, rows by one table, columns by the other.

    Returns:
        The group of both sets of clocks and its moves, len(moves) × len(other_moves) rows.

    Source:
        H. F. MacNeish, Euler squares, Annals of Mathematics 23 (1922).
    """
    both = ClockGroup((*group.moduli, *other.moduli))
    rows = group.hands(moves)[:, None], other.hands(other_moves)[None]
    shape = (len(moves), len(other_moves), moves.shape[1])
    hands = np.concatenate([np.broadcast_to(part, (*shape, part.shape[-1])) for part in rows], axis=-1)
    return both, both.element(hands).reshape(-1, moves.shape[1])
