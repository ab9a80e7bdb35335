"""Cards and hands as people write them, in French and in international letters.

A hand begins with the word for trumps and their numbers, then the Excuse, then each suit's symbol and its
ranks: "Atout 21 7 1 Ex. ♠ R 10 A ♦ C 3". The reader accepts the forms of printed books: ranks without spaces,
"Cav.", "As", "Exc.".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

from games.core.cards import (
    EXCUSE,
    RANKS,
    SECOND_COPY,
    SUIT_SYMBOLS,
    Card,
    face,
    rank_of,
    second_copy,
    sort_hand,
    suit_card,
    suit_of,
    trump_card,
    trump_number,
)
from games.core.errors import NotationError, quote_value
from games.core.notation.source import place_after


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Card texts of one language."""

    ranks: tuple[str, ...]
    """Texts of the ranks, ace to king."""
    aliases: tuple[tuple[str, int], ...]
    """Other texts that are read for a rank, each with its rank from 1."""
    trumps: str
    """Word before the trumps of a hand."""
    trump_aliases: tuple[str, ...]
    excuse: str
    excuse_aliases: tuple[str, ...]


FRENCH = CardStyle(
    ("A", *RANKS[1:10], "V", "C", "D", "R"),
    (("As", 1), ("1", 1), ("Cav.", 12), ("Cav", 12)),
    "Atout",
    ("Atouts",),
    "Ex.",
    ("Excuse", "Exc.", "Exc", "Ex"),
)
INTERNATIONAL = CardStyle(
    ("A", *RANKS[1:10], "J", "C", "Q", "K"),
    (("1", 1), ("Kn", 12)),
    "Trumps",
    ("Trump",),
    "Ex.",
    ("Excuse", "Fool", "Ex"),
)
EMPTY_HAND = "-"


def format_styled_card(card: Card, style: CardStyle) -> str:
    """Return the text of one card: "♠R", "21", "Ex.". The second copy of two packs has "b" at its end."""
    return _text_of(card, style) if suit_of(card) is None else f"{_symbol(card)}{_text_of(card, style)}"


def parse_styled_card(text: str, style: CardStyle) -> Card:
    """Return the card of a text written by `format_styled_card`, or with an alias.

    Raises:
        NotationError: `no_such_card`.
    """
    cards = parse_styled_hand(text, style)
    if len(cards) != 1:
        raise NotationError("no_such_card", f"{quote_value(text)} is not one card", line=1, column=1)
    return cards[0]


def format_styled_hand(cards: Iterable[Card], style: CardStyle) -> str:
    """Return a hand on one line, in display order; "-" when it is empty."""
    words: list[str] = []
    suit: int | None = None
    for card in sort_hand(cards):
        if not words and trump_number(card) is not None:
            words.append(style.trumps)
        if suit_of(card) != suit:
            suit = suit_of(card)
            words.append(_symbol(card))
        words.append(_text_of(card, style))
    return " ".join(words) or EMPTY_HAND


def parse_styled_hand(text: str, style: CardStyle) -> tuple[Card, ...]:
    """Return the cards of a hand as a person wrote it, in the order of the text, on one line or more.

    Raises:
        NotationError: `no_such_card` for a text that is no card, `card_twice`.
    """
    # A dict keeps the order of the text and finds a card twice at once.
    cards: dict[Card, None] = {}
    if text.strip() == EMPTY_HAND:
        return ()
    for card, start in _read_cards(text, style):
        if card in cards:
            line, column = place_after(text[:start])
            message = f"card {format_styled_card(card, style)} twice"
            raise NotationError("card_twice", message, line=line, column=column)
        cards[card] = None
    return tuple(cards)


def _read_cards(text: str, style: CardStyle) -> Iterator[tuple[Card, int]]:
    """Yield each card and its place in the text, from 0."""
    suit: int | None = None
    place = 0
    while place < len(text):
        mark, value = _mark_pattern(style).match(text, place), _value_pattern(style, suit).match(text, place)
        if mark is not None and mark["excuse"]:
            yield _copy_of(EXCUSE, mark["copy"]), place
        elif mark is not None:
            suit = SUIT_SYMBOLS.index(mark["suit"]) if mark["suit"] else None if mark["trumps"] else suit
        elif value is not None:
            yield _copy_of(_card_of(value["value"], suit, style), value["copy"]), place
        match = mark or value
        if match is None:
            line, column = place_after(text[:place])
            raise NotationError(
                "no_such_card", f"{quote_value(text[place:])} names no card", line=line, column=column
            )
        place = match.end()


def _card_of(value: str, suit: int | None, style: CardStyle) -> Card:
    if suit is None:
        return trump_card(int(value))
    return suit_card(suit, {**dict(zip(style.ranks, count(1), strict=False)), **dict(style.aliases)}[value])


def _copy_of(card: Card, mark: str) -> Card:
    return second_copy(card) if mark else card


@cache
def _mark_pattern(style: CardStyle) -> re.Pattern[str]:
    """Return the pattern of blanks, a suit's symbol, the word for trumps, or the Excuse."""
    trumps = _any_of((style.trumps, *style.trump_aliases))
    excuse = _any_of((style.excuse, *style.excuse_aliases))
    return re.compile(
        rf"\s+|(?P<suit>[{SUIT_SYMBOLS}])|(?P<trumps>{trumps})(?![A-Za-z])|(?P<excuse>{excuse})(?P<copy>b?)"
    )


@cache
def _value_pattern(style: CardStyle, suit: int | None) -> re.Pattern[str]:
    """Return the pattern of a trump's number, or of a rank of the current suit."""
    if suit is None:
        return re.compile(r"(?P<value>2[01]|1[0-9]|[1-9])(?![0-9])(?P<copy>b?)")
    ranks = _any_of((*style.ranks, *(alias for alias, _ in style.aliases)))
    return re.compile(rf"(?P<value>{ranks})(?P<copy>b?)")


def _any_of(texts: Iterable[str]) -> str:
    """Return a pattern of any of some texts, the longest one first."""
    # A pattern takes the first alternative that fits: "Cav" before "C".
    return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))


def _symbol(card: Card) -> str:
    return SUIT_SYMBOLS[suit_of(card) or 0]


def _text_of(card: Card, style: CardStyle) -> str:
    """Return the text of a card without its suit."""
    mark = "" if card == face(card) else SECOND_COPY
    rank, number = rank_of(card), trump_number(card)
    text = style.ranks[rank - 1] if rank else str(number) if number else style.excuse
    return text + mark
