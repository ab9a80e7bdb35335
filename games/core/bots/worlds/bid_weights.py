"""Weights of worlds by the bidding: the probability of each sampled world, given the taker and the passes.

Source:
    The scale of `games.core.dealing.hand_value`: a taker's hand is mostly worth the bid, a passed hand mostly
    is not. A contract dealt with the cards went to the best hand.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from games.core.actions import Pass
from games.core.bots.habits.bidding import SCALE_HAND, least_points
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.numbers.lanes import COLOURS, NOBODY, Numbers, Places, bit_of
from games.core.bots.worlds import world_kernel
from games.core.cards import CARD_COUNT, EXCUSE, JACK, PETIT, Card, suit_card, trump_card
from games.core.compiled import Memory, as_memory, zeros
from games.core.dealing.hand_value import LEAST_VALUES, evaluate_hand
from games.core.outcome import Bid
from games.core.tricks import SUIT_OF, TRUMP_LED

Reals = npt.NDArray[np.floating[Any]]

_SPREAD = 6.0
"""Points of the scale by which players deviate from it."""
_SUIT_SIZE = 14
_FIRST_MAJOR = 16
_MAJORS = [trump_card(number) for number in range(_FIRST_MAJOR, 22)]
_MINORS = [trump_card(number) for number in range(2, _FIRST_MAJOR)]
# ace to ten: they count only by their number
_LOW_CARDS = _SUIT_SIZE - 4


def _suit_values() -> Numbers:
    """Return the worth of the cards of a suit, by the bits of jack to king and the number of all cards."""
    values = np.zeros((16, _SUIT_SIZE + 1), np.int64)
    for bits in range(16):
        figures = [suit_card(0, JACK + place) for place in range(4) if bits >> place & 1]
        for low in range(_LOW_CARDS + 1):
            cards = [*figures, *(suit_card(0, rank) for rank in range(1, low + 1))]
            values[bits, len(cards)] = evaluate_hand(cards).with_dog
    return values


def _trump_values() -> Numbers:
    """Return the worth of trumps, by the bits of 16 to 21, the Petit, the Excuse, and their number."""
    scored_cards = [*_MAJORS, PETIT, EXCUSE]
    values = np.zeros((1 << len(scored_cards), 23), np.int64)
    for bits in range(1 << len(scored_cards)):
        hand = [card for place, card in enumerate(scored_cards) if bits >> place & 1]
        for minors in range(len(_MINORS) + 1):
            values[bits, len(hand) + minors] = evaluate_hand([*hand, *_MINORS[:minors]]).with_dog
    return values


SUIT_VALUES, TRUMP_VALUES = _suit_values(), _trump_values()


_SCORED_BITS = {card: 1 << place for place, card in enumerate([*_MAJORS, PETIT, EXCUSE])}


def card_columns(card: Card) -> tuple[int, int]:
    """Return the column of a card for the worth of a hand, suit or trumps, and its bit if it counts
    by name.
    """
    suit = SUIT_OF[card]
    if suit in range(TRUMP_LED):
        return suit, bit_of(card) >> _LOW_CARDS
    return TRUMP_LED, _SCORED_BITS.get(card, 0)


_COLUMNS = np.array([card_columns(Card(card)) for card in range(CARD_COUNT)], np.int64)


def hand_values(places: Places, cards: Sequence[Card], owner_of: Numbers, left_out: Sequence[int]) -> Numbers:
    """Return the worth of each seat's hand in each world, in points of the scale with a dog.

    Args:
        places, cards: the result of `draw_worlds`.
        owner_of: the seat whose hand or discard each place is, or `NOBODY`.
        left_out: for each seat, the cards that do not count for it, as a set.

    Returns:
        Shape (seats, worlds).
    """
    seats, count = len(left_out), places.shape[1]
    worths = zeros(seats * count)
    is_left_out = np.zeros((len(cards), seats), np.int64)
    for seat, dog in enumerate(left_out):
        if dog:
            is_left_out[:, seat] = [dog >> card & 1 for card in cards]
    world_kernel.weigh_hands(
        world_rows(places),
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


def world_rows(places: Places) -> Memory:
    """Return worlds one after the other, as `world_kernel` takes them."""
    return as_memory(np.ascontiguousarray(places.T, np.int8).reshape(-1))


class BidClue(IntEnum):
    """Conclusions from the bidding about the worth of a hand, in points of the scale with a dog."""

    AT_LEAST = 1
    """Conclusion from a bid: mostly worth at least that."""
    AT_MOST = 2
    """Conclusion from a pass: mostly worth less."""
    BELOW_TAKER = 3
    """Conclusion from a contract dealt with the cards: mostly worth less than the taker's hand."""


