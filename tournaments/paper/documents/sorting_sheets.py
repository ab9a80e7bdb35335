"""Sorting sheets: the pocket of each card of a pack in order, for one person or for four at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from games.core.cards import SUIT_SIZE, SUIT_SYMBOLS, Card
from games.core.dealing.dealt_game import is_ordered_pile
from games.core.dealing.dealt_set import DealtBoard
from games.core.layouts import Layout
from games.core.seats import SHEET_ORDER, opening_leader
from games.core.variants.registry import find_variant
from tournaments.base.access import Right
from tournaments.core.sorting import (
    Pocket,
    SortedRow,
    lots_of,
    named_pockets,
    pack_count,
    sort_pack,
)
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.document import DocumentType, with_boards
from tournaments.paper.documents.hand_diagrams import RED_SYMBOLS, ROW_SYMBOLS, card_label
from tournaments.paper.documents.imposition import fill_sheets
from tournaments.paper.documents.options import BOARDS, PLAIN, DocumentOptions

BOARDS_PER_SHEET = 2
COPIES_PER_SHEET = 4
MOST_LOTS = 6
"""Largest number of pockets whose lots and counts stand side by side. With more, only cards are listed."""
LEAST_RUN = 3
"""Smallest number of neighbouring cards that are written as first to last."""


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
    spare: int
    """Number of empty places at the end of the row."""
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
    def card_count(self) -> int:
        """The number of cards of this pack."""
        return sum(len(row.cells) for row in self.rows)


@dataclass(frozen=True, slots=True)
class SortingSheet:
    """A sheet of several étuis in reading order, or of several copies of one étui to be cut apart."""

    boards: tuple[SortingBoard, ...]


def build_sorting_sheets(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[SortingSheet, ...]:
    """Return pages of two étuis, by number. One query."""
    boards = list(_boards(tournament, options))
    return tuple(SortingSheet(page_of_boards) for page_of_boards in fill_sheets(boards, BOARDS_PER_SHEET))


def build_copy_sheets(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[SortingSheet, ...]:
    """Return a page for each étui, with a copy for each of four people. One query."""
    return tuple(SortingSheet((board,) * COPIES_PER_SHEET) for board in _boards(tournament, options))


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


def _boards(tournament: Tournament, options: DocumentOptions) -> Iterator[SortingBoard]:
    deals = list_whole_deals(tournament, options)
    return chain.from_iterable(sorting_boards(deal, tournament.game) for deal in deals)


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
        spare=SUIT_SIZE - len(row.cards),
        tally=tuple(zip(order, row.tally, strict=True)),
    )


SORTING_SHEETS = DocumentType(
    kind=DocumentKind.SORTING_SHEETS,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_sorting_sheets,
    template="tournaments/paper/pdf/sorting_sheets.html",
    stylesheet="css/print/sorting_sheets.css",
    is_for=with_boards,
    options=BOARDS,
)
COPY_SHEETS = DocumentType(
    kind=DocumentKind.COPY_SHEETS,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_copy_sheets,
    template="tournaments/paper/pdf/copy_sheets.html",
    stylesheet="css/print/copy_sheets.css",
    sheets_per_part=4,
    is_for=with_boards,
    options=BOARDS,
)
