"""Themes that are too rare for repeated dealing: the taker's hand is made first, then the other cards are
dealt.

A hand worth a garde contre occurs about once in 20,000 deals. The criteria for a slam within reach are our
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
from games.core.dealing.hand_value import find_bid_by_value
from games.core.deals import has_bare_petit
from games.core.decks import ONE_PACK
from games.core.layouts import Layout
from games.core.outcome import Bid
from games.core.seats import right_of

HAND_SIZE = 18
SLAM_TRUMPS = 12
"""Trumps of a taker who may try a slam, with the Excuse; the 21, the 20 and the 19 are among them."""
MOST_LOSERS = 1
"""Largest number of cards of the taker that another card of their suit beats."""
STRONG_TRUMPS = 10
"""Trumps of a taker with a garde contre, with the Excuse. Fewer can be enough, but rarely are."""


class RareTheme(StrEnum):
    """A situation in a deal for four players. The values are stored."""

    SLAM = "slam"
    """The taker of a garde may win every trick."""
    AGAINST_GARDE_CONTRE = "against_garde_contre"
    """A defender faces a hand worth a garde contre."""

    @property
    def bid(self) -> Bid:
        """The imposed contract."""
        return Bid.GARDE if self is RareTheme.SLAM else Bid.GARDE_CONTRE

    def seat_to_play(self, taker: int) -> int:
        """The seat from which the theme is practised: the taker's, or that of the next defender."""
        return taker if self is RareTheme.SLAM else right_of(taker)

    def deal_out(self, rng: Random, taker: int) -> Layout:
        """Return a deal that shows the theme, without a bare Petit."""
        while True:
            hand = self._taker_hand(rng)
            other_cards = [card for card in ONE_PACK if card not in hand]
            rng.shuffle(other_cards)
            defender_hands = [
                frozenset(other_cards[start : start + HAND_SIZE])
                for start in range(0, 3 * HAND_SIZE, HAND_SIZE)
            ]
            if self.is_shown_by(hand) and not any(map(has_bare_petit, defender_hands)):
                hands = (*defender_hands[:taker], hand, *defender_hands[taker:])
                return Layout(hands, (tuple(sorted(other_cards[3 * HAND_SIZE :])),))

    def is_shown_by(self, hand: frozenset[Card]) -> bool:
        """Return whether a taker's hand shows the theme."""
        if self is RareTheme.AGAINST_GARDE_CONTRE:
            return find_bid_by_value(hand) is Bid.GARDE_CONTRE
        trumps = {card for card in hand if suit_of(card) is None}
        return len(trumps) >= SLAM_TRUMPS and trumps >= _MASTERS and count_losers(hand) <= MOST_LOSERS

    def _taker_hand(self, rng: Random) -> frozenset[Card]:
        is_slam = self is RareTheme.SLAM
        sure_cards = _MASTERS if is_slam else {TWENTY_ONE, EXCUSE}
        count = SLAM_TRUMPS if is_slam else STRONG_TRUMPS
        trumps = [card for card in map(trump_card, range(1, TRUMP_COUNT + 1)) if card not in sure_cards]
        lowest = KNIGHT if is_slam else 1
        suit_cards = [suit_card(suit, rank) for suit in range(len(SUITS)) for rank in range(lowest, KING + 1)]
        drawn_cards = rng.sample(trumps, count - len(sure_cards)) + rng.sample(suit_cards, HAND_SIZE - count)
        return frozenset(sure_cards).union(drawn_cards)


_MASTERS = frozenset({trump_card(21), trump_card(20), trump_card(19), EXCUSE})


def count_losers(hand: Iterable[Card]) -> int:
    """Count the suit cards below a missing card of their suit: defenders can beat them without a trump."""
    losers = 0
    for suit in range(len(SUITS)):
        ranks = {rank_of(card) for card in hand if suit_of(card) == suit}
        # cards from the king down without a gap cannot be beaten
        masters = next(count for count in range(KING + 1) if KING - count not in ranks)
        losers += len(ranks) - masters
    return losers