def bid_clues(sight: TarotSight) -> dict[int, tuple[BidClue, float]]:
    """Return the conclusions about the other seats' hands, with the points to which they refer."""
    passed_seats = {seat for seat, action in sight.view.steps if isinstance(action, Pass)}
    scale = sight.row.hand_size / SCALE_HAND
    least = {bid: least_points(bid, sight.row) * scale for bid in LEAST_VALUES}
    clues: dict[int, tuple[BidClue, float]] = {}
    for seat in range(sight.row.player_count):
        if seat == sight.view.seat:
            continue
        if seat == sight.taker and sight.bid is not None:
            # a dealt contract was no choice of the player: assume no more than the worth of a prise
            bid = Bid.PRISE if sight.view.contract is not None else sight.bid
            clues[seat] = BidClue.AT_LEAST, least.get(bid, least[Bid.PRISE])
        elif sight.view.contract is not None and sight.taker != sight.view.seat:
            clues[seat] = BidClue.BELOW_TAKER, 0
        elif sight.view.contract is None and seat in passed_seats:
            clues[seat] = BidClue.AT_MOST, least[Bid.GARDE]
    return clues


def bid_weights(sight: TarotSight, cards: list[Card], places: Places) -> Reals:
    """Return the relative probabilities of worlds; shape (worlds,).

    Args:
        cards, places: the result of `draw_worlds`.
    """
    logs = np.zeros(places.shape[1])
    values = _dealt_values(sight, cards, places)
    for seat, (clue, points) in bid_clues(sight).items():
        worth = values[seat]
        if clue is BidClue.AT_LEAST:
            logs += log_chance(worth - points)
        elif clue is BidClue.AT_MOST:
            logs += log_chance(points - worth)
        else:
            assert sight.taker is not None
            logs += log_chance(values[sight.taker] - worth)
    # relative weights: the shift avoids an underflow to all zeros
    weights: Reals = np.exp(logs - logs.max())
    return weights


def _dealt_values(sight: TarotSight, cards: list[Card], places: Places) -> Numbers:
    """Return the worth of each dealt hand in each world; meaningless for the seat of the view."""
    seats = range(sight.row.player_count)
    owners: dict[tuple[object, ...], int] = {
        (kind, seat): seat for kind in ("hand", "discard") for seat in seats
    }
    owner_of = np.array([owners.get(lot.key, NOBODY) for lot in sight.lots], np.int64)
    dogs = [sight.dogs[seat][1] if seat in sight.dogs else 0 for seat in seats]
    return hand_values(places, cards, owner_of, dogs)


def log_chance(points: Numbers | Reals) -> Reals:
    """Return the logarithm of the chance of a choice that is supported by so many points."""
    chance: Reals = -np.log1p(np.exp(-points / _SPREAD))
    return chance


def resample(weights: Reals, count: int, chance: float) -> Numbers:
    """Return numbers of worlds, each as often as its weight requires.

    Args:
        chance: one random number in 0..1, from which the evenly spaced samples start.
    """
    steps = (np.arange(count) + chance) / count
    limits = np.cumsum(weights) / weights.sum()
    sample: Numbers = np.minimum(np.searchsorted(limits, steps), len(weights) - 1)
    return sample
