"""The 78 cards: numbers, suits, ranks, half points, text form and order in a displayed hand.

A card is an integer:

- 0 to 13 spades, 14 to 27 hearts, 28 to 41 diamonds, 42 to 55 clubs, each from ace (rank 1) to king (rank
  14);
- 56 to 76 the trumps 1 to 21;
- 77 the Excuse.

The order of the suits is the federation's. With two packs, the second copy of a card has its number plus 78.
`face` returns the card that both copies show. All functions here treat both copies alike, except for their
texts.
"""

import re
from collections.abc import Iterable
from typing import NewType

from games.core.errors import InvalidCard, quote_value

Card = NewType("Card", int)
"""A card number: 0 to 77, or 78 to 155 for the second copy in games of two packs."""

SUITS = "SHDC"
"""Letters of the suits in card order: spades, hearts, diamonds, clubs."""
SUIT_SYMBOLS = "♠♥♦♣"
"""Printed symbols, in the order of `SUITS`."""
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R")
"""Texts of ranks 1 to 14: ace (lowest), 2 … 10, valet, cavalier, dame, roi."""

SUIT_SIZE = len(RANKS)
TRUMP_COUNT = 21
JACK, KNIGHT, QUEEN, KING = 11, 12, 13, 14

# card numbers: the suits first, then the trumps, then the Excuse
_FIRST_TRUMP = len(SUITS) * SUIT_SIZE
EXCUSE = Card(_FIRST_TRUMP + TRUMP_COUNT)
PETIT = Card(_FIRST_TRUMP)
TWENTY_ONE = Card(_FIRST_TRUMP + TRUMP_COUNT - 1)
CARD_COUNT = EXCUSE + 1
"""Number of cards of one pack, and the distance between the two copies of a card."""
BOUTS = frozenset({PETIT, TWENTY_ONE, EXCUSE})

TOTAL_HALF_POINTS = 182
"""Half points of one pack: 91 points (rules R, page 3)."""

_RANK_HALF_POINTS = {JACK: 3, KNIGHT: 5, QUEEN: 7, KING: 9}
_CARD_TEXT = re.compile(
    r"(?:(?P<suit>[SHDC])(?P<rank>10|[1-9VCDR])|(?P<trump>[1-9]|1[0-9]|2[01])T|(?P<excuse>EX))(?P<second>b?)"
)
SECOND_COPY = "b"
"""Last letter in the text of a second copy."""


def face(card: Card) -> Card:
    """The card of the first pack that looks like this card, 0 to 77."""
    return Card(card % CARD_COUNT)


def second_copy(card: Card) -> Card:
    """The second copy of a card of the first pack (0 to 77)."""
    return Card(card + CARD_COUNT)


def suit_card(suit: int, rank: int) -> Card:
    """The card of a suit (0 to 3, in the order of `SUITS`) and a rank (1 ace to 14 king)."""
    if not (0 <= suit < len(SUITS) and 1 <= rank <= SUIT_SIZE):
        raise InvalidCard("no_such_card", f"suit {suit} not in 0..3 or rank {rank} not in 1..14")
    return Card(suit * SUIT_SIZE + rank - 1)


def trump_card(number: int) -> Card:
    """The trump of a number, 1 to 21."""
    if not 1 <= number <= TRUMP_COUNT:
        raise InvalidCard("no_such_card", f"trump {number} not in 1..21", number=number)
    return Card(_FIRST_TRUMP + number - 1)


def suit_of(card: Card) -> int | None:
    """The suit, 0 to 3, or None for a trump and for the Excuse."""
    number = card % CARD_COUNT
    return number // SUIT_SIZE if number < _FIRST_TRUMP else None


def rank_of(card: Card) -> int | None:
    """The rank in its suit, 1 (ace) to 14 (king), or None for a trump and for the Excuse."""
    number = card % CARD_COUNT
    return number % SUIT_SIZE + 1 if number < _FIRST_TRUMP else None


def trump_number(card: Card) -> int | None:
    """The number of a trump, 1 to 21, or None for a suit card and for the Excuse."""
    number = card % CARD_COUNT
    return number - _FIRST_TRUMP + 1 if _FIRST_TRUMP <= number < EXCUSE else None


def half_points(card: Card) -> int:
    """The value of a card in half points: 9 for a bout or a king, 7, 5, 3, and 1 for all others.

    Source:
        Federation rules of 2012, page 3 (4.5 points, 3.5, 2.5, 1.5 and 0.5).
    """
    if face(card) in BOUTS:
        return 9
    return _RANK_HALF_POINTS.get(rank_of(card) or 0, 1)


def format_card(card: Card) -> str:
    """The ASCII text of a card.

    - Suit cards: letter of the suit and rank ("S10", "HR").
    - Trumps: number and T ("21T").
    - The Excuse: "EX".

    The text of a second copy ends with a "b" ("S10b", "EXb").

    Raises:
        InvalidCard: the number is not in 0..155.
    """
    if not 0 <= card < 2 * CARD_COUNT:
        raise InvalidCard("no_such_card", f"card {card} not in 0..{2 * CARD_COUNT - 1}", card=card)
    copy = SECOND_COPY if card >= CARD_COUNT else ""
    first_copy = face(card)
    if first_copy == EXCUSE:
        return f"EX{copy}"
    number = trump_number(first_copy)
    if number is not None:
        return f"{number}T{copy}"
    return SUITS[first_copy // SUIT_SIZE] + RANKS[first_copy % SUIT_SIZE] + copy


def parse_card(text: str) -> Card:
    """The card of a text written by `format_card`.

    Raises:
        InvalidCard: the text names no card.
    """
    match = _CARD_TEXT.fullmatch(text)
    if match is None:
        raise InvalidCard(
            "no_such_card", f"card text {quote_value(text)} is none of S1…CR, 1T…21T, EX", text=text
        )
    card = _parse_face(match)
    return second_copy(card) if match["second"] else card


def _parse_face(match: re.Match[str]) -> Card:
    if match["excuse"]:
        return EXCUSE
    if match["trump"]:
        return trump_card(int(match["trump"]))
    return suit_card(SUITS.index(match["suit"]), RANKS.index(match["rank"]) + 1)


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order of a hand diagram: trumps 21 to 1, the Excuse, then each suit from king to ace."""
    return tuple(sorted(cards, key=_display_key))


def _display_key(card: Card) -> tuple[int, int]:
    """Return the sort key of a card. Both copies come together, the second one first."""
    suit = suit_of(card)
    # twice the face leaves room for the copy between two faces
    place = -2 * face(card) - card // CARD_COUNT
    if suit is not None:
        return suit + 2, place
    return (1, place) if face(card) == EXCUSE else (0, place)
