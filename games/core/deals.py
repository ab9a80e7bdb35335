"""A deal: who was dealt which cards, the dog, and its text on one line.

The text lists the hands in seat order and the dog last, after a "+", all separated by spaces. Inside each,
groups in display order separated by "/": "T" and trump numbers separated by ".", "E" for the Excuse, then a
suit letter and its ranks without separator (a "0" only ever belongs to a 10). An empty pile is written "-".
The second copy of a card of two packs has a "b" behind its number, its rank or the "E".
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
from games.core.errors import InvalidDeal, shown

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
    """Whether the Petit is the only trump and the Excuse is absent: the deal is cancelled before the auction.

    Source:
        Federation rules of 2012, pages 4 to 8 (petit sec).
    """
    above_suits = [face(card) for card in hand if suit_of(card) is None]
    return above_suits == [PETIT]


def format_deal(deal: Deal) -> str:
    """The deal on one line, at most 161 ASCII characters at four players; equal deals give equal texts."""
    hands = " ".join(format_pile(hand) for hand in deal.hands)
    return f"{hands} +{format_pile(deal.dog)}"


def parse_deal(text: str) -> Deal:
    """The deal of a text written by `format_deal`.

    Raises:
        InvalidDeal: `deal_text` for a text of another form, naming its wrong group; any error of `Deal`.
    """
    *hands, dog = text.split(" ")
    if not hands or not dog.startswith("+"):
        raise InvalidDeal("deal_text", "deal text without hands followed by a dog after '+'", text=text)
    piles = [parse_pile(pile) for pile in (*hands, dog[1:])]
    _check_pack(piles)
    return Deal(tuple(frozenset(pile) for pile in piles[:-1]), frozenset(piles[-1]))


def _check_pack(piles: Sequence[Iterable[Card]]) -> None:
    """Refuse piles that are not one pack; they may list a card twice, as a set could not."""
    if tuple(sorted(chain.from_iterable(piles))) == ONE_PACK:
        return
    counts = Counter(card for pile in piles for card in pile)
    twice = [card for card, count in counts.items() if count > 1]
    unknown = [card for card in counts if card != face(card)]
    missing = [card for card in ONE_PACK if card not in counts]
    for code, cards in (("card_twice", twice), ("card_unknown", unknown), ("card_missing", missing)):
        if cards:
            names = " ".join(format_card(card) for card in sort_hand(cards))
            raise InvalidDeal(code, f"{code.replace('_', ' ')}: {names}", cards=names)


def format_pile(cards: Iterable[Card]) -> str:
    """Some cards in groups, in display order, or "-"; as in the text of a deal."""
    ordered = sort_hand(cards)
    trumps = [format_card(card).replace("T", "") for card in ordered if trump_number(card) is not None]
    groups = ["T" + ".".join(trumps)] if trumps else []
    groups += [format_card(card).replace("X", "") for card in ordered if face(card) == EXCUSE]
    for suit, letter in enumerate(SUITS):
        ranks = [format_card(card)[1:] for card in ordered if suit_of(card) == suit]
        groups += [letter + "".join(ranks)] if ranks else []
    return "/".join(groups) or _EMPTY


def parse_pile(text: str) -> list[Card]:
    """The cards of a text written by `format_pile`, in the order of the text; a card may come twice.

    Raises:
        InvalidDeal: `deal_text`, naming the wrong group.
    """
    if text == _EMPTY:
        return []
    return [card for group in text.split("/") for card in _parse_group(group)]


def _parse_group(group: str) -> list[Card]:
    letter, rest = group[:1], group[1:]
    if group in ("E", f"E{SECOND_COPY}"):
        return [parse_card(f"EX{rest}")]
    if letter == "T" and _TRUMPS_TEXT.fullmatch(f".{rest}"):
        numbers = (part.partition(SECOND_COPY) for part in rest.split("."))
        return [parse_card(f"{number}T{copy}") for number, copy, _ in numbers]
    ranks = _RANK_TEXT.findall(rest)
    if letter not in SUITS or not ranks or "".join(ranks) != rest:
        raise InvalidDeal("deal_text", f"group {shown(group)} of a deal text names no cards", group=group)
    return [parse_card(letter + rank) for rank in ranks]
