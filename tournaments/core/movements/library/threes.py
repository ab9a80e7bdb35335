"""Where the tables of three stand, so that as few players as possible meet two of them."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.movements.movement import IntArray

PREFERRED_SPACING = 7
"""Six tables between two tables of three.

Source: FFT, Manuel de l'organisateur (2011) M4: for 5 rounds; a choice that is as good comes after it."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The tables without a North."""

    tables: tuple[int, ...]
    """From 0, ascending; the highest table is one of them."""
    repeats: int
    """Pairs of these tables that a player visits, over all players: 0 when nobody meets two of them."""


def place_threes(shifts: IntArray, table_count: int, three_count: int) -> Placement:
    """Place the tables of three of a movement of lines whose Norths stay at home.

    The highest table is one of them; the others are tried at every distance below it.

    Args:
        shifts: shifts[round, line] of the lines that move, tables up since the start.
        three_count: 0 to 3.
    """
    if three_count == 0:
        return Placement((), 0)
    highest = table_count - 1
    if three_count == 1:
        return Placement((highest,), 0)
    crossings = count_crossings(shifts, table_count)
    distances = np.arange(1, table_count)
    oddness = abs(distances - PREFERRED_SPACING)
    if three_count == 2:
        best = int(distances[np.lexsort((oddness, crossings[distances]))[0]])
        return Placement((highest - best, highest), int(crossings[best]))
    near, far = (pair.ravel() for pair in np.meshgrid(distances, distances, indexing="ij"))
    near, far = near[near < far], far[near < far]
    repeats = crossings[near] + crossings[far] + crossings[far - near]
    oddness = abs(near - PREFERRED_SPACING) + abs(far - near - PREFERRED_SPACING)
    best = int(np.lexsort((oddness, repeats))[0])
    return Placement((highest - int(far[best]), highest - int(near[best]), highest), int(repeats[best]))


def count_crossings(shifts: IntArray, table_count: int) -> IntArray:
    """crossings[distance]: players who visit two given tables that are so far apart, modulo the tables."""
    between = (shifts[:, None, :] - shifts[None, :, :]) % table_count
    return np.bincount(between.ravel(), minlength=table_count)
