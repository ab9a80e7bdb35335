"""A pack to sort into the pockets of an étui: its cards in order, and the lots of each suit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.core.cards import SUIT_SYMBOLS, Card
from games.core.dealing.dealt_game import is_ordered_pile
from games.core.dealing.dealt_set import DealtBoard
from games.core.layouts import Layout
from games.core.seats import SHEET_ORDER, opening_leader
from games.core.variants.registry import find_variant
from tournaments.core.sorting import (
    Pocket,
    SortedRow,
    lots_of,
    named_pockets,
    pack_count,
    sort_pack,
)
from tournaments.paper.documents.deals.hand_diagrams import RED_SYMBOLS, ROW_SYMBOLS, card_label

MOST_LOTS = 6
"""Largest number of pockets whose lots and counts stand side by side. With more, only cards are listed."""
LEAST_RUN = 3
"""Smallest number of neighbouring cards that are written as first to last."""
LOOK, TAKE, LAY, TOSS = 1.35, 0.28, 1.1, 0.1
"""Seconds to look up what comes next, to take a card out of a fan, to lay a lot on its pile, to toss a card.

Source:
    Card, Moran, Newell, "The keystroke-level model" (1980), with times of dealers for the hands.
"""


@dataclass(frozen=True, slots=True)
class SortingCell:
    """A card of the pack and its pocket."""

    label: str
    pocket: Pocket
    order: int | None
    """Place in a pile whose order counts, from 1; None elsewhere."""


@dataclass(frozen=True, slots=True)
class SortingRow:
    """A row of cards of the pack: some trumps (`symbol` is then empty), or a suit."""

    symbol: str
    is_red: bool
    cells: tuple[SortingCell, ...]
    tally: tuple[tuple[Pocket, int], ...]
    """Pockets in the order of the sheets, each with its number of cards after this row."""


@dataclass(frozen=True, slots=True)
class SortingLot:
    """The cards of one suit for one pocket, which are taken together out of the fanned suit."""

    pocket: Pocket
    runs: tuple[str, ...]
    """Cards from the highest, neighbours of the pack as "21–18"."""
    top: str
    """Lowest card, last in `runs`. It is on top of the pile if the lot is laid face up."""


@dataclass(frozen=True, slots=True)
class SortingSuit:
    """The trumps (`symbol` is then empty) or a suit, pocket by pocket."""

    symbol: str
    lots: tuple[SortingLot, ...]


@dataclass(frozen=True, slots=True)
class SortingBoard:
    """One étui to fill, from one pack."""

    number: int
    pack: int | None
    """Number of the pack, from 1, where the game has two; otherwise None."""
    seats: range
    dealer: int
    taker: int | None
    leader: int
    rows: tuple[SortingRow, ...]
    suits: tuple[SortingSuit, ...]
    """Lots by suit; empty for too many pockets to stand side by side."""
    sizes: tuple[tuple[Pocket, int], ...]
    """Number of cards of each pocket from both packs, in the order of the sheets."""

    @property
    def needs_legend(self) -> bool:
        """True unless the game has four seats, whose letters mark the pockets."""
        return len(self.seats) != len(SHEET_ORDER)

    @property
    def has_tally(self) -> bool:
        """True if there is room beside each row for the numbers of cards in the pockets."""
        return len(self.sizes) <= MOST_LOTS

    @property
    def lot_seconds(self) -> float:
        """Seconds to fill the pockets by lots, out of a pack in suits."""
        lots = [lot for suit in self.suits for lot in suit.lots if lot.runs]
        return len(lots) * (LOOK + LAY) + self.card_count * TAKE

    @property
    def card_seconds(self) -> float:
        """Seconds to fill the pockets card by card, in any order of the pack."""
        return self.card_count * (LOOK + TAKE + TOSS)

    @property
    def card_count(self) -> int:
        """The number of cards of this pack."""
        return sum(len(row.cells) for row in self.rows)


def sorting_boards(deal: DealtBoard, game: str) -> tuple[SortingBoard, ...]:
    """Return the boards of one deal of a game, one for each pack."""
    pile_names = find_variant(game).pile_names
    return tuple(_sorting_board(deal, pile_names, pack) for pack in range(pack_count(deal.layout)))


def _sorting_board(deal: DealtBoard, pile_names: Sequence[str], pack: int) -> SortingBoard:
    layout = deal.layout
    pockets = named_pockets(layout, pile_names)
    order = tuple(pockets)
    places = _places(layout, pile_names)
    rows = sort_pack(layout, pile_names, pack)
    return SortingBoard(
        number=deal.number,
        pack=pack + 1 if pack_count(layout) > 1 else None,
        seats=range(len(layout.hands)),
        dealer=deal.dealer,
        taker=deal.taker,
        leader=opening_leader(deal.dealer, len(layout.hands)),
        rows=tuple(_row(row, order, places) for row in rows),
        suits=tuple(_suits(rows, order)) if len(order) <= MOST_LOTS else (),
        sizes=tuple((pocket, len(cards)) for pocket, cards in pockets.items()),
    )


def _places(layout: Layout, pile_names: Sequence[str]) -> dict[Card, int]:
    """Return the place, from 1, of each card in a pile whose order counts."""
    piles = zip(pile_names, layout.piles, strict=True)
    ordered_piles = (pile for name, pile in piles if is_ordered_pile(name))
    return {card: place for pile in ordered_piles for place, card in enumerate(pile, start=1)}


def _suits(rows: Sequence[SortedRow], order: Sequence[Pocket]) -> Iterator[SortingSuit]:
    for suit, lots in lots_of(rows):
        # `lots_of` numbers the trumps -1
        symbol = "" if suit < 0 else SUIT_SYMBOLS[suit]
        yield SortingSuit(symbol, tuple(_lot(pocket, lots.get(pocket, ())) for pocket in order))


def _lot(pocket: Pocket, runs: Sequence[Sequence[Card]]) -> SortingLot:
    labels = [[card_label(card) for card in run] for run in runs]
    run_texts = [f"{run[0]}–{run[-1]}" if len(run) >= LEAST_RUN else " ".join(run) for run in labels]
    return SortingLot(pocket, tuple(run_texts), labels[-1][-1] if labels else "")


def _row(row: SortedRow, order: Sequence[Pocket], places: Mapping[Card, int]) -> SortingRow:
    symbol = ROW_SYMBOLS[row.place]
    return SortingRow(
        symbol=symbol,
        is_red=bool(symbol) and symbol in RED_SYMBOLS,
        cells=tuple(
            SortingCell(card_label(sorted_card.card), sorted_card.pocket, places.get(sorted_card.card))
            for sorted_card in row.cards
        ),
        tally=tuple(zip(order, row.tally, strict=True)),
    )
