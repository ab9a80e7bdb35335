"""Club-mates and relatives on starting numbers that seldom meet, and late rather than early."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.core.errors import TournamentError
from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.movement import NOBODY, IntArray, Movement

MOST_TRADES = 400
"""Exchanges of two people that a search tries, whatever the seed."""
_PATIENCE = 60
"""Exchanges without a better line-up after which the search ends."""


@dataclass(frozen=True, slots=True, order=True)
class RemainingMeeting:
    """Two who should be apart and meet all the same; round and table from 0."""

    this_round: int
    table: int
    person: int
    other: int


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who has which starting number, and what could not be avoided."""

    numbers: tuple[int, ...]
    """numbers[person]: the starting number, from 0."""
    remaining: tuple[RemainingMeeting, ...]


def keep_apart(
    movement: Movement,
    numbers: Sequence[int],
    apart: Sequence[tuple[int, int]],
    rng: random.Random,
    *,
    classes: Sequence[int] | None = None,
    fixed: frozenset[int] = frozenset(),
) -> LineUp:
    """Trade starting numbers until those to keep apart meet as seldom, and as late, as the search can find.

    A meeting costs twice the rounds less the rounds before it: one meeting fewer counts more than later
    ones. The same seed gives the same line-up. It is never worse than the one given.

    Args:
        numbers: numbers[person], the line-up to begin with: each number of the movement at most once.
        apart: pairs of people, in any order; a pair twice counts once.
        rng: breaks ties.
        classes: classes[person]; only people of one class trade places (the same series, for example).
        fixed: people who keep their number.

    Raises:
        TournamentError: `line_up_numbers` where two have one number, or one that the movement has not.
    """
    people = len(numbers)
    if len(set(numbers)) < people or not all(0 <= number < movement.player_count for number in numbers):
        raise TournamentError(
            "line_up_numbers",
            f"{people} people have not {people} different numbers in 0..{movement.player_count - 1}",
            field="numbers",
            people=people,
            highest=movement.player_count,
        )
    foes = np.zeros((people, people), dtype=np.int64)
    for one, other in apart:
        foes[one, other] = foes[other, one] = int(one != other)
    labels = np.array(classes if classes is not None else [0] * people)
    may_trade = labels[:, None] == labels[None, :]
    held = [person for person in range(people) if person in fixed]
    may_trade[held, :] = may_trade[:, held] = False
    np.fill_diagonal(may_trade, False)
    found = _search(meeting_costs(movement), np.array(numbers, dtype=np.int64), foes, may_trade, rng)
    return LineUp(tuple(found.tolist()), remaining_meetings(movement, found.tolist(), apart))


def meeting_costs(movement: Movement) -> IntArray:
    """costs[unit, other]: the sum over their meetings of rounds + rounds still to play, that one included."""
    costs = np.zeros((movement.player_count, movement.player_count), dtype=np.int64)
    for this_round, by_side in enumerate(units_by_side(movement)):
        cost = 2 * movement.round_count - this_round
        for one in range(movement.shape.side_count):
            for other in range(movement.shape.side_count):
                both = (by_side[:, one] != NOBODY) & (by_side[:, other] != NOBODY) & (one != other)
                np.add.at(costs, (by_side[both, one], by_side[both, other]), cost)
    return costs


def remaining_meetings(
    movement: Movement, numbers: Sequence[int], apart: Sequence[tuple[int, int]]
) -> tuple[RemainingMeeting, ...]:
    """Where those to keep apart sit at one table, in the order of the rounds."""
    places: dict[int, set[tuple[int, int]]] = {}
    by_side = units_by_side(movement)
    for this_round, table, side in np.argwhere(by_side != NOBODY).tolist():
        places.setdefault(int(by_side[this_round, table, side]), set()).add((this_round, table))
    pairs = {(min(pair), max(pair)) for pair in apart}
    return tuple(
        sorted(
            RemainingMeeting(this_round, table, one, other)
            for one, other in pairs
            if one != other
            for this_round, table in places.get(numbers[one], set()) & places.get(numbers[other], set())
        )
    )


def _search(
    costs: IntArray, numbers: IntArray, foes: IntArray, may_trade: IntArray, rng: random.Random
) -> IntArray:
    """The best numbers of a tabu search: the best trade of somebody in trouble, even a bad one."""
    numbers, best = numbers.copy(), numbers.copy()
    cost_of = foes @ costs[numbers]
    everyone = np.arange(len(numbers))
    cost = lowest = int(cost_of[everyone, numbers].sum()) // 2
    free_again = np.zeros(len(numbers), dtype=np.int64)
    since_best = 0
    for trade in range(MOST_TRADES):
        in_trouble = np.flatnonzero((cost_of[everyone, numbers] > 0) & (free_again <= trade))
        if not lowest or since_best > _PATIENCE or not len(in_trouble):
            break
        gains = _gains(cost_of, costs, foes, numbers, in_trouble)
        gains[~may_trade[in_trouble]] = np.iinfo(np.int64).max
        choices = np.argwhere(gains == gains.min())
        row, other = choices[rng.randrange(len(choices))]
        if gains[row, other] == np.iinfo(np.int64).max:
            break
        person, cost = int(in_trouble[row]), cost + int(gains[row, other])
        change = costs[numbers[other]] - costs[numbers[person]]
        cost_of = cost_of + np.outer(foes[:, person] - foes[:, other], change)
        numbers[[person, other]] = numbers[[other, person]]
        free_again[[person, other]] = trade + 2 + rng.randrange(5)
        since_best += 1
        if cost < lowest:
            lowest, best, since_best = cost, numbers.copy(), 0
    return best


def _gains(
    cost_of: IntArray, costs: IntArray, foes: IntArray, numbers: IntArray, people: IntArray
) -> IntArray:
    """gains[person, other]: what is added to the cost when they trade numbers."""
    own = cost_of[np.arange(len(numbers)), numbers]
    there = cost_of[people][:, numbers]
    here = cost_of[:, numbers[people]].T
    together = 2 * foes[people] * costs[np.ix_(numbers[people], numbers)]
    return np.asarray(there + here - own[people, None] - own[None, :] + together)
