"""Cards that may be played to a trick, and the winner of the trick.

Inside the engine a set of cards is an integer with bit n for card n. `card_set` and `cards_in` convert. The
led suit is 0 to 3, `TRUMP_LED`, or `NOTHING_LED` while only Excuses lie on the table. Both copies of a card
of two packs are equally strong, so that the first one played wins.
"""

from collections.abc import Iterable, Sequence

from games.core.cards import EXCUSE, SUITS, Card, face, format_card, rank_of, suit_of, trump_number
from games.core.decks import TWO_PACKS
from games.core.errors import IllegalAction

TRUMP_LED = len(SUITS)
NOTHING_LED = -1
NO_STRENGTH = -1
"""Strength of the Excuse, and of an empty trick."""
_ABOVE_SUITS = 100


def card_set(cards: Iterable[Card]) -> int:
    """The set of some cards, as an integer."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_in(bits: int) -> list[Card]:
    """The cards of a set, by card number."""
    cards = []
    while bits:
        low = bits & -bits
        cards.append(Card(low.bit_length() - 1))
        bits ^= low
    return cards


def _led_by(card: Card) -> int:
    suit = suit_of(card)
    if suit is not None:
        return suit
    return NOTHING_LED if face(card) == EXCUSE else TRUMP_LED


def _strength_of(card: Card) -> int:
    number = trump_number(card)
    if number is not None:
        return _ABOVE_SUITS + number
    return rank_of(card) or NO_STRENGTH


SUIT_OF = tuple(_led_by(card) for card in TWO_PACKS)
"""Suit that each card leads: 0 to 3, `TRUMP_LED`, or `NOTHING_LED` for an Excuse."""
STRENGTH = tuple(_strength_of(card) for card in TWO_PACKS)
"""Strength of each card: the Excuse lowest, any trump above any suit card."""
SUIT_CARDS = tuple(card_set(card for card in TWO_PACKS if SUIT_OF[card] == suit) for suit in range(TRUMP_LED))
TRUMPS = card_set(card for card in TWO_PACKS if SUIT_OF[card] == TRUMP_LED)
EXCUSES = card_set(card for card in TWO_PACKS if face(card) == EXCUSE)
HIGHER_TRUMPS = tuple(
    card_set(trump for trump in TWO_PACKS if SUIT_OF[trump] == TRUMP_LED and STRENGTH[trump] > STRENGTH[card])
    for card in TWO_PACKS
)
"""Trumps that go over each card: all trumps for a suit card or an Excuse."""


def playable(hand: int, led: int, higher: int) -> int:
    """The cards of a hand that may be played.

    Args:
        hand: the cards held, as a set.
        led: the led suit.
        higher: the trumps that go over every card of the trick.

    Source:
        Federation rules of 2012, page 5: follow suit; without it trump, over any trump of the trick if
        possible; at trumps always over if possible; the Excuse at any time.
    """
    if led == NOTHING_LED:
        return hand
    if led != TRUMP_LED:
        suit_cards = hand & SUIT_CARDS[led]
        if suit_cards:
            return suit_cards | (hand & EXCUSES)
    trumps = hand & TRUMPS
    if not trumps:
        return hand
    # even a player who cannot go over must play a trump
    return (trumps & higher or trumps) | (hand & EXCUSES)


def read_trick(cards: Sequence[Card]) -> tuple[int, int, int]:
    """Return the led suit, the place of the winning card so far, and the trumps that go over every card.

    Returns:
        `NOTHING_LED`, 0 and every trump for a trick of nothing or of Excuses alone.
    """
    led, place, strength, higher = NOTHING_LED, 0, NO_STRENGTH, TRUMPS
    for number, card in enumerate(cards):
        suit = SUIT_OF[card]
        if led == NOTHING_LED:
            led = suit
        # strictly stronger: of two equal cards the first one played wins
        if suit in (led, TRUMP_LED) and STRENGTH[card] > strength:
            place, strength, higher = number, STRENGTH[card], HIGHER_TRUMPS[card]
    return led, place, higher


def trick_winner(cards: Sequence[Card]) -> int:
    """The place in a trick, from 0, of the winning card.

    The rule for an Excuse in the last trick of a slam is left out.
    """
    return read_trick(cards)[1]


def first_lead(hand: int, called: Sequence[Card]) -> int:
    """Return the cards that may lead the first trick at five: of a called suit, only the called card.

    With no other card in hand, the player may lead any card.

    Source:
        Federation rules of 2012, page 12.
    """
    barred_cards = 0
    for card in called:
        barred_cards |= SUIT_CARDS[SUIT_OF[card]] & ~(1 << card)
    return hand & ~barred_cards or hand


def legal_cards(
    hand: Iterable[Card], trick: Sequence[Card], *, barred_by: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to a trick, by card number.

    Args:
        hand: the cards held.
        trick: the cards on the table, in the order played.
        barred_by: the called cards, in the first trick at five; empty later. Their suits may not be led, not
            even after an Excuse.
    """
    hand_set = card_set(hand)
    led, _, higher = read_trick(trick)
    is_barred = barred_by and led == NOTHING_LED
    cards = first_lead(hand_set, barred_by) if is_barred else playable(hand_set, led, higher)
    return tuple(cards_in(cards))


def refuse_card(card: Card, hand: int, led: int, higher: int) -> IllegalAction:
    """Build the error for a card that may not be played, with the broken rule.

    Returns:
        `card_not_held`, `called_suit_led`, `must_follow_suit`, `must_trump` or `must_go_over`.
    """
    text = format_card(card)
    if not hand >> card & 1:
        return IllegalAction("card_not_held", f"card {text} is not held", field="card", card=text)
    if led == NOTHING_LED:
        message = f"card {text} leads the called suit to the first trick"
        return IllegalAction("called_suit_led", message, field="card", card=text)
    if led != TRUMP_LED and hand & SUIT_CARDS[led]:
        message = f"card {text} does not follow {SUITS[led]}, which is held"
        return IllegalAction("must_follow_suit", message, field="card", card=text, suit=SUITS[led])
    if SUIT_OF[card] != TRUMP_LED:
        message = f"card {text} is no trump, and trumps are held"
        return IllegalAction("must_trump", message, field="card", card=text)
    higher_trump = format_card(min(cards_in(hand & TRUMPS & higher)))
    message = f"trump {text} does not go over the trick, and {higher_trump} would"
    return IllegalAction("must_go_over", message, field="card", card=text, over=higher_trump)
