"""Play-outs of Tarot by the learnt policy, one deal after the other, on plain numbers.

In each world every seat plays the card with the highest weight, by what a seat can know (`policy_choices`).

The policy is a small network. What speaks for a card is a few rows of its weights, some for the moment and
some for the card; their sum is the hidden layer, of which what is above 0 counts, each number by a weight.
Another policy takes the place of `CardPolicy` and `choose_card`.
"""

from typing import NamedTuple

from games.core.bots.moments import LaneRows, PlayMoment, finish_trick, load_lane, put, write_end
from games.core.bots.policy_choices import (
    HIDDEN,
    MOMENT_ROWS,
    MOST_ROWS,
    ROW_COUNT,
    WIDTH,
    Choices,
    list_choices,
)
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import TRUMP_LED

UNIT = 64
"""A weight of 1 as it is written."""
NOISES = 1024
"""Random numbers to choose from, a power of two."""
LEAST = -(1 << 60)
"""Below all weights."""
_NEXT, _STEP, _RANDOM = 1103515245, 12345, (1 << 31) - 1


class CardPolicy(NamedTuple):
    """The numbers by which cards are chosen."""

    weights: Memory
    noise: Memory
    """`NOISES` numbers of which one is added to the weight of each choice."""


@compiled
def next_chance(chance: int) -> int:
    """Return the random number after another one, from 0 to 2 to the power of 31."""
    return (chance * _NEXT + _STEP) & _RANDOM


@compiled
def weigh_choices(m: Choices, weights: Memory) -> None:
    """Write the weight of each choice."""
    moment, sums = m.moment_sums, m.sums
    for place in range(WIDTH):
        moment[place] = 0
    for row in range(MOMENT_ROWS):
        at = m.moment_rows[row] * WIDTH
        for place in range(WIDTH):
            moment[place] += weights[at + place]
    for choice in range(m.count):
        for place in range(WIDTH):
            sums[place] = moment[place]
        first = choice * MOST_ROWS
        for row in range(first, first + m.row_counts[choice]):
            at = m.rows[row] * WIDTH
            for place in range(WIDTH):
                sums[place] += weights[at + place]
        colour = m.colours[choice]
        kind = 0 if colour < TRUMP_LED else 1 if colour == TRUMP_LED else 2
        at, weight = ROW_COUNT * WIDTH + kind * HIDDEN, sums[HIDDEN] * UNIT
        for place in range(HIDDEN):
            if sums[place] > 0:
                weight += sums[place] * weights[at + place]
        m.weights[choice] = weight


@compiled
def choose_card(m: Choices, policy: CardPolicy) -> int:
    """Return the number of the choice that the policy makes, with some chance."""
    chosen, most = 0, LEAST
    if m.count > 1:
        weigh_choices(m, policy.weights)
        for choice in range(m.count):
            m.chance = next_chance(m.chance)
            weight = m.weights[choice] + policy.noise[(m.chance >> 16) & (NOISES - 1)]
            if weight > most:
                chosen, most = choice, weight
    return chosen


@compiled_entry
def first_choices(s: PlayMoment, m: Choices, seen: PlayMoment, lanes: LaneRows, weights: Memory) -> None:
    """Write and weigh the cards to choose from in the first lane."""
    load_lane(s, seen, lanes, 0)
    list_choices(s, m)
    weigh_choices(m, weights)


@compiled_entry
def play_outs(
    s: PlayMoment,
    m: Choices,
    seen: PlayMoment,
    lanes: LaneRows,
    first: Memory,
    policy: CardPolicy,
    chance: int,
) -> None:
    """Play each lane to its end.

    Args:
        s, m: room for a moment and its choices.
        seen: what all can see, as `read_play` writes it.
        lanes: get what the attack has at the end.
        first: colour and bit of the first card of each lane; empty to choose it as the others.
        chance: where the random numbers begin.
    """
    m.chance = chance
    for lane in range(len(lanes.holders)):
        load_lane(s, seen, lanes, lane)
        is_first = len(first) > 0
        while s.tricks < s.trick_count:
            while s.place < s.seats:
                if is_first:
                    colour, bit, is_first = first[2 * lane], first[2 * lane + 1], False
                else:
                    list_choices(s, m)
                    chosen = choose_card(m, policy)
                    colour, bit = m.colours[chosen], m.bits[chosen]
                put(s, colour, bit, True)
            finish_trick(s)
        write_end(s, lanes, lane)
