"""Movements with a missing team."""

import numpy as np

from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray


def rest_without(players: IntArray, board_sets: IntArray, absent: int) -> tuple[IntArray, IntArray]:
    """Take out one team. Its tables rest without players and without a set.

    Args:
        players: players[round, table, seat], units from 0.
        board_sets: board_sets[round, table].
        absent: the unit that does not exist; units above it go down by one.

    Returns:
        players and board sets without it.
    """
    is_resting = (players == absent).any(axis=2)
    remaining = np.where(is_resting[:, :, None], NOBODY, players - (players > absent))
    return remaining, np.where(is_resting, NO_SET, board_sets)
