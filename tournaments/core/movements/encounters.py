"""Matrices of meetings and comparisons, for drawings and counts."""

import numpy as np
import numpy.typing as npt

from tournaments.core.movements.check import meetings, units_by_side
from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement


def meeting_matrix(movement: Movement) -> IntArray:
    """Return counts[unit, other]: times at one table; symmetric, 0 on the diagonal.

    Where teams play both ways the row defends and the column attacks, so it need not be symmetric.
    """
    counts = np.zeros((movement.player_count, movement.player_count), dtype=np.int64)
    for (unit, other_unit), times in meetings(movement).items():
        counts[unit, other_unit] = times
        if not movement.shape.plays_both_ways:
            counts[other_unit, unit] = times
    return counts


def comparison_matrix(movement: Movement) -> IntArray:
    """Return counts[unit, other]: sets of which both held the same cards, at other tables; symmetric.

    All counts are 0 if each table deals for itself, or if teams are compared with their opponents only.
    """
    counts = np.zeros((movement.player_count, movement.player_count), dtype=np.int64)
    if not movement.has_boards or movement.shape.plays_both_ways:
        return counts
    by_side = units_by_side(movement)
    sides = movement.shape.side_count
    places = movement.board_sets[:, :, None] * sides + np.arange(sides)
    is_held = (by_side != NOBODY) & (movement.board_sets != NO_SET)[:, :, None]
    units, places = by_side[is_held], places[is_held]
    # units with the same set and side become neighbours: each run is one group
    order = np.argsort(places, kind="stable")
    ends = np.flatnonzero(np.diff(places[order])) + 1
    for holders in np.split(units[order], ends):
        np.add.at(counts, (holders[:, None], holders[None, :]), 1)
    np.fill_diagonal(counts, 0)
    return counts


def list_pair_figures(matrix: IntArray, *, both_ways: bool = False) -> IntArray:
    """Return the figures of all pairs in one row. A pair counts twice with `both_ways`, else once."""
    size = matrix.shape[0]
    is_counted = ~np.eye(size, dtype=np.bool_) if both_ways else np.triu(np.ones((size, size), np.bool_), 1)
    return matrix[is_counted]


def line_of_units(movement: Movement) -> IntArray | None:
    """Return line[unit]: the side that a unit keeps in all rounds. None unless all units keep one."""
    if movement.shape.plays_both_ways or movement.shape.unit_size != max(movement.shape.people):
        return None
    by_side = units_by_side(movement)
    sides = np.broadcast_to(np.arange(movement.shape.side_count), by_side.shape)
    is_held = by_side != NOBODY
    lines = np.full(movement.player_count, NOBODY, dtype=np.int64)
    # keeps the last side of each unit; the comparison below finds any other
    lines[by_side[is_held]] = sides[is_held]
    return lines if bool((lines[by_side[is_held]] == sides[is_held]).all()) else None


def find_present_units(movement: Movement) -> npt.NDArray[np.bool_]:
    """Return is_present[round, unit]: True if the unit is at a table in the round."""
    is_present = np.zeros((movement.round_count, movement.player_count), dtype=np.bool_)
    rounds, tables, seats = np.nonzero(movement.players != NOBODY)
    is_present[rounds, movement.players[rounds, tables, seats]] = True
    return is_present
