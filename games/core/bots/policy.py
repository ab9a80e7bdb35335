"""The learnt policy of play-outs: its weights, and lanes played to their ends by it.

Loading this module loads numba.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np

from games.core.bots import play_outs
from games.core.bots.compiled_lanes import cards_memory, count_memory, ends_of, lane_memory
from games.core.bots.lanes import LaneEnds, Lanes, Numbers, cards_left
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import EXCUSE, PETIT, Card
from games.core.compiled import Memory, as_memory, zeros
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED

WEIGHTS_FILE = Path(__file__).with_name("policy_weights.txt")
"""One whole number a line, made by `tools/fit_policy.py`."""


@lru_cache(maxsize=1)
def policy_weights() -> Memory:
    """What speaks for a card, by the places of `play_outs`; thousandths."""
    return as_memory(np.array(WEIGHTS_FILE.read_text("ascii").split(), np.int64))


def play_by_policy(
    sight: TarotSight, lanes: Lanes, first: tuple[Numbers, Numbers], weights: Memory | None = None
) -> LaneEnds:
    """Play all lanes to their ends by the learnt policy.

    Args:
        sight: what one seat knows at the moment of the lanes.
        lanes: left as they are.
        first: colour and bit of the first card of each lane.
        weights: those of the policy; None for what was learnt.
    """
    counts = count_memory(lanes)
    play_outs.play_outs(
        *_room(),
        *lane_memory(lanes),
        *counts,
        _known(sight),
        cards_memory(lanes.trick),
        as_memory(np.stack(first, axis=1).reshape(-1)),
        policy_weights() if weights is None else weights,
        lanes.leader,
        cards_left(lanes),
        lanes.trick_count,
        _barred(sight, lanes),
        int(bool(sight.tricks) and PETIT in sight.tricks[-1][1]),
    )
    return ends_of(counts)


def first_choices(lanes: Lanes, sight: TarotSight) -> Numbers:
    """The cards that the policy chooses from in the first lane: colour, bit, features; shape (choices, …)."""
    room = _room()
    count = play_outs.first_choices(
        *room,
        *lane_memory(lanes),
        _known(sight),
        cards_memory(lanes.trick),
        lanes.leader,
        cards_left(lanes),
        _barred(sight, lanes),
    )
    return np.array(room[1][: count * play_outs.STRIDE], np.int64).reshape(count, play_outs.STRIDE)


def _room() -> tuple[Memory, Memory]:
    return zeros(play_outs.LENGTH), zeros(play_outs.MOST_CHOICES * play_outs.STRIDE)


def _barred(sight: TarotSight, lanes: Lanes) -> int:
    return NOTHING_LED if sight.tricks else lanes.barred


def _known(sight: TarotSight) -> Memory:
    """What finished tricks showed: the colours that each seat has none of, and how often it led each suit."""
    seats = sight.row.player_count
    shown = np.zeros(seats, np.int64)
    leads = np.zeros((seats, TRUMP_LED), np.int64)
    for leader, cards, _ in sight.tricks:
        led = NOTHING_LED
        for place, card in enumerate(cards):
            seat = (leader + place) % seats
            if card == EXCUSE:
                continue
            if led == NOTHING_LED:
                led = SUIT_OF[card]
                if led != TRUMP_LED:
                    leads[seat, led] += 1
            else:
                shown[seat] |= _shown_by(card, led)
    return as_memory(np.concatenate([shown, leads.reshape(-1)]))


def _shown_by(card: Card, led: int) -> int:
    """The colours that a card played to what was led shows to be missing, bit n for colour n."""
    if SUIT_OF[card] == led:
        return 0
    return 1 << led if SUIT_OF[card] == TRUMP_LED else 1 << led | 1 << TRUMP_LED
