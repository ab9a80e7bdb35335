"""Lanes for compiled functions, and what `thumb_lanes` asks of these: the numbers of NumPy, much sooner.

Loading this module loads numba.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from games.core.bots import play_outs, world_kernel
from games.core.bots.bid_weights import SUIT_VALUES, TRUMP_VALUES, card_columns
from games.core.bots.lanes import (
    COLOURS,
    NOBODY,
    LaneEnds,
    Lanes,
    Numbers,
    Places,
    bit_of,
    cards_left,
    colour_of,
)
from games.core.bots.tarot_sight import TarotSight
from games.core.cards import CARD_COUNT, Card
from games.core.compiled import Memory, as_memory, as_reals, small_zeros, zeros
from games.core.tricks import NOTHING_LED

_NO_CARD = np.zeros(0, np.int64)
_ALL = tuple(map(Card, range(CARD_COUNT)))
_SHOWN = np.array([*((colour_of(card), bit_of(card)) for card in _ALL), (NOTHING_LED, 0)], np.int64)
"""Colour and bit of each card; last, of none."""
_COLUMNS = np.array([card_columns(card) for card in _ALL], np.int64)


def play_lanes(lanes: Lanes, first: tuple[Numbers, Numbers] | None = None) -> LaneEnds:
    """Play all lanes to their ends by rules of thumb; they are left as they are.

    Args:
        first: colour and bit of the first card of each lane; None to choose it as the others.
    """
    counts = count_memory(lanes)
    play_outs.play_thumbs(
        zeros(play_outs.LENGTH),
        _seen(lanes, lanes.trick),
        *lane_memory(lanes),
        *counts,
        first_memory(first),
        cards_left(lanes),
        lanes.trick_count,
        lanes.barred,
    )
    return ends_of(counts)


def count_surprises(sight: TarotSight, lanes: Lanes) -> Numbers:
    """As `thumb_lanes.count_surprises`; the lanes are left as they are."""
    surprises = zeros(len(lanes.holder))
    tricks = [*(cards for _, cards, _ in sight.tricks), sight.trick]
    play_outs.count_surprises(
        zeros(play_outs.LENGTH),
        _seen(lanes, ()),
        *lane_memory(lanes),
        cards_memory(card for cards in tricks for card in cards),
        surprises,
        sight.view.seat,
        lanes.trick_count,
        lanes.barred,
    )
    return np.array(surprises, np.int64)


def search_cards(lanes: Lanes, cards: Sequence[Card], worths: Numbers) -> Numbers:
    """The exact score of each card of the seat to play, all hands seen; shape (lanes, cards).

    Args:
        lanes: left as they are.
        worths: as `lane_scores.score_table` gives them.
    """
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
        _seen(lanes, lanes.trick),
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


def lay_together(
    options: Sequence[Sequence[int]], sizes: Sequence[int], alike: int, seed: int, lanes: int, most: int
) -> Places:
    """As `lane_worlds.lay_together`, but no more worlds than `most`."""
    cards = len(options)
    known = next((n for n, places in enumerate(options[: cards - alike]) if len(places) > 1), cards - alike)
    row, free = small_zeros(cards), list(sizes)
    for card in range(known):
        row[card] = options[card][0]
        free[row[card]] -= 1
    chance = np.random.Generator(np.random.PCG64(seed))
    one_by_one = as_reals(chance.random(lanes * (cards - alike - known)))
    together = as_reals(chance.random(lanes * alike))
    worlds = small_zeros(most * cards)
    found = world_kernel.lay_together(
        worlds,
        row,
        zeros(len(sizes)),
        zeros(cards),
        zeros(cards + 1),
        as_memory(np.array(free, np.int64)),
        as_memory(np.array([place for places in options for place in places], np.int64)),
        as_memory(np.cumsum([len(places) for places in options])),
        one_by_one,
        together,
        lanes if min(free) >= 0 else 0,
        known,
        alike,
        most,
    )
    return np.asarray(worlds, np.int8).reshape(most, cards)[:found].T


def hold_cards(
    places: Places, cards: Sequence[Card | None], seat_of: Numbers, seats: int
) -> tuple[Numbers, Numbers]:
    """The hands and the holders of the Excuse in worlds, as `Lanes` has them.

    Args:
        places: as `draw_worlds` gives them.
        cards: None for one that is in no hand any more.
        seat_of: the seat whose hand each place is, or `NOBODY`.
    """
    count = places.shape[1]
    hands, holder = zeros(count * seats * COLOURS), zeros(count)
    numbers = [CARD_COUNT if card is None else card for card in cards]
    world_kernel.hold_cards(
        _rows(places),
        as_memory(seat_of),
        as_memory(_SHOWN[numbers].reshape(-1)),
        hands,
        holder,
        seats,
    )
    return np.asarray(hands, np.int64).reshape(count, seats, COLOURS), np.asarray(holder, np.int64)


def weigh_hands(places: Places, cards: Sequence[Card], owner_of: Numbers, left_out: Sequence[int]) -> Numbers:
    """The worth of each seat's hand in each world, as `bid_weights.hand_values`; shape (seats, worlds).

    Args:
        owner_of: the seat whose hand or discard each place is, or `NOBODY`.
        left_out: for each seat, the cards that do not count for it, as a set.
    """
    seats, count = len(left_out), places.shape[1]
    worths = zeros(seats * count)
    is_left_out = np.zeros((len(cards), seats), np.int64)
    for seat, dog in enumerate(left_out):
        if dog:
            is_left_out[:, seat] = [dog >> card & 1 for card in cards]
    world_kernel.weigh_hands(
        _rows(places),
        as_memory(owner_of),
        as_memory(_COLUMNS[cards].reshape(-1)),
        as_memory(is_left_out.reshape(-1)),
        zeros(2 * COLOURS * seats),
        worths,
        as_memory(SUIT_VALUES.reshape(-1)),
        as_memory(TRUMP_VALUES.reshape(-1)),
        seats,
    )
    return np.asarray(worths, np.int64).reshape(seats, count)


def _rows(places: Places) -> Memory:
    """Worlds one after the other."""
    return as_memory(np.ascontiguousarray(places.T, np.int8).reshape(-1))


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


def _seen(lanes: Lanes, trick: Sequence[Card]) -> Memory:
    """What rules of thumb look at: the trick, as if it were the first."""
    seen = zeros(play_outs.LENGTH)
    play_outs.read_play(seen, cards_memory(trick), lanes.attack.shape[1], NOBODY, NOBODY, lanes.leader)
    return seen
