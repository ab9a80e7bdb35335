"""Sorting a pack into the pockets of an étui: the order of the pack, and where each of its cards goes.

A pocket is a seat in playing order (at four players 0 N, 1 W, 2 S, 3 E), or None for the dog.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from games.core.cards import (
    CARD_COUNT,
    EXCUSE,
    KING,
    SUITS,
    TRUMP_COUNT,
    Card,
    second_copy,
    suit_card,
    trump_card,
)
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
    """Cards in each pocket once this row is sorted, in the order of `pocket_order`."""


def pocket_order(layout: Layout) -> tuple[int | None, ...]:
    """The pockets of a deal: N, S, E, W at four players, else the seats in playing order; then the dog's."""
    seats = SHEET_ORDER if len(layout.hands) == len(SHEET_ORDER) else tuple(range(len(layout.hands)))
    return (*seats, None) if layout.piles else seats


def pack_count(layout: Layout) -> int:
    """How many packs a deal was made of, 1 or 2."""
    return 2 if any(card >= CARD_COUNT for hand in layout.hands for card in hand) else 1


def sort_pack(layout: Layout, pack: int = 0) -> tuple[SortedRow, ...]:
    """Where each card of a sorted pack goes, row by row, for a whole deal with at most one pile, its dog.

    At four players the last tally is 18, 18, 18, 18, 6.

    Args:
        pack: 0, or 1 for the second pack of two; the tally goes on from the first.
    """
    pockets: dict[Card, int | None] = dict.fromkeys(chain.from_iterable(layout.piles))
    pockets |= {card: seat for seat, hand in enumerate(layout.hands) for card in hand}
    order = pocket_order(layout)
    placed = [
        pockets[card] for earlier in range(pack) for row in PACK_ROWS for card in _of_pack(row, earlier)
    ]
    rows = []
    for row in PACK_ROWS:
        cards = tuple(SortedCard(card, pockets[card]) for card in _of_pack(row, pack))
        placed += [each.pocket for each in cards]
        rows.append(SortedRow(cards, tuple(placed.count(pocket) for pocket in order)))
    return tuple(rows)


def lots_of(rows: Sequence[SortedRow]) -> tuple[dict[int | None, tuple[tuple[Card, ...], ...]], ...]:
    """lots[suit][pocket]: the cards of a suit that a pocket gets, neighbours in the pack together.

    The trumps come first, both rows together, then the suits; within each the order of the pack.
    """
    trumps = tuple(chain.from_iterable(row.cards for row in rows[:TRUMP_ROWS]))
    return tuple(_lots(cards) for cards in (trumps, *(row.cards for row in rows[TRUMP_ROWS:])))


def _lots(cards: Sequence[SortedCard]) -> dict[int | None, tuple[tuple[Card, ...], ...]]:
    lots: dict[int | None, tuple[tuple[Card, ...], ...]] = {}
    for pocket, run in groupby(cards, key=lambda placed: placed.pocket):
        lots[pocket] = (*lots.get(pocket, ()), tuple(placed.card for placed in run))
    return lots


def _of_pack(row: tuple[Card, ...], pack: int) -> tuple[Card, ...]:
    """The cards of a row, of the first pack or of the second."""
    return tuple(second_copy(card) for card in row) if pack else row
