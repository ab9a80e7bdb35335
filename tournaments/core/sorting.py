"""Sorting a pack into the pockets of an étui: the order of the pack, and where each of its cards goes."""

from collections.abc import Collection, Iterator, Sequence
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
from games.core.seats import sheet_order

Pocket = int | str
"""A seat in playing order (at four players 0 N, 1 W, 2 S, 3 E), or the name of a pile in its game ("dog")."""

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
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class SortedRow:
    """A row of the pack."""

    place: int
    """In `PACK_ROWS`."""
    cards: tuple[SortedCard, ...]
    tally: tuple[int, ...]
    """Cards in each pocket once this row is sorted, in the order of `named_pockets`."""


def named_pockets(layout: Layout, pile_names: Sequence[str]) -> dict[Pocket, Collection[Card]]:
    """The cards of each pocket that has any, or may still get some.

    N, S, E, W at four players, else the seats in playing order; then the piles in the order of the game.

    Args:
        pile_names: of the game of the deal.
    """
    hands: dict[Pocket, Collection[Card]] = {
        seat: layout.hands[seat] for seat in sheet_order(len(layout.hands))
    }
    is_whole = all(layout.hands)
    piles = zip(pile_names, layout.piles, strict=True)
    return hands | {name: cards for name, cards in piles if cards or not is_whole}


def pack_count(layout: Layout) -> int:
    """How many packs a deal was made of, 1 or 2."""
    return 2 if any(card >= CARD_COUNT for hand in layout.hands for card in hand) else 1


def deck_rows(deck: Collection[Card], pack: int = 0) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """The rows of a pack that the deck has cards of, each with its place in `PACK_ROWS`; `pack` from 0."""
    for place, row in enumerate(PACK_ROWS):
        cards = tuple(card for card in _of_pack(row, pack) if card in deck)
        if cards:
            yield place, cards


def sort_pack(layout: Layout, pile_names: Sequence[str], pack: int = 0) -> tuple[SortedRow, ...]:
    """Where each card of a sorted pack goes, row by row, for a whole deal.

    At four players the last tally is 18, 18, 18, 18, 6.

    Args:
        pile_names: of the game of the deal.
        pack: 0, or 1 for the second pack of two; the tally goes on from the first.
    """
    pockets = named_pockets(layout, pile_names)
    pocket_of = {card: pocket for pocket, cards in pockets.items() for card in cards}
    placed = [
        pocket_of[card]
        for earlier in range(pack)
        for _place, row in deck_rows(pocket_of, earlier)
        for card in row
    ]
    rows = []
    for place, row in deck_rows(pocket_of, pack):
        cards = tuple(SortedCard(card, pocket_of[card]) for card in row)
        placed += [each.pocket for each in cards]
        rows.append(SortedRow(place, cards, tuple(placed.count(pocket) for pocket in pockets)))
    return tuple(rows)


def lots_of(rows: Sequence[SortedRow]) -> tuple[tuple[int, dict[Pocket, tuple[tuple[Card, ...], ...]]], ...]:
    """(suit, lots[pocket]) for each suit of the rows: the cards of the suit that a pocket gets, neighbours in
    the pack together.

    The trumps come first, both rows together, as suit -1, then the suits from 0. Within each the order of the
    pack.
    """
    suits = groupby(rows, key=lambda row: max(row.place - TRUMP_ROWS, -1))
    return tuple(
        (suit, _lots(tuple(chain.from_iterable(row.cards for row in group)))) for suit, group in suits
    )


def _lots(cards: Sequence[SortedCard]) -> dict[Pocket, tuple[tuple[Card, ...], ...]]:
    lots: dict[Pocket, tuple[tuple[Card, ...], ...]] = {}
    for pocket, run in groupby(cards, key=lambda placed: placed.pocket):
        lots[pocket] = (*lots.get(pocket, ()), tuple(placed.card for placed in run))
    return lots


def _of_pack(row: tuple[Card, ...], pack: int) -> tuple[Card, ...]:
    """The cards of a row, of the first pack or of the second."""
    return tuple(second_copy(card) for card in row) if pack else row
