"""Sorting of a pack into the pockets of an étui: the order of the pack, and the pocket of each card."""

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
from games.core.seats import list_seats_in_sheet_order

Pocket = int | str
"""A seat in playing order (at four players 0 N, 1 W, 2 S, 3 E), or the name of a pile such as "dog"."""

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
"""Number of rows of trumps. One row for each suit follows."""


@dataclass(frozen=True, slots=True)
class SortedCard:
    """One card of the pack and its pocket."""

    card: Card
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class SortedRow:
    """A row of the pack."""

    place: int
    """Index of the row in `PACK_ROWS`."""
    cards: tuple[SortedCard, ...]
    tally: tuple[int, ...]
    """Number of cards in each pocket after this row is sorted, in the order of `named_pockets`."""


def named_pockets(layout: Layout, pile_names: Sequence[str]) -> dict[Pocket, Collection[Card]]:
    """Return the cards of each pocket that holds some or may still receive some.

    The seats come first: N, S, E, W at four players, else in playing order. The piles follow in the order of
    the game.

    Args:
        pile_names: names of the piles of the game that was dealt.
    """
    hands: dict[Pocket, Collection[Card]] = {
        seat: layout.hands[seat] for seat in list_seats_in_sheet_order(len(layout.hands))
    }
    is_complete = all(layout.hands)
    piles = zip(pile_names, layout.piles, strict=True)
    return hands | {name: cards for name, cards in piles if cards or not is_complete}


def pack_count(layout: Layout) -> int:
    """Return the number of packs in a deal, 1 or 2."""
    return 2 if any(card >= CARD_COUNT for hand in layout.hands for card in hand) else 1


def deck_rows(deck: Collection[Card], pack: int = 0) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield the rows of a pack that contain cards of the deck, each with its index in `PACK_ROWS`.

    Args:
        pack: 0, or 1 for the second pack of two.
    """
    for place, row in enumerate(PACK_ROWS):
        cards = tuple(card for card in _of_pack(row, pack) if card in deck)
        if cards:
            yield place, cards


def sort_pack(layout: Layout, pile_names: Sequence[str], pack: int = 0) -> tuple[SortedRow, ...]:
    """Return the pocket of each card of a sorted pack, row by row, for a complete deal.

    At four players the last tally is 18, 18, 18, 18, 6.

    Args:
        pile_names: names of the piles of the game that was dealt.
        pack: 0, or 1 for the second pack of two. The tally continues from the first pack.
    """
    pockets = named_pockets(layout, pile_names)
    pocket_of = {card: pocket for pocket, cards in pockets.items() for card in cards}
    filled_pockets = [
        pocket_of[card]
        for previous_pack in range(pack)
        for _place, row in deck_rows(pocket_of, previous_pack)
        for card in row
    ]
    rows = []
    for place, row in deck_rows(pocket_of, pack):
        cards = tuple(SortedCard(card, pocket_of[card]) for card in row)
        filled_pockets += [sorted_card.pocket for sorted_card in cards]
        rows.append(SortedRow(place, cards, tuple(filled_pockets.count(pocket) for pocket in pockets)))
    return tuple(rows)


def lots_of(rows: Sequence[SortedRow]) -> tuple[tuple[int, dict[Pocket, tuple[tuple[Card, ...], ...]]], ...]:
    """Return (suit, lots[pocket]) for each suit of the rows. A lot is a run of neighbours in the pack.

    Trumps are suit -1 and come first, both rows together. The suits follow from 0. Each suit keeps the order
    of the pack.
    """
    suits = groupby(rows, key=lambda row: max(row.place - TRUMP_ROWS, -1))
    return tuple(
        (suit, _lots(tuple(chain.from_iterable(row.cards for row in group)))) for suit, group in suits
    )


def _lots(cards: Sequence[SortedCard]) -> dict[Pocket, tuple[tuple[Card, ...], ...]]:
    lots: dict[Pocket, tuple[tuple[Card, ...], ...]] = {}
    for pocket, run in groupby(cards, key=lambda sorted_card: sorted_card.pocket):
        lots[pocket] = (*lots.get(pocket, ()), tuple(sorted_card.card for sorted_card in run))
    return lots


def _of_pack(row: tuple[Card, ...], pack: int) -> tuple[Card, ...]:
    """Return the cards of a row, of the first pack or of the second."""
    return tuple(second_copy(card) for card in row) if pack else row
