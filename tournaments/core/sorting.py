"""Sorting a pack into the pockets of an étui: the order of the pack, and where each of its cards goes.

A pocket is a seat in playing order (0 N, 1 W, 2 S, 3 E), or None for the dog.
"""

from dataclasses import dataclass

from games.core.cards import EXCUSE, KING, SUITS, TRUMP_COUNT, Card, suit_card, trump_card
from games.core.layouts import Layout
from games.core.seats import SHEET_ORDER

PACK_ROWS: tuple[tuple[Card, ...], ...] = (
    tuple(trump_card(number) for number in range(TRUMP_COUNT, 11, -1)),
    (*(trump_card(number) for number in range(11, 0, -1)), EXCUSE),
    *(tuple(suit_card(suit, rank) for rank in range(KING, 0, -1)) for suit in range(len(SUITS))),
)
"""The 78 cards in the rows of a diagram, which are also the order of a sorted pack.

Source:
    FFT, Manuel de l'organisateur (2011): trumps 21 to 12, then 11 to 1 and the Excuse, then each suit from
    king to ace.
"""
TRUMP_ROWS = 2
"""Rows that hold trumps; the suits follow, one row each."""

POCKETS: tuple[int | None, ...] = (*SHEET_ORDER, None)
"""The pockets in the order of the sheets: N, S, E, W, the dog."""


@dataclass(frozen=True, slots=True)
class SortedCard:
    """One card of the pack and its pocket."""

    card: Card
    pocket: int | None


@dataclass(frozen=True, slots=True)
class SortedRow:
    """A row of the pack."""

    cards: tuple[SortedCard, ...]
    tally: tuple[int, ...]
    """Cards in each pocket once this row is sorted, in the order of `POCKETS`."""


def sort_pack(layout: Layout) -> tuple[SortedRow, ...]:
    """Where each card of a sorted pack goes, row by row, for a whole four-player deal.

    The last tally is 18, 18, 18, 18, 6.
    """
    pockets: dict[Card, int | None] = dict.fromkeys(layout.piles[0])
    pockets |= {card: seat for seat, hand in enumerate(layout.hands) for card in hand}
    placed: list[int | None] = []
    rows = []
    for row in PACK_ROWS:
        placed += [pockets[card] for card in row]
        cards = tuple(SortedCard(card, pockets[card]) for card in row)
        rows.append(SortedRow(cards, tuple(placed.count(pocket) for pocket in POCKETS)))
    return tuple(rows)
