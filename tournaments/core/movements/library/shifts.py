"""Movements in which each line of players, and the board sets, move by whole numbers of tables."""

import numpy as np

from tournaments.core.movements.movement import IntArray
from tournaments.core.movements.table_shape import TableShape


def positions(moves: IntArray) -> IntArray:
    """Return the tables moved since the first round, from the moves between rounds.

    Args:
        moves: moves[move, line], tables up between one round and the next.

    Returns:
        shifts[round, line], one round more than moves, zeros first.
    """
    start = np.zeros((1, moves.shape[1]), dtype=np.int64)
    return np.vstack([start, np.cumsum(moves, axis=0)])


def seat_by_shifts(shifts: IntArray, table_count: int, shape: TableShape) -> IntArray:
    """Return the players of a movement in lines.

    Unit `side_count × table + side` starts at that table and side.

    Args:
        shifts: shifts[round, side], tables up since the start.

    Returns:
        players[round, table, seat], units from 0.
    """
    tables = np.arange(table_count)[None, :, None]
    # a player at table t who has gone up by s started at t − s
    homes = (tables - shifts[:, None, :]) % table_count
    units = shape.side_count * homes + np.arange(shape.side_count)
    return units[:, :, list(shape.sides)]


def lay_by_shifts(shifts: IntArray, table_count: int) -> IntArray:
    """Return the sets of a movement in lines. Set s starts at table s.

    Args:
        shifts: shifts[round], tables that each set has gone down since the start.

    Returns:
        board_sets[round, table].
    """
    return np.asarray((np.arange(table_count)[None, :] + shifts[:, None]) % table_count)
