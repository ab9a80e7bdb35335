"""Lanes played to their ends, judged and searched by the functions of `play_outs`."""

from collections.abc import Iterable, Sequence

import numpy as np

from games.core.bots import play_outs
from games.core.bots.lanes import (
    NOBODY,
    LaneEnds,
    Lanes,
    Numbers,
    bit_of,
    cards_left,
    colour_of,
    repeat_lanes,
)
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import Card
from games.core.compiled import Memory, as_memory, zeros

_NO_CARD = np.zeros(0, np.int64)


def play_lanes(lanes: Lanes, first: tuple[Numbers, Numbers] | None = None) -> LaneEnds:
    """Play all lanes to their ends by rules of thumb; they are left as they are.

    Args:
        first: colour and bit of the first card of each lane; None to choose it as the others.
    """
    counts = count_memory(lanes)
    play_outs.play_thumbs(
        zeros(play_outs.LENGTH),
        seen_on_table(lanes, lanes.trick),
        *lane_memory(lanes),
        *counts,
        first_memory(first),
        cards_left(lanes),
        lanes.trick_count,
        lanes.barred,
    )
    return ends_of(counts)


def count_surprises(sight: TarotSight, lanes: Lanes) -> Numbers:
    """Return for each lane how many cards of other seats the rules of thumb would not have played.

    Args:
        lanes: the worlds before the first card, every hand whole; they are left as they are.
    """
    surprises = zeros(len(lanes.holder))
    tricks = [*(cards for _, cards, _ in sight.tricks), sight.trick]
    play_outs.count_surprises(
        zeros(play_outs.LENGTH),
        seen_on_table(lanes, ()),
        *lane_memory(lanes),
        cards_memory(card for cards in tricks for card in cards),
        surprises,
        sight.view.seat,
        lanes.trick_count,
        lanes.barred,
    )
    return np.array(surprises, np.int64)


def search_cards(lanes: Lanes, cards: Sequence[Card], worths: Numbers) -> Numbers:
    """Return the exact score of each card of the seat to play, all hands seen; shape (lanes, cards).

    Args:
        lanes: left as they are.
        cards: those to try.
        worths: as `lane_scores.score_table` gives them.
    """
    # Worlds with few cards left are often the same: each is searched once.
    firsts, numbers = _unlike(lanes)
    return _search_each(repeat_lanes(lanes, firsts), cards, worths)[numbers]


def _unlike(lanes: Lanes) -> tuple[Numbers, Numbers]:
    """Return the first of each kind of equal lanes, and for each lane the number of its kind."""
    count = len(lanes.holder)
    counted = lanes.holder, lanes.half_points, lanes.bouts, lanes.attack_tricks
    rows = np.concatenate([lanes.hands.reshape(count, -1), lanes.attack, np.stack(counted, axis=1)], axis=1)
    kinds: dict[bytes, int] = {}
    numbers = [kinds.setdefault(row.tobytes(), len(kinds)) for row in rows]
    return np.unique(numbers, return_index=True)[1], np.array(numbers)


def _search_each(lanes: Lanes, cards: Sequence[Card], worths: Numbers) -> Numbers:
    left, count = cards_left(lanes), len(lanes.holder)
    depths = left * lanes.attack.shape[1] - len(lanes.trick)
    scores = zeros(count * len(cards))
    play_outs.search_cards(
        zeros(play_outs.LENGTH),
        zeros((depths + 1) * play_outs.LENGTH),
        zeros((depths + 1) * play_outs.LAYER),
        zeros(depths + 1),
        zeros(depths + 1),
        zeros(depths + 1),
        zeros(depths + 1),
        zeros(depths + 1),
        seen_on_table(lanes, lanes.trick),
        *lane_memory(lanes),
        *count_memory(lanes)[:3],
        cards_memory(cards),
        as_memory(worths.reshape(-1)),
        scores,
        left,
        lanes.trick_count,
        worths.shape[1],
    )
    return np.asarray(scores, np.int64).reshape(count, len(cards))


def lane_memory(lanes: Lanes) -> tuple[Memory, Memory, Memory]:
    """The hands, the holders of the Excuse and who attacks, each in a row."""
    attack = lanes.attack.astype(np.int64)
    return as_memory(lanes.hands.reshape(-1)), as_memory(lanes.holder), as_memory(attack.reshape(-1))


def count_memory(lanes: Lanes) -> tuple[Memory, Memory, Memory, Memory]:
    """Copies of the attack's half points, bouts and tricks, and room for who won the Petit at the end."""
    so_far = (lanes.half_points, lanes.bouts, lanes.attack_tricks)
    half_points, bouts, attack_tricks = (as_memory(count.copy()) for count in so_far)
    return half_points, bouts, attack_tricks, zeros(len(lanes.holder))


def ends_of(counts: tuple[Memory, Memory, Memory, Memory]) -> LaneEnds:
    """The ends of lanes that were counted in what `count_memory` made."""
    half_points, bouts, attack_tricks, petits = (np.array(count, np.int64) for count in counts)
    return LaneEnds(half_points, bouts, petits, attack_tricks)


def cards_memory(cards: Iterable[Card]) -> Memory:
    """Colour and bit of some cards, in a row."""
    return as_memory(np.array([n for card in cards for n in (colour_of(card), bit_of(card))], np.int64))


def first_memory(first: tuple[Numbers, Numbers] | None) -> Memory:
    """Colour and bit of the first card of each lane, in a row; nothing where it is to be chosen."""
    return as_memory(_NO_CARD if first is None else np.stack(first, axis=1).reshape(-1))


def seen_on_table(lanes: Lanes, trick: Sequence[Card]) -> Memory:
    """What rules of thumb look at: the trick, as if it were the first."""
    seen = zeros(play_outs.LENGTH)
    play_outs.read_play(seen, cards_memory(trick), lanes.attack.shape[1], NOBODY, NOBODY, lanes.leader)
    return seen
