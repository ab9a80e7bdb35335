"""A deal: the hands of all seats, the dog, and a text of one line.

The text lists the hands in seat order, then the dog after a "+", separated by spaces. Each hand or dog is
written as follows:

- Its groups are in display order, separated by "/".
- Trumps are "T" and numbers separated by ".". The Excuse is "E".
- A suit is its letter and its ranks without separator (a "0" belongs to a 10 only).
- An empty pile is "-".
- The second copy of a card of two packs has a "b" after its number, its rank or the "E".
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from games.core.cards import (
    EXCUSE,
    PETIT,
    RANKS,
    SECOND_COPY,
    SUITS,
    Card,
    face,
    format_card,
    parse_card,
    sort_hand,
    suit_of,
    trump_number,
)
from games.core.decks import ONE_PACK
from games.core.errors import InvalidDeal, quote_value

# longest first: "10" must not be read as "1"
_RANK_TEXT = re.compile(rf"(?:{'|'.join(sorted(RANKS, key=len, reverse=True))})b?")
_TRUMPS_TEXT = re.compile(r"(\.([1-9]|1[0-9]|2[01])b?)+")
_EMPTY = "-"


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands and the dog of one deal: together, each of the 78 cards exactly once.

    Raises:
        InvalidDeal: `card_twice`, `card_unknown` (of a second pack) or `card_missing`, naming the cards, or
            `hands_unequal`.
    """

    hands: tuple[frozenset[Card], ...]
    """Cards of each seat, from seat 0, in playing order; all hands of one size."""
    dog: frozenset[Card]

    def __post_init__(self) -> None:
        _check_pack((*self.hands, self.dog))
        sizes = sorted({len(hand) for hand in self.hands})
        if len(sizes) != 1:
            text = " ".join(str(len(hand)) for hand in self.hands)
            raise InvalidDeal("hands_unequal", f"hands of {text} cards", field="hands", sizes=text)


def has_bare_petit(hand: Iterable[Card]) -> bool:
    """True if the Petit is the only trump and the Excuse is absent: the deal is cancelled before the auction.

    Source:
        Federation rules of 2012, pages 4 to 8 (petit sec).
    """
    trumps_and_excuse = [face(card) for card in hand if suit_of(card) is None]
    return trumps_and_excuse == [PETIT]


def format_deal(deal: Deal) -> str:
    """The deal on one line, at most 161 ASCII characters at four players; equal deals give equal texts."""
    hands = " ".join(format_pile(hand) for hand in deal.hands)
    return f"{hands} +{format_pile(deal.dog)}"


def parse_deal(text: str) -> Deal:
    """Return the deal of a text that `format_deal` wrote.

    Raises:
        InvalidDeal: `deal_text` for a text in another form, with its wrong group; any error of `Deal`.
    """
    *hands, dog = text.split(" ")
    if not hands or not dog.startswith("+"):
        raise InvalidDeal("deal_text", "deal text without hands followed by a dog after '+'", text=text)
    piles = [parse_pile(pile) for pile in (*hands, dog[1:])]
    _check_pack(piles)
    return Deal(tuple(frozenset(pile) for pile in piles[:-1]), frozenset(piles[-1]))


def _check_pack(piles: Sequence[Iterable[Card]]) -> None:
    """Refuse piles that are not exactly one pack. They may be lists, so that a double card is detected."""
    # the usual case first: it needs no counts
    if tuple(sorted(chain.from_iterable(piles))) == ONE_PACK:
        return
    counts = Counter(card for pile in piles for card in pile)
    twice = [card for card, count in counts.items() if count > 1]
    unknown = [card for card in counts if card != face(card)]
    missing_cards = [card for card in ONE_PACK if card not in counts]
    for code, cards in (("card_twice", twice), ("card_unknown", unknown), ("card_missing", missing_cards)):
        if cards:
            names = " ".join(format_card(card) for card in sort_hand(cards))
            raise InvalidDeal(code, f"{code.replace('_', ' ')}: {names}", cards=names)


def format_pile(cards: Iterable[Card]) -> str:
    """The text of a pile: groups in display order, or "-", as in the text of a deal."""
    sorted_cards = sort_hand(cards)
    trumps = [format_card(card).replace("T", "") for card in sorted_cards if trump_number(card) is not None]
    groups = ["T" + ".".join(trumps)] if trumps else []
    groups += [format_card(card).replace("X", "") for card in sorted_cards if face(card) == EXCUSE]
    for suit, letter in enumerate(SUITS):
        ranks = [format_card(card)[1:] for card in sorted_cards if suit_of(card) == suit]
        groups += [letter + "".join(ranks)] if ranks else []
    return "/".join(groups) or _EMPTY


def parse_pile(text: str) -> list[Card]:
    """Return the cards of a text that `format_pile` wrote, in the order of the text. A card may occur twice.

    Raises:
        InvalidDeal: `deal_text`, with the wrong group.
    """
    if text == _EMPTY:
        return []
    return [card for group in text.split("/") for card in _parse_group(group)]


def _parse_group(group: str) -> list[Card]:
    letter, tail = group[:1], group[1:]
    if group in ("E", f"E{SECOND_COPY}"):
        return [parse_card(f"EX{tail}")]
    if letter == "T" and _TRUMPS_TEXT.fullmatch(f".{tail}"):
        numbers = (part.partition(SECOND_COPY) for part in tail.split("."))
        return [parse_card(f"{number}T{copy}") for number, copy, _ in numbers]
    ranks = _RANK_TEXT.findall(tail)
    if letter not in SUITS or not ranks or "".join(ranks) != tail:
        raise InvalidDeal(
            "deal_text", f"group {quote_value(group)} of a deal text names no cards", group=group
        )
    return [parse_card(letter + rank) for rank in ranks]
