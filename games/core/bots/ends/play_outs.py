"""Play-outs of Tarot by the learnt policy, one deal after the other, on plain numbers.

In each world every seat plays the card with the highest weight, from the knowledge that a seat can have
(`policy_choices`).

The policy is a small neural network. Each card activates a few rows of its weights, some for the moment and
some for the card. Their sum is the hidden layer. Its positive numbers, each multiplied by a weight, add up to
the weight of the card. Another policy would replace `CardPolicy` and `draw_card_by_policy`.
"""

from typing import NamedTuple

from games.core.bots.ends.policy_choices import (
    HIDDEN,
    MOMENT_ROWS,
    MOST_ROWS,
    ROW_COUNT,
    WIDTH,
    Choices,
    write_choices,
)
from games.core.bots.numbers.chances import LANE_STEP, RANDOM, next_chance
from games.core.bots.numbers.moments import (
    LaneRows,
    PlayMoment,
    finish_played_trick,
    load_lane,
    put_card,
    write_end,
)
from games.core.compiled import Memory, compiled, compiled_entry
from games.core.tricks import TRUMP_LED

UNIT = 64
"""Stored value of a weight of 1."""
NOISES = 1024
"""Number of noise values, a power of two."""
LEAST = -(1 << 60)
"""Number below all weights."""
_CARD_STEP, _PLACES = 1013904223, 8
"""Odd step between the random numbers of cards, and room for the places of a trick."""


class CardPolicy(NamedTuple):
    """Numbers of the policy."""

    weights: Memory
    noise: Memory
    """`NOISES` numbers, one of which is added to the weight of each choice."""


@compiled
def weigh_choices(m: Choices, weights: Memory) -> None:
    """Write the weight of each choice."""
    moment, sums = m.moment_sums, m.sums
    for place in range(WIDTH):
        moment[place] = 0
    for row in range(MOMENT_ROWS):
        row_start = m.moment_rows[row] * WIDTH
        for place in range(WIDTH):
            moment[place] += weights[row_start + place]
    for choice in range(m.count):
        for place in range(WIDTH):
            sums[place] = moment[place]
        first = choice * MOST_ROWS
        for row in range(first, first + m.row_counts[choice]):
            row_start = m.rows[row] * WIDTH
            for place in range(WIDTH):
                sums[place] += weights[row_start + place]
        colour = m.colours[choice]
        kind = 0 if colour < TRUMP_LED else 1 if colour == TRUMP_LED else 2
        row_start, weight = ROW_COUNT * WIDTH + kind * HIDDEN, sums[HIDDEN] * UNIT
        for place in range(HIDDEN):
            # the rectifier of the hidden layer
            if sums[place] > 0:
                weight += sums[place] * weights[row_start + place]
        m.weights[choice] = weight


@compiled
def draw_card_by_policy(m: Choices, policy: CardPolicy) -> int:
    """Return the number of the choice that the policy makes, with some noise."""
    best_choice, best_weight = 0, LEAST
    if m.count > 1:
        weigh_choices(m, policy.weights)
        for choice in range(m.count):
            m.chance = next_chance(m.chance)
            weight = m.weights[choice] + policy.noise[(m.chance >> 16) & (NOISES - 1)]
            if weight > best_weight:
                best_choice, best_weight = choice, weight
    return best_choice


@compiled_entry
def write_first_choices(
    s: PlayMoment, m: Choices, public_moment: PlayMoment, lanes: LaneRows, weights: Memory
) -> None:
    """Write and weigh the possible cards in the first lane."""
    load_lane(s, public_moment, lanes, 0)
    write_choices(s, m)
    weigh_choices(m, weights)


@compiled_entry
def play_outs(
    s: PlayMoment,
    m: Choices,
    public_moment: PlayMoment,
    lanes: LaneRows,
    first: Memory,
    policy: CardPolicy,
    chance: int,
    streams: int,
) -> None:
    """Play each lane to its end.

    Lanes that are a multiple of `streams` apart have the same chance at the same place of the same trick. So
    two cards tried in one world differ by what they bring, and less by chance.

    Args:
        s, m: memory for a moment and its choices.
        public_moment: the public facts, as `read_play` writes them.
        lanes: the lanes; they receive the counts of the attack at the end.
        first: colour and bit of the first card of each lane; empty to choose it by the policy.
        chance: the start of the random numbers.
        streams: number of lanes with random numbers of their own.
    """
    for lane in range(len(lanes.holders)):
        load_lane(s, public_moment, lanes, lane)
        lane_chance = chance + lane % streams * LANE_STEP
        is_first = len(first) > 0
        while s.tricks < s.trick_count:
            while s.place < s.seats:
                if is_first:
                    colour, bit, is_first = first[2 * lane], first[2 * lane + 1], False
                else:
                    write_choices(s, m)
                    m.chance = (lane_chance + (s.tricks * _PLACES + s.place) * _CARD_STEP) & RANDOM
                    choice = draw_card_by_policy(m, policy)
                    colour, bit = m.colours[choice], m.bits[choice]
                put_card(s, colour, bit, True)
            finish_played_trick(s)
        write_end(s, lanes, lane)
