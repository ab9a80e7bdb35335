"""Search by trades of places, two people at a time, until people to keep apart seldom meet."""

import random

import numpy as np

from tournaments.core.movements.movement import IntArray

MOST_TRADES = 400
"""Largest number of trades of a search."""
PATIENCE = 60
"""Number of trades without a better arrangement after which the search ends."""
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
    """Return the best arrangement of a tabu search. It is never worse than `places`.

    Each step makes the best trade of a person with a cost, even if it makes things worse. The two then start
    no trade for a few steps, unless all people with a cost have just traded.

    Args:
        costs: costs[place, other], symmetric, 0 on the diagonal: the cost of two foes at these places.
        places: places[person], all different.
        foes: foes[person, other], symmetric, 0 on the diagonal: how much the two should be apart.
        may_trade: may_trade[person, other], 0 if the two must not trade.
        rng: chooses among equals; None for the first.
        ties: ties[person, other], from 0: among equal trades the lowest comes first.

    Returns:
        places[person] with the lowest sum of foes × costs over all pairs of the search.
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
        troubled = np.flatnonzero(cost_of[everyone, places] > 0)
        free_people = troubled[free_again[troubled] <= trade]
        troubled = free_people if len(free_people) else troubled
        # scaled, so that ties never outweigh a cost
        gains = _gains(cost_of, costs, foes, places, troubled) * scale
        gains += 0 if ties is None else ties[troubled]
        gains[may_trade[troubled] == 0] = _NEVER
        choices = np.argwhere(gains == gains.min())
        row, partner = choices[rng.randrange(len(choices)) if rng else 0]
        if gains[row, partner] == _NEVER:
            break
        person = int(troubled[row])
        cost += int(gains[row, partner]) // scale
        change = costs[places[partner]] - costs[places[person]]
        # the trade changes the costs of the foes of these two alone
        cost_of = cost_of + np.outer(foes[:, person] - foes[:, partner], change)
        places[[person, partner]] = places[[partner, person]]
        # tabu: the two start no trade for a few steps, so that they do not trade back at once
        free_again[[person, partner]] = trade + 2 + (rng.randrange(5) if rng else trade % 5)
        since_best += 1
        if cost < lowest:
            lowest, best, since_best = cost, places.copy(), 0
    return best


def _gains(
    cost_of: IntArray, costs: IntArray, foes: IntArray, places: IntArray, people: IntArray
) -> IntArray:
    """Return gains[person, other]: the change of the cost if the two trade places."""
    current_costs = cost_of[np.arange(len(places)), places]
    costs_after = cost_of[people][:, places]
    other_costs_after = cost_of[:, places[people]].T
    # the two keep their own meeting, which both sums counted as gone
    together = 2 * foes[people] * costs[np.ix_(places[people], places)]
    return np.asarray(
        costs_after + other_costs_after - current_costs[people, None] - current_costs[None, :] + together
    )
