"""Value of a hand of 18 cards before the auction, in fictive points, and the bid that it allows.

Source:
    The scale of the book "Le jeu de tarot" (Hatier, 1986), as a tarot club reprints it with worked examples
    (le21bollenois.com, "L'évaluation du jeu"), which are tests. Our readings, which agree with the examples:
    the Excuse counts in the number of trumps; trumps are no long suit; a suit of more than 7 cards counts as
    one of 7; the points of a void and of a singleton count only for the bids that leave the dog aside, as the
    scale states ("si sur-contrat").
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.cards import (
    EXCUSE,
    JACK,
    KING,
    KNIGHT,
    PETIT,
    QUEEN,
    SUITS,
    TWENTY_ONE,
    Card,
    rank_of,
    suit_of,
    trump_number,
)
from games.core.outcome import Bid

SCALE = "hatier-1986"
"""Name of the scale. It is part of the commitment of a set."""

LEAST_VALUES = {Bid.PRISE: 40, Bid.GARDE: 56, Bid.GARDE_SANS: 71, Bid.GARDE_CONTRE: 81}
"""Least value for each bid of the scale, from the lowest bid."""
_PETIT_BY_TRUMPS = {5: 5, 6: 7}
_PETIT_AT_MOST = 9
_LENGTH_POINTS = {5: 5, 6: 7}
_LENGTH_AT_MOST = 9
_FEWEST_TRUMPS = 5
_MAJOR_FROM = 16
_MARRIAGE, _LONE_KING, _LONE_QUEEN = 10, 6, 3
_VOID, _SINGLETON = 6, 3


@dataclass(frozen=True, slots=True)
class HandValue:
    """The fictive points of a hand, by heading of the scale."""

    bouts: int
    trumps: int
    figures: int
    length: int
    shortness: int
    """Points of voids and singletons, which count only when the dog is left aside."""

    @property
    def with_dog(self) -> int:
        """Points towards a prise or a garde."""
        return self.bouts + self.trumps + self.figures + self.length

    @property
    def without_dog(self) -> int:
        """Points towards a garde sans or a garde contre."""
        return self.with_dog + self.shortness


def evaluate_hand(hand: Iterable[Card]) -> HandValue:
    """The fictive points of a hand."""
    cards = frozenset(hand)
    suits = _ranks_by_suit(cards)
    trump_length = sum(suit_of(card) is None for card in cards)
    return HandValue(
        bouts=_bout_points(cards, trump_length),
        trumps=_trump_points(cards, trump_length),
        figures=sum(_figure_points(ranks) for ranks in suits),
        length=sum(_length_points(len(ranks)) for ranks in suits),
        shortness=sum({0: _VOID, 1: _SINGLETON}.get(len(ranks), 0) for ranks in suits),
    )


def find_bid_by_value(hand: Iterable[Card]) -> Bid | None:
    """The highest bid that a hand is worth, or None when it should pass."""
    value = evaluate_hand(hand)
    highest_bid = None
    for bid, least in LEAST_VALUES.items():
        points = value.with_dog if bid.takes_dog else value.without_dog
        if points >= least:
            highest_bid = bid
    return highest_bid


def _ranks_by_suit(cards: frozenset[Card]) -> tuple[set[int], ...]:
    """Return the ranks in each suit, in the order of `SUITS`."""
    # one pass over the cards: a search for a deal with constraints evaluates thousands of hands
    suits: tuple[set[int], ...] = tuple(set() for _ in SUITS)
    for card in cards:
        suit, rank = suit_of(card), rank_of(card)
        if suit is not None and rank is not None:
            suits[suit].add(rank)
    return suits


def _bout_points(cards: frozenset[Card], length: int) -> int:
    """Return the points of the bouts: 10 for the 21, 8 for the Excuse, and up to 9 for the Petit.

    The Petit counts 5 among 5 trumps, 7 among 6, 9 among more, else 0.

    Args:
        length: the number of trumps, with the Excuse.
    """
    petit = _PETIT_BY_TRUMPS.get(length, 0 if length < _FEWEST_TRUMPS else _PETIT_AT_MOST)
    return 10 * (TWENTY_ONE in cards) + 8 * (EXCUSE in cards) + petit * (PETIT in cards)


def _trump_points(cards: frozenset[Card], length: int) -> int:
    """Return the points of the trumps.

    They are 2 for each trump if there are 5 or more, and 2 more for each from 16 to 21. A trump from 16 on
    next to another one counts 1 more.

    Args:
        length: as for `_bout_points`.
    """
    majors = {
        number for card in cards if (number := trump_number(card)) is not None and number >= _MAJOR_FROM
    }
    # a set of neighbours: a trump between two others counts once
    in_sequence = [number for number in majors if {number - 1, number + 1} & majors]
    return (2 * length if length >= _FEWEST_TRUMPS else 0) + 2 * len(majors) + len(in_sequence)


def _figure_points(ranks: set[int]) -> int:
    """Return the points of the figures of a suit.

    King and queen together count 10, a lone king 6, a lone queen 3, a knight 2, a jack 1.
    """
    if {KING, QUEEN} <= ranks:
        high_points = _MARRIAGE
    else:
        high_points = _LONE_KING * (KING in ranks) + _LONE_QUEEN * (QUEEN in ranks)
    return high_points + 2 * (KNIGHT in ranks) + (JACK in ranks)


def _length_points(length: int) -> int:
    """Return 5, 7 or 9 points for a suit of 5, of 6, or of 7 cards and more, else 0."""
    return _LENGTH_POINTS.get(length, 0 if length < min(_LENGTH_POINTS) else _LENGTH_AT_MOST)
