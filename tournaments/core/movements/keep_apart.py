"""Starting numbers that keep club-mates and relatives apart, or let them meet late."""

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
    """A meeting of two people that the search could not avoid. Round and table count from 0."""

    this_round: int
    table: int
    person: int
    other: int


@dataclass(frozen=True, slots=True)
class LineUp:
    """The starting numbers of the people, and the meetings that could not be avoided."""

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
    """Trade starting numbers until the people to keep apart meet as seldom, and as late, as possible.

    A meeting costs twice the rounds less the rounds before it. So one meeting fewer counts more than a later
    meeting. The same seed gives the same line-up. The result is never worse than `numbers`.

    Args:
        numbers: numbers[person], the line-up to start with: each number of the movement at most once.
        apart: pairs of people, in any order; a pair twice counts once.
        rng: breaks ties.
        classes: classes[person]; only people of one class trade places (the same series, for example).
        fixed: people who keep their number.

    Raises:
        TournamentError: `line_up_numbers` if two people have one number, or a number is not in the movement.
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
    for foe, other_foe in apart:
        foes[foe, other_foe] = foes[other_foe, foe] = int(foe != other_foe)
    labels = np.array(classes if classes is not None else [0] * people)
    may_trade = labels[:, None] == labels[None, :]
    fixed_people = [person for person in range(people) if person in fixed]
    may_trade[fixed_people, :] = may_trade[:, fixed_people] = False
    np.fill_diagonal(may_trade, False)
    start = np.array(numbers, dtype=np.int64)
    best_numbers = trade_places(meeting_costs(movement), start, foes, may_trade=may_trade, rng=rng)
    return LineUp(tuple(best_numbers.tolist()), remaining_meetings(movement, best_numbers.tolist(), apart))


def meeting_costs(movement: Movement) -> IntArray:
    """Return costs[unit, other]: the sum over their meetings of all rounds + remaining rounds.

    The remaining rounds include that of the meeting.
    """
    costs = np.zeros((movement.player_count, movement.player_count), dtype=np.int64)
    for this_round, by_side in enumerate(units_by_side(movement)):
        cost = 2 * movement.round_count - this_round
        for side in range(movement.shape.side_count):
            for other_side in range(movement.shape.side_count):
                is_met = (
                    (by_side[:, side] != NOBODY) & (by_side[:, other_side] != NOBODY) & (side != other_side)
                )
                np.add.at(costs, (by_side[is_met, side], by_side[is_met, other_side]), cost)
    return costs


def remaining_meetings(
    movement: Movement, numbers: Sequence[int], apart: Sequence[tuple[int, int]]
) -> tuple[RemainingMeeting, ...]:
    """Return the meetings of the pairs to keep apart, in the order of the rounds."""
    places: dict[int, set[tuple[int, int]]] = {}
    by_side = units_by_side(movement)
    for this_round, table, side in np.argwhere(by_side != NOBODY).tolist():
        places.setdefault(int(by_side[this_round, table, side]), set()).add((this_round, table))
    pairs = {(min(pair), max(pair)) for pair in apart}
    return tuple(
        sorted(
            RemainingMeeting(this_round, table, person, other_person)
            for person, other_person in pairs
            if person != other_person
            for this_round, table in places.get(numbers[person], set())
            & places.get(numbers[other_person], set())
        )
    )
