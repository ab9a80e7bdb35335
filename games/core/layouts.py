"""A layout: the cards after the deal, for any game: one or two packs, hands and named piles.

`games.core.deals.Deal` is the layout of the tournament game: one pack, one dog, with a text form. A layout
can also hold two dogs, an ordered stock, a dummy's hand, cards on the table, unequal hands or a part of a
pack.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.core.cards import CARD_COUNT, Card, format_card, sort_hand
from games.core.errors import InvalidDeal


@dataclass(frozen=True, slots=True)
class Layout:
    """The place of each card after the deal. It is not checked here: see `check_layout`."""

    hands: tuple[frozenset[Card], ...]
    """Cards of each seat, from seat 0, in playing order."""
    piles: tuple[tuple[Card, ...], ...] = ()
    """The other cards, in the order of the variant's `pile_names`; a stock is drawn from its first card."""


def cut_layout(cards: Sequence[Card], hand_sizes: Sequence[int], pile_sizes: Sequence[int]) -> Layout:
    """Cut a shuffled deck into hands, seat 0 first, then into piles.

    Args:
        cards: exactly as many cards as the sum of all sizes.
    """
    starts = [0]
    for size in (*hand_sizes, *pile_sizes):
        starts.append(starts[-1] + size)
    parts = [tuple(cards[start:end]) for start, end in pairwise(starts)]
    hands = tuple(frozenset(part) for part in parts[: len(hand_sizes)])
    return Layout(hands, tuple(parts[len(hand_sizes) :]))


def check_layout(
    layout: Layout, deck: Iterable[Card], hand_sizes: Sequence[int], pile_sizes: Sequence[int]
) -> None:
    """Refuse a layout that is not exactly this deck, in hands and piles of these sizes.

    Raises:
        InvalidDeal: `card_twice`, `card_unknown` or `card_missing`, with the cards; `hand_sizes` or
            `pile_sizes`.
    """
    counts = Counter(card for part in (*layout.hands, *layout.piles) for card in part)
    deck_cards = frozenset(deck)
    _refuse_cards("card_twice", (card for card, count in counts.items() if count > 1))
    unknown_cards = sorted(counts.keys() - deck_cards)
    numbers = " ".join(map(str, unknown_cards))
    # such numbers have no text: the message lists the numbers
    if any(not 0 <= card < 2 * CARD_COUNT for card in unknown_cards):
        raise InvalidDeal("card_unknown", f"card numbers of no card: {numbers}", numbers=numbers)
    _refuse_cards("card_unknown", unknown_cards)
    _refuse_cards("card_missing", (card for card in deck_cards if card not in counts))
    _check_sizes("hand_sizes", layout.hands, hand_sizes)
    _check_sizes("pile_sizes", layout.piles, pile_sizes)


def _refuse_cards(code: str, cards: Iterable[Card]) -> None:
    names = " ".join(format_card(card) for card in sort_hand(cards))
    if names:
        raise InvalidDeal(code, f"{code.replace('_', ' ')}: {names}", cards=names)


def _check_sizes(
    code: str, parts: Sequence[frozenset[Card] | tuple[Card, ...]], expected_sizes: Sequence[int]
) -> None:
    sizes, expected_text = (
        " ".join(map(str, values)) for values in ([len(part) for part in parts], expected_sizes)
    )
    if sizes != expected_text:
        message = f"{code.replace('_', ' ')} {sizes or 'none'}, expected {expected_text or 'none'}"
        raise InvalidDeal(code, message, sizes=sizes, expected=expected_text)
