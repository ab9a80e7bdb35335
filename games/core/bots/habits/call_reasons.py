"""Reasons for the called card at Tarot of five, from the taker's own cards.

As in `card_reasons`, a reason explains the card that a robot has chosen and chooses none itself.
"""

from enum import StrEnum

from games.core.bots.habits.card_reasons import LONG_SUIT, SHORT_SUIT
from games.core.cards import KING, QUEEN, Card, face, rank_of
from games.core.play import View
from games.core.tricks import SUIT_OF
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot


class CallReason(StrEnum):
    """Reason for a card to call."""

    OWN = "own"
    """The taker holds every copy of the card, and plays alone."""
    WITH_QUEEN = "with_queen"
    """The taker holds the queen below the called king."""
    SHORT = "short"
    """The taker can lead to the card, and ruff the suit soon after."""
    LONG = "long"
    """The called card helps to establish the taker's long suit."""


def find_call_reason(view: View, called: Card) -> CallReason | None:
    """Return the reason for a card to call; None in a suit without a card or of middle length."""
    variant = find_variant(view.game)
    own_copies = sum(face(card) == face(called) for card in view.hand)
    if isinstance(variant, Tarot) and own_copies == variant.row.pack_count:
        return CallReason.OWN
    suit = [card for card in view.hand if SUIT_OF[card] == SUIT_OF[called]]
    if rank_of(called) == KING and any(rank_of(card) == QUEEN for card in suit):
        return CallReason.WITH_QUEEN
    if 0 < len(suit) <= SHORT_SUIT:
        return CallReason.SHORT
    return CallReason.LONG if len(suit) > LONG_SUIT else None
