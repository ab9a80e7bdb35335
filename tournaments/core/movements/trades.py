"""A search that trades the places of two people at a time until those who should not meet hardly do."""

import random

import numpy as np

from tournaments.core.movements.movement import IntArray

MOST_TRADES = 400
"""Trades that a search makes, at most."""
PATIENCE = 60
"""Trades without a better arrangement after which the search ends."""
_NEVER = np.iinfo(np.int64).max


def trade_places(
    costs: IntArray,
    places: IntArray,
    foes: IntArray,
    *,
    may_trade: IntArray,
    rng: random.Random | None = None,
    ties: IntArray | None = None,
) -> IntArray:
    """The best arrangement of a tabu search, never worse than the one given.

    Each step makes the best trade of somebody in trouble, even if it makes things worse; the two then stay
    where they are for a few steps.

    Args:
        costs: costs[place, other], symmetric, 0 on the diagonal: what it costs that two foes are there.
        places: places[person], all different.
        foes: foes[person, other], symmetric, 0 on the diagonal: how much the two should be apart.
        may_trade: may_trade[person, other], 0 where the two must not trade.
        rng: chooses among equals; None for the first.
        ties: ties[person, other], from 0: of equal trades, the lowest comes first.

    Returns:
        places[person] of the lowest sum of foes × costs over all pairs that was met.
    """
    places, best = places.copy(), places.copy()
    cost_of = foes @ costs[places]
    everyone = np.arange(len(places))
    cost = lowest = int(cost_of[everyone, places].sum()) // 2
    free_again = np.zeros(len(places), dtype=np.int64)
    scale = 1 if ties is None else int(ties.max()) + 1
    since_best = 0
    for trade in range(MOST_TRADES):
        if not lowest or since_best > PATIENCE:
            break
        in_trouble = np.flatnonzero(cost_of[everyone, places] > 0)
        rested = in_trouble[free_again[in_trouble] <= trade]
        in_trouble = rested if len(rested) else in_trouble
        gains = _gains(cost_of, costs, foes, places, in_trouble) * scale
        gains += 0 if ties is None else ties[in_trouble]
        gains[may_trade[in_trouble] == 0] = _NEVER
        choices = np.argwhere(gains == gains.min())
        row, other = choices[rng.randrange(len(choices)) if rng else 0]
        if gains[row, other] == _NEVER:
            break
        person = int(in_trouble[row])
        cost += int(gains[row, other]) // scale
        change = costs[places[other]] - costs[places[person]]
        cost_of = cost_of + np.outer(foes[:, person] - foes[:, other], change)
        places[[person, other]] = places[[other, person]]
        free_again[[person, other]] = trade + 2 + (rng.randrange(5) if rng else trade % 5)
        since_best += 1
        if cost < lowest:
            lowest, best, since_best = cost, places.copy(), 0
    return best


def _gains(
    cost_of: IntArray, costs: IntArray, foes: IntArray, places: IntArray, people: IntArray
) -> IntArray:
    """gains[person, other]: what is added to the cost when they trade places."""
    own = cost_of[np.arange(len(places)), places]
    there = cost_of[people][:, places]
    here = cost_of[:, places[people]].T
    together = 2 * foes[people] * costs[np.ix_(places[people], places)]
    return np.asarray(there + here - own[people, None] - own[None, :] + together)
