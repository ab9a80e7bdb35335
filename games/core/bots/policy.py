"""The learnt policy: its weights, lanes played to their ends by it, and how likely it makes a world."""

from functools import lru_cache
from math import exp, log
from pathlib import Path

import numpy as np

from games.core.bots import play_outs
from games.core.bots.lanes import NOBODY, LaneEnds, Lanes, Numbers, cards_left
from games.core.bots.tarot_sight import TarotSight
from games.core.bots.thumb_lanes import cards_memory, count_memory, ends_of, first_memory, lane_memory
from games.core.compiled import Memory, as_memory, zeros
from games.core.tricks import NOTHING_LED

WEIGHTS_FILE = Path(__file__).with_name("policy_weights.txt")
"""Rows of whole numbers of two hexadecimal digits, 80 being 0; made by `tools/fit_policy.py`."""
DIGITS, ZERO = 2, 0x80
LOGIT = play_outs.UNIT * play_outs.UNIT
"""By how much a choice weighs more that is played e times as often."""
NOISE = 0.5
"""What chance adds to the weights in a play-out, as a part of what it adds in the play that was learnt."""


@lru_cache(maxsize=1)
def policy_weights() -> Memory:
    """The weights, by the places of `play_outs`."""
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
    steps = range(play_outs.POWERS)
    powers = [round(play_outs.POWER_ONE * exp(-step * play_outs.POWER_UNIT / LOGIT)) for step in steps]
    return as_memory(np.array([*powers[:-1], 0], np.int64))


@lru_cache(maxsize=1)
def log_table() -> Memory:
    """Logarithms of parts of 1."""
    parts = play_outs.LOGS
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
    counts = count_memory(lanes)
    play_outs.play_outs(
        *_room(),
        seen_by_all(sight),
        *lane_memory(lanes),
        *counts,
        first_memory(first),
        policy_weights() if weights is None else weights,
        noise_table(noise),
        cards_left(lanes),
        lanes.trick_count,
        _barred(sight, lanes),
        chance,
    )
    return ends_of(counts)


def first_choices(lanes: Lanes, sight: TarotSight, weights: Memory | None = None) -> Numbers:
    """The cards that the policy chooses from in the first lane, as `play_outs` writes them.

    Returns:
        Shape (choices, `STRIDE`).
    """
    room = _room()
    count = play_outs.first_choices(
        *room,
        seen_by_all(sight),
        *lane_memory(lanes),
        policy_weights() if weights is None else weights,
        cards_left(lanes),
        _barred(sight, lanes),
    )
    return np.array(room[1][: count * play_outs.STRIDE], np.int64).reshape(count, play_outs.STRIDE)


def cards_played(sight: TarotSight) -> Memory:
    """Colour and bit of every card played, in order."""
    tricks = [*(cards for _, cards, _ in sight.tricks), sight.trick]
    return cards_memory(card for cards in tricks for card in cards)


def who_plays(sight: TarotSight) -> tuple[int, int, int, int]:
    """The number of seats, the taker, `SEES_ASIDE` of `play_outs`, and who led the first card."""
    assert sight.taker is not None
    assert sight.bid is not None
    knows = sight.taker if sight.bid.takes_dog else NOBODY
    return sight.row.player_count, sight.taker, knows, sight.tricks[0][0] if sight.tricks else sight.leader


def seen_by_all(sight: TarotSight) -> Memory:
    """What all can see of the play, as `play_outs.read_play` writes it."""
    seen = zeros(play_outs.LENGTH)
    play_outs.read_play(seen, cards_played(sight), *who_plays(sight))
    return seen


def _room() -> tuple[Memory, Memory]:
    return zeros(play_outs.LENGTH), zeros(play_outs.CHOICES_LENGTH)


def _barred(sight: TarotSight, lanes: Lanes) -> int:
    return NOTHING_LED if sight.tricks else lanes.barred
