"""Cards that the taker may discard."""

from games.core.cards import BOUTS, KING, Card, face, format_card, rank_of
from games.core.decks import TWO_PACKS
from games.core.errors import IllegalAction
from games.core.tricks import TRUMPS, card_set

KINGS = card_set(card for card in TWO_PACKS if rank_of(card) == KING)
ALL_BOUTS = card_set(card for card in TWO_PACKS if face(card) in BOUTS)


def discardable(hand: int, *, kings_allowed: bool = False) -> int:
    """Return the cards of a hand that may be discarded next.

    Bouts may never go, kings only where the rules allow it, and a trump only when no other card is left. Some
    hands are too short for that (fourteen players and more): then kings may go, and after them bouts.

    Args:
        hand: the cards in hand with the dog, without the cards discarded so far, as a set.
        kings_allowed: whether the rules allow the discard of kings.

    Source:
        Federation rules of 2012, page 6. Document 000 for the kings, which are announced. The rule for short
        hands is ours: no document foresees them.
    """
    kings = hand & KINGS
    bouts = hand & ALL_BOUTS
    trumps = hand & TRUMPS & ~ALL_BOUTS
    plain_cards = hand & ~(kings | bouts | trumps)
    return (plain_cards | (kings if kings_allowed else 0)) or trumps or kings or bouts


def must_be_shown(card: Card) -> bool:
    """True if a discarded card must be shown to all: every card except plain suit cards."""
    return bool((KINGS | TRUMPS | ALL_BOUTS) >> card & 1)


def check_discard(card: Card, hand: int, *, kings_allowed: bool = False) -> None:
    """Refuse a card that may not be discarded.

    Raises:
        IllegalAction: `card_not_held`, `bout_discarded`, `king_discarded` or `trump_discarded`.
    """
    text, bit = format_card(card), 1 << card
    if not hand & bit:
        raise IllegalAction("card_not_held", f"card {text} is not held", field="card", card=text)
    if discardable(hand, kings_allowed=kings_allowed) & bit:
        return
    codes = ((ALL_BOUTS, "bout_discarded"), (KINGS, "king_discarded"), (TRUMPS, "trump_discarded"))
    code = next(code for cards, code in codes if bit & cards)
    message = f"card {text} may not be discarded while another card can be"
    raise IllegalAction(code, message, field="card", card=text)
