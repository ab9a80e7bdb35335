"""Club-mates and relatives on starting numbers that seldom meet, and late rather than early."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.core.errors import TournamentError
from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.trades import trade_places


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
    start = np.array(numbers, dtype=np.int64)
    found = trade_places(meeting_costs(movement), start, foes, may_trade=may_trade, rng=rng)
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
