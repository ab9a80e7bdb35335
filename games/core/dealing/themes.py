"""Themes of deals to teach with: requirements for the hands, by name.

The Excuse counts among the trumps, as in the value of a hand. The limits for few trumps are our decision: a
hand holds five on average.
"""

from collections.abc import Callable
from enum import StrEnum

from games.core.cards import BOUTS, PETIT, TWENTY_ONE, Card, suit_of
from games.core.deals import Deal
from games.core.layouts import Layout

FEW_ATTACK_TRUMPS = 7
"""Largest number of trumps of a taker whose Petit is in danger."""
FEW_DEFENCE_TRUMPS = 4
"""Largest number of trumps of a defender whose Petit is in danger."""


class Theme(StrEnum):
    """A situation that a deal must contain. The values are stored."""

    TAKER_SAVES_PETIT = "taker_saves_petit"
    """The taker holds the Petit among seven trumps or fewer."""
    DEFENDER_SAVES_PETIT = "defender_saves_petit"
    """A defender holds the Petit among four trumps or fewer."""
    MISSING_21 = "missing_21"
    """The taker holds the Petit or the Excuse, and a defender the 21."""

    @property
    def needs_all_hands(self) -> bool:
        """True if the taker's hand alone cannot show the theme."""
        return self is not Theme.TAKER_SAVES_PETIT

    def is_in(self, deal: Deal | Layout, taker: int) -> bool:
        """Return whether a deal shows this theme.

        Args:
            taker: seat of the imposed taker.
        """
        return _CHECKS[self](deal, taker)

    def seat_to_play(self, deal: Deal | Layout, taker: int) -> int:
        """The seat from which the theme is practised: the defender with the Petit, else the taker."""
        if self is not Theme.DEFENDER_SAVES_PETIT:
            return taker
        return next(seat for seat, hand in enumerate(deal.hands) if PETIT in hand)


def _trump_count(hand: frozenset[Card]) -> int:
    return sum(suit_of(card) is None for card in hand)


def _defenders(deal: Deal | Layout, taker: int) -> list[frozenset[Card]]:
    return [hand for seat, hand in enumerate(deal.hands) if seat != taker]


def _taker_saves_petit(deal: Deal | Layout, taker: int) -> bool:
    hand = deal.hands[taker]
    return PETIT in hand and _trump_count(hand) <= FEW_ATTACK_TRUMPS


def _defender_saves_petit(deal: Deal | Layout, taker: int) -> bool:
    return any(PETIT in hand and _trump_count(hand) <= FEW_DEFENCE_TRUMPS for hand in _defenders(deal, taker))


def _misses_21(deal: Deal | Layout, taker: int) -> bool:
    other_bouts = BOUTS - {TWENTY_ONE}
    return bool(deal.hands[taker] & other_bouts) and any(
        TWENTY_ONE in hand for hand in _defenders(deal, taker)
    )


_CHECKS: dict[Theme, Callable[[Deal | Layout, int], bool]] = {
    Theme.TAKER_SAVES_PETIT: _taker_saves_petit,
    Theme.DEFENDER_SAVES_PETIT: _defender_saves_petit,
    Theme.MISSING_21: _misses_21,
}
