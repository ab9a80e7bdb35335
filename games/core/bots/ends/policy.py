"""The learnt policy: its weights, play-outs by it, and how gladly it plays each card."""

from collections.abc import Sequence
from functools import lru_cache
from math import log
from pathlib import Path

import numpy as np

from games.core.bots.ends import play_outs
from games.core.bots.ends.play_outs import CardPolicy
from games.core.bots.ends.policy_choices import Choices
from games.core.bots.ends.thumb_lanes import cards_memory, ends_of, first_memory, lane_rows
from games.core.bots.knowledge.tarot_sight import TarotSight, barred_suit
from games.core.bots.numbers.lanes import (
    NOBODY,
    LaneEnds,
    Lanes,
    Numbers,
    bit_of,
    card_colour_number,
    repeat_lanes,
)
from games.core.bots.numbers.moments import Deal, PlayMoment, read_play
from games.core.cards import Card
from games.core.compiled import Memory, as_memory, new_record
from games.core.variant import VARIANTS, Variant

WEIGHTS_FILE = Path(__file__).with_name("policy_weights.txt")
"""File with rows of integers of two hexadecimal digits, 80 being 0; written by `tools/train_policy.py`."""
OTHER_WEIGHTS_FILE = Path(__file__).with_name("other_policy_weights.txt")
"""File like `WEIGHTS_FILE`, learnt from the other forms of one pack, for up to eight players."""
DIGITS, ZERO = 2, 0x80
LOGIT = play_outs.UNIT * play_outs.UNIT
"""Difference in weight for a choice that is played e times as often."""


def policy_weights(row: Variant) -> Memory:
    """Return the weights learnt from a form of Tarot and its like, by the rows of `policy_choices`."""
    return _read_weights(WEIGHTS_FILE if row.name in VARIANTS else OTHER_WEIGHTS_FILE)


@lru_cache(maxsize=2)
def _read_weights(file: Path) -> Memory:
    digits = bytes.fromhex(file.read_text("ascii"))
    return as_memory(np.frombuffer(digits, np.uint8).astype(np.int64) - ZERO)


@lru_cache(maxsize=4)
def noise_table(part: float) -> Memory:
    """Return the noise of weights (Gumbel). With part 1, a choice is played as often as its weight states."""
    count = play_outs.NOISES
    return as_memory(
        np.array(
            [round(-part * LOGIT * log(-log((place + 0.5) / count))) for place in range(count)], np.int64
        )
    )


def play_by_policy(
    sight: TarotSight,
    lanes: Lanes,
    first: tuple[Numbers, Numbers] | None = None,
    weights: Memory | None = None,
    *,
    noise: float = 1.0,
    chance: int = 0,
    streams: int = 0,
) -> LaneEnds:
    """Play all lanes to their ends by the learnt policy.

    Args:
        sight: the knowledge of one seat at the moment of the lanes.
        lanes: the lanes; they do not change.
        first: colour and bit of the first card of each lane; None to choose it by the policy.
        weights: weights of the policy; None for the learnt ones.
        noise: part of the chance in the learnt play; 0 for the card with the greatest weight.
        chance: the start of the random numbers.
        streams: see `play_outs.play_outs`; 0 for random numbers of its own in each lane.
    """
    rows = lane_rows(lanes)
    play_outs.play_outs(
        new_record(PlayMoment),
        new_record(Choices),
        seen_by_all(sight),
        rows,
        first_memory(first),
        CardPolicy(policy_weights(sight.row) if weights is None else weights, noise_table(noise)),
        chance,
        streams or len(lanes.holder),
    )
    return ends_of(rows)


def first_choices(lanes: Lanes, sight: TarotSight, weights: Memory | None = None) -> Numbers:
    """Return colour, bit and weight of the cards from which the policy chooses in the first lane.

    Returns:
        Shape (choices, 3).
    """
    choices = new_record(Choices)
    play_outs.write_first_choices(
        new_record(PlayMoment),
        choices,
        seen_by_all(sight),
        lane_rows(lanes),
        policy_weights(sight.row) if weights is None else weights,
    )
    numbers = np.array([choices.colours, choices.bits, choices.weights], np.int64)
    return numbers[:, : choices.count].T


def weigh_cards(sight: TarotSight, lanes: Lanes, cards: Sequence[Card]) -> Numbers:
    """Return how gladly the policy plays each card, as a sum of weights over all worlds.

    At five the policy depends on the seats that attack, which differ from world to world.

    Args:
        lanes: the worlds.
        cards: legal cards of the seat to play.
    """
    sums = np.zeros(len(cards), np.int64)
    _, firsts, counts = np.unique(lanes.attack, axis=0, return_index=True, return_counts=True)
    for first, count in zip(firsts.tolist(), counts.tolist(), strict=True):
        choices = first_choices(repeat_lanes(lanes, np.array([first])), sight)
        for number, card in enumerate(cards):
            # a choice stands for the cards from its own up to the next choice of this colour
            is_below = (choices[:, 0] == card_colour_number(card)) & (choices[:, 1] <= bit_of(card))
            # the policy never leads the called card to the first trick
            never = choices[:, 2].min() - 1
            sums[number] += count * max(choices[is_below, 2][-1:], default=never)
    return sums


def cards_played(sight: TarotSight) -> Memory:
    """Return colour and bit of every card played, in order."""
    tricks = [*(cards for _, cards, _ in sight.tricks), sight.trick]
    return cards_memory(card for cards in tricks for card in cards)


def deal_of_sight(sight: TarotSight) -> Deal:
    """Return the facts of the deal that stay the same during the play."""
    assert sight.taker is not None
    assert sight.bid is not None
    return Deal(
        sight.row.player_count,
        sight.taker,
        sight.taker if sight.bid.takes_dog else NOBODY,
        sight.tricks[0][0] if sight.tricks else sight.leader,
        sight.row.hand_size,
        barred_suit(sight),
    )


def seen_by_all(sight: TarotSight) -> PlayMoment:
    """Return the public facts of the play."""
    moment = new_record(PlayMoment)
    read_play(moment, deal_of_sight(sight), cards_played(sight), 0)
    return moment
