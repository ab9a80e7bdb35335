"""Seats within tables that are already made up: everyone in each seat about as often."""

from itertools import permutations

import numpy as np

from tournaments.core.movements.movement import NOBODY, SEAT_COUNT, IntArray

_ORDERS = np.array(list(permutations(range(SEAT_COUNT))))


def spread_seats(players: IntArray) -> IntArray:
    """The same tables, each round seated by who has had which seat how often; the first round stays.

    Who attacks is said by the seat, so everyone then attacks about as often as the others.

    Args:
        players: players[round, table, seat], seats N, W, S, E; tables full or empty.
    """
    seated = players.copy()
    times = np.zeros((int(players.max()) + 1, SEAT_COUNT), dtype=np.int64)
    for this_round, table in np.ndindex(players.shape[:2]):
        four = players[this_round, table]
        if (four == NOBODY).any():
            continue
        orders = four[_ORDERS] if this_round else four[None]
        had = times[orders, np.arange(SEAT_COUNT)]
        best = orders[np.argmin((had * had + had).sum(axis=1))]
        seated[this_round, table] = best
        times[best, np.arange(SEAT_COUNT)] += 1
    return seated
