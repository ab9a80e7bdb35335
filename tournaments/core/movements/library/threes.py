"""Which places stay empty at the tables of three, so that as few players as possible meet two of them."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from games.core.seats import NORTH
from tournaments.core.movements.movement import SEAT_COUNT, IntArray

PREFERRED_SPACING = 7
"""Six tables between two tables of three; a choice that is as good comes after it.

Source: FFT, Manuel de l'organisateur (2011) M4."""
TOGETHER = 1_000_000
"""Counted for two empty places that would come to one table."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The places, at the start, where nobody sits; they move with their lines."""

    places: tuple[tuple[int, int], ...]
    """(table, seat), both from 0, by table; a place of the highest table is one of them."""
    repeats: int
    """Players who meet two of these places, counted for each pair: 0 when nobody does."""


def place_threes(
    shifts: IntArray, table_count: int, empty_count: int, seats: tuple[int, ...] = (NORTH,)
) -> Placement:
    """Choose the empty places: fewest players who meet two, then most Norths, then the printed spacing.

    Args:
        shifts: shifts[round, seat], tables up since the start, of lines that move as wholes.
        empty_count: 0 to 3, each at another table.
        seats: lines that may have an empty place; North alone is the federation's choice.
    """
    if empty_count == 0:
        return Placement((), 0)
    shared = count_shared(shifts, table_count)
    choices = [_best_with(seat, shared, empty_count - 1, seats) for seat in seats]
    _, chosen = min(choices)
    places = sorted((table_count - 1 - below, seat) for below, seat in chosen)
    repeats = sum(
        int(shared[one_seat, other_seat, other_table - one_table])
        for place, (one_table, one_seat) in enumerate(places)
        for other_table, other_seat in places[place + 1 :]
    )
    return Placement(tuple(places), repeats)


def count_shared(shifts: IntArray, table_count: int) -> IntArray:
    """shared[one, other, distance]: players who meet two places in the rounds given.

    `one` and `other` are the seats of the places, the second `distance` tables above the first at the
    start, modulo the tables; at least `TOGETHER` where they come to one table, or are the same.
    """
    shared = np.zeros((SEAT_COUNT, SEAT_COUNT, table_count), dtype=np.int64)
    for one, other, line in product(range(SEAT_COUNT), repeat=3):
        if line not in (one, other):
            first, second = (shifts[:, seat] - shifts[:, line] for seat in (one, other))
            distances = (first[:, None] - second[None, :]) % table_count
            shared[one, other] += np.bincount(distances.ravel(), minlength=table_count)
    for one, other in product(range(SEAT_COUNT), repeat=2):
        together = np.unique((shifts[:, one] - shifts[:, other]) % table_count)
        shared[one, other, together] += TOGETHER
    return shared


def _best_with(
    first: int, shared: IntArray, more: int, seats: tuple[int, ...]
) -> tuple[tuple[int, ...], list[tuple[int, int]]]:
    """The best choice with a seat of the highest table empty, and `more` others (0 to 2).

    Returns:
        What makes it worse than another, most important first, and its places as (tables below the highest
        one, seat).
    """
    if more == 0:
        return (0, int(first != NORTH), 0), [(0, first)]
    table_count = shared.shape[2]
    seat = np.repeat(seats, table_count)
    below = np.tile(np.arange(table_count), len(seats))
    cost = shared[first, seat, -below % table_count]
    indices = _pick(len(seat), more)
    repeats = cost[indices].sum(axis=0)
    if more == 2:
        one, other = indices
        repeats = repeats + shared[seat[one], seat[other], (below[one] - below[other]) % table_count]
    steps = np.diff(np.sort(below[indices], axis=0), axis=0, prepend=0)
    oddness = abs(steps - PREFERRED_SPACING).sum(axis=0)
    moving = (seat[indices] != NORTH).sum(axis=0) + (first != NORTH)
    best = int(np.lexsort((oddness, moving, repeats))[0])
    chosen = [(0, first), *((int(below[index]), int(seat[index])) for index in indices[:, best])]
    return (int(repeats[best]), int(moving[best]), int(oddness[best])), chosen


def _pick(count: int, more: int) -> IntArray:
    """indices[which, choice]: every choice of one or two out of `count`."""
    if more == 1:
        return np.arange(count)[None, :]
    return np.stack(np.triu_indices(count, k=1))
