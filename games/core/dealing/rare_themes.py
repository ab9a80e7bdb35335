"""Themes too rare to be found by dealing again and again: the taker's hand is made, then the rest dealt.

A hand worth a garde contre comes once in 20,000 deals or so. What a slam within reach looks like is our
decision.
"""

from collections.abc import Iterable
from enum import StrEnum
from random import Random

from games.core.cards import (
    EXCUSE,
    KING,
    KNIGHT,
    SUITS,
    TRUMP_COUNT,
    TWENTY_ONE,
    Card,
    rank_of,
    suit_card,
    suit_of,
    trump_card,
)
from games.core.dealing.hand_value import worth_bid
from games.core.deals import has_bare_petit
from games.core.decks import ONE_PACK
from games.core.layouts import Layout
from games.core.outcome import Bid
from games.core.seats import right_of

HAND_SIZE = 18
SLAM_TRUMPS = 12
"""Of a taker who may try a slam, the Excuse counted; the 21, the 20 and the 19 are among them."""
MOST_LOSERS = 1
"""Cards of his that another card of their suit beats."""
STRONG_TRUMPS = 10
"""Of a taker with a garde contre, the Excuse counted; fewer are worth it too, but rarely."""


class RareTheme(StrEnum):
    """A situation at four to play; the values are stored."""

    SLAM = "slam"
    """The taker of a garde may win every trick."""
    AGAINST_GARDE_CONTRE = "against_garde_contre"
    """A defender faces a hand worth a garde contre."""

    @property
    def bid(self) -> Bid:
        """The contract that is imposed."""
        return Bid.GARDE if self is RareTheme.SLAM else Bid.GARDE_CONTRE

    def seat_to_play(self, taker: int) -> int:
        """Where somebody sits who wants to play it: the taker, or the defender after him."""
        return taker if self is RareTheme.SLAM else right_of(taker)

    def deal_out(self, rng: Random, taker: int) -> Layout:
        """A deal that shows it; nobody has a bare Petit."""
        while True:
            hand = self._taker_hand(rng)
            rest = [card for card in ONE_PACK if card not in hand]
            rng.shuffle(rest)
            others = [
                frozenset(rest[start : start + HAND_SIZE]) for start in range(0, 3 * HAND_SIZE, HAND_SIZE)
            ]
            if self.is_shown_by(hand) and not any(map(has_bare_petit, others)):
                hands = (*others[:taker], hand, *others[taker:])
                return Layout(hands, (tuple(sorted(rest[3 * HAND_SIZE :])),))

    def is_shown_by(self, hand: frozenset[Card]) -> bool:
        """Whether a taker's hand shows it."""
        if self is RareTheme.AGAINST_GARDE_CONTRE:
            return worth_bid(hand) is Bid.GARDE_CONTRE
        trumps = {card for card in hand if suit_of(card) is None}
        return len(trumps) >= SLAM_TRUMPS and trumps >= _MASTERS and count_losers(hand) <= MOST_LOSERS

    def _taker_hand(self, rng: Random) -> frozenset[Card]:
        is_slam = self is RareTheme.SLAM
        sure = _MASTERS if is_slam else {TWENTY_ONE, EXCUSE}
        count = SLAM_TRUMPS if is_slam else STRONG_TRUMPS
        trumps = [card for card in map(trump_card, range(1, TRUMP_COUNT + 1)) if card not in sure]
        lowest = KNIGHT if is_slam else 1
        sides = [suit_card(suit, rank) for suit in range(len(SUITS)) for rank in range(lowest, KING + 1)]
        drawn = rng.sample(trumps, count - len(sure)) + rng.sample(sides, HAND_SIZE - count)
        return frozenset(sure).union(drawn)


_MASTERS = frozenset({trump_card(21), trump_card(20), trump_card(19), EXCUSE})


def count_losers(hand: Iterable[Card]) -> int:
    """Cards of the four suits below one that the hand misses: what a defender can beat without a trump."""
    losers = 0
    for suit in range(len(SUITS)):
        ranks = {rank_of(card) for card in hand if suit_of(card) == suit}
        masters = next(count for count in range(KING + 1) if KING - count not in ranks)
        losers += len(ranks) - masters
    return losers
