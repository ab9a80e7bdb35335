"""The learnt policy: its weights, lanes played to their ends by it, and how likely it makes a world."""

from functools import lru_cache
from math import exp, log
from pathlib import Path

import numpy as np

from games.core.bots import play_outs, world_swaps
from games.core.bots.lanes import NOBODY, LaneEnds, Lanes, Numbers
from games.core.bots.moments import Deal, PlayMoment, read_play
from games.core.bots.play_outs import CardPolicy
from games.core.bots.policy_choices import Choices
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.thumb_lanes import cards_memory, ends_of, first_memory, lane_rows
from games.core.compiled import Memory, as_memory, new_record
from games.core.tricks import NOTHING_LED, SUIT_OF

WEIGHTS_FILE = Path(__file__).with_name("policy_weights.txt")
"""Rows of whole numbers of two hexadecimal digits, 80 being 0; made by `tools/fit_policy.py`."""
DIGITS, ZERO = 2, 0x80
LOGIT = play_outs.UNIT * play_outs.UNIT
"""By how much a choice weighs more that is played e times as often."""
NOISE = 0.5
"""What chance adds to the weights in a play-out, as a part of what it adds in the play that was learnt."""


@lru_cache(maxsize=1)
def policy_weights() -> Memory:
    """The weights, by the rows of `policy_choices`."""
    digits = bytes.fromhex(WEIGHTS_FILE.read_text("ascii"))
    return as_memory(np.frombuffer(digits, np.uint8).astype(np.int64) - ZERO)


@lru_cache(maxsize=4)
def noise_table(part: float) -> Memory:
    """What chance adds to weights (Gumbel): with all of it a choice is played as often as its weight says."""
    count = play_outs.NOISES
    return as_memory(
        np.array(
            [round(-part * LOGIT * log(-log((place + 0.5) / count))) for place in range(count)], np.int64
        )
    )


@lru_cache(maxsize=1)
def power_table() -> Memory:
    """Powers of e as parts of `POWER_ONE`, from 0 down in steps of `POWER_UNIT`."""
    steps = range(world_swaps.POWERS)
    powers = [round(world_swaps.POWER_ONE * exp(-step * world_swaps.POWER_UNIT / LOGIT)) for step in steps]
    return as_memory(np.array([*powers[:-1], 0], np.int64))


@lru_cache(maxsize=1)
def log_table() -> Memory:
    """Logarithms of parts of 1."""
    parts = world_swaps.LOGS
    return as_memory(np.array([round(LOGIT * log((part + 0.5) / parts)) for part in range(parts)], np.int64))


def play_by_policy(
    sight: TarotSight,
    lanes: Lanes,
    first: tuple[Numbers, Numbers] | None = None,
    weights: Memory | None = None,
    *,
    noise: float = NOISE,
    chance: int = 0,
) -> LaneEnds:
    """Play all lanes to their ends by the learnt policy.

    Args:
        sight: what one seat knows at the moment of the lanes.
        lanes: left as they are.
        first: colour and bit of the first card of each lane; None to choose it as the others.
        weights: those of the policy; None for what was learnt.
        noise: see `NOISE`.
        chance: where the random numbers begin.
    """
    rows = lane_rows(lanes)
    play_outs.play_outs(
        new_record(PlayMoment),
        new_record(Choices),
        seen_by_all(sight),
        rows,
        first_memory(first),
        CardPolicy(policy_weights() if weights is None else weights, noise_table(noise)),
        chance,
    )
    return ends_of(rows)


def first_choices(lanes: Lanes, sight: TarotSight, weights: Memory | None = None) -> Numbers:
    """The cards that the policy chooses from in the first lane: colour, bit and weight of each.

    Returns:
        Shape (choices, 3).
    """
    choices = new_record(Choices)
    play_outs.first_choices(
        new_record(PlayMoment),
        choices,
        seen_by_all(sight),
        lane_rows(lanes),
        policy_weights() if weights is None else weights,
    )
    numbers = np.array([choices.colours, choices.bits, choices.weights], np.int64)
    return numbers[:, : choices.count].T


def cards_played(sight: TarotSight) -> Memory:
    """Colour and bit of every card played, in order."""
    tricks = [*(cards for _, cards, _ in sight.tricks), sight.trick]
    return cards_memory(card for cards in tricks for card in cards)


def deal_of(sight: TarotSight) -> Deal:
    """What stays the same in the play that a seat sees."""
    assert sight.taker is not None
    assert sight.bid is not None
    return Deal(
        sight.row.player_count,
        sight.taker,
        sight.taker if sight.bid.takes_dog else NOBODY,
        sight.tricks[0][0] if sight.tricks else sight.leader,
        sight.row.hand_size,
        SUIT_OF[sight.called[0]] if sight.called else NOTHING_LED,
    )


def seen_by_all(sight: TarotSight) -> PlayMoment:
    """What all can see of the play."""
    seen = new_record(PlayMoment)
    read_play(seen, deal_of(sight), cards_played(sight), 0)
    return seen
