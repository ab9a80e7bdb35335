"""Tables and deals of a movement as people count them: proposals, desk, papers and homologation ask here."""

import numpy as np

from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.seat_changes import rounds_played


def table_numbers(movement: Movement) -> IntArray:
    """Tables, from 0, at which people sit in some round: those that the hall needs."""
    return np.flatnonzero((movement.players != NOBODY).any(axis=(0, 2)))


def count_deals(movement: Movement, boards_per_set: int) -> IntArray:
    """deals[unit]: deals of each player or team; home and away are one deal where teams play both ways."""
    if not movement.shape.plays_both_ways:
        return rounds_played(movement) * boards_per_set
    by_side = units_by_side(movement)
    sides = np.bincount(by_side[by_side != NOBODY], minlength=movement.player_count)
    return np.asarray(sides // 2 * boards_per_set)
