"""Counts of the tables and deals of a movement, for proposals, desk, papers and homologation."""

import numpy as np

from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.seat_changes import rounds_played


def table_numbers(movement: Movement) -> IntArray:
    """Return the tables, from 0, that have players in some round. The hall needs these."""
    return np.flatnonzero((movement.players != NOBODY).any(axis=(0, 2)))


def count_unit_deals(movement: Movement, boards_per_set: int) -> IntArray:
    """Return deals[unit]: the number of deals of each unit.

    Where teams play both ways, home and away are one deal.
    """
    if not movement.shape.plays_both_ways:
        return rounds_played(movement) * boards_per_set
    by_side = units_by_side(movement)
    sides = np.bincount(by_side[by_side != NOBODY], minlength=movement.player_count)
    return np.asarray(sides // 2 * boards_per_set)
