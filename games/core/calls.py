"""Cards that the taker may call."""

from games.core.cards import CARD_COUNT, JACK, KING, KNIGHT, QUEEN, SUITS, Card, format_card, suit_card
from games.core.errors import IllegalAction

_CALLED_RANKS = (KING, QUEEN, KNIGHT, JACK)
EVER_CALLED = tuple(suit_card(suit, rank) for rank in _CALLED_RANKS for suit in range(len(SUITS)))
"""Every face that a taker may call in some deal, kings first."""


def callable_cards(hand: int, pack_count: int, called: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """Return the faces that the taker may call, kings first.

    The taker may call a queen with every king in hand (four, or eight with two packs), then a knight with
    every queen as well, then a jack with every knight. A card in the taker's own hand may be called.

    Args:
        hand: the taker's cards, as a set.
        pack_count: 1 or 2.
        called: cards called earlier in this deal; they may not be called twice.

    Source:
        Federation rules of 2012, page 12; document 000 for two packs, where each copy counts (our reading).
    """
    faces: list[Card] = []
    for rank in _CALLED_RANKS:
        cards = [suit_card(suit, rank) for suit in range(len(SUITS))]
        faces += [card for card in cards if card not in called]
        # the next rank opens only to a taker who holds every copy of this one
        if not all(_holds_all(hand, card, pack_count) for card in cards):
            break
    return tuple(faces)


def check_callable(card: Card) -> None:
    """Refuse a card that no taker may call, with any hand.

    Raises:
        IllegalAction: `card_not_callable`.
    """
    if card not in EVER_CALLED:
        message = f"card {format_card(card)} cannot be called: a king, a queen, a knight or a jack"
        raise IllegalAction("card_not_callable", message, field="card", card=format_card(card))


def check_call(card: Card, hand: int, pack_count: int, called: tuple[Card, ...] = ()) -> None:
    """Refuse a card that the taker may not call.

    Raises:
        IllegalAction: `called_twice`, or `card_not_callable`.
    """
    text = format_card(card)
    if card in called:
        raise IllegalAction("called_twice", f"card {text} is called already", field="card", card=text)
    if card not in callable_cards(hand, pack_count, called):
        message = f"card {text} cannot be called: a king, or lower when every king is held"
        raise IllegalAction("card_not_callable", message, field="card", card=text)


def copies(card: Card) -> int:
    """Both copies of a face, as a set."""
    return (1 << card) | (1 << card + CARD_COUNT)


def _holds_all(hand: int, card: Card, pack_count: int) -> bool:
    return (hand & copies(card)).bit_count() == pack_count
