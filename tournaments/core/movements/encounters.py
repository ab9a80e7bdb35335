"""Who met whom and who held whose cards, as matrices to draw and to count."""

import numpy as np
import numpy.typing as npt

from tournaments.core.movements.check import meetings, units_by_side
from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement


def meeting_matrix(movement: Movement) -> IntArray:
    """met[unit, other]: times at one table; symmetric, 0 on the diagonal.

    Where teams play both ways the row defends and the column attacks, so it need not be symmetric.
    """
    met = np.zeros((movement.player_count, movement.player_count), dtype=np.int64)
    for (one, other), times in meetings(movement).items():
        met[one, other] = times
        if not movement.shape.plays_both_ways:
            met[other, one] = times
    return met


def comparison_matrix(movement: Movement) -> IntArray:
    """compared[unit, other]: sets of which both held the same cards, at other tables; symmetric.

    All 0 where each table deals for itself, and where teams are compared with their opponents only.
    """
    compared = np.zeros((movement.player_count, movement.player_count), dtype=np.int64)
    if not movement.has_boards or movement.shape.plays_both_ways:
        return compared
    by_side = units_by_side(movement)
    sides = movement.shape.side_count
    places = movement.board_sets[:, :, None] * sides + np.arange(sides)
    is_held = (by_side != NOBODY) & (movement.board_sets != NO_SET)[:, :, None]
    units, places = by_side[is_held], places[is_held]
    order = np.argsort(places, kind="stable")
    ends = np.flatnonzero(np.diff(places[order])) + 1
    for holders in np.split(units[order], ends):
        np.add.at(compared, (holders[:, None], holders[None, :]), 1)
    np.fill_diagonal(compared, 0)
    return compared


def pairs_of(matrix: IntArray, *, both_ways: bool = False) -> IntArray:
    """The figures of all pairs in one row: each pair once, or twice where it counts both ways."""
    size = matrix.shape[0]
    wanted = ~np.eye(size, dtype=np.bool_) if both_ways else np.triu(np.ones((size, size), np.bool_), 1)
    return matrix[wanted]


def line_of_units(movement: Movement) -> IntArray | None:
    """line[unit]: the side that a unit keeps from the first round to the last; None unless all keep one."""
    if movement.shape.plays_both_ways or movement.shape.unit_size != max(movement.shape.people):
        return None
    by_side = units_by_side(movement)
    sides = np.broadcast_to(np.arange(movement.shape.side_count), by_side.shape)
    is_held = by_side != NOBODY
    lines = np.full(movement.player_count, NOBODY, dtype=np.int64)
    lines[by_side[is_held]] = sides[is_held]
    return lines if bool((lines[by_side[is_held]] == sides[is_held]).all()) else None


def presence(movement: Movement) -> npt.NDArray[np.bool_]:
    """present[round, unit]: whether the unit is at a table in the round."""
    present = np.zeros((movement.round_count, movement.player_count), dtype=np.bool_)
    rounds, tables, seats = np.nonzero(movement.players != NOBODY)
    present[rounds, movement.players[rounds, tables, seats]] = True
    return present
