"""Sorting sheets: the pocket of each card of a pack in order, for one person or for four at once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.deals.sorting_board import SortingBoard, sorting_boards
from tournaments.paper.documents.deals.sorting_lines import (
    GridShape,
    LotLines,
    LotShape,
    PackGrid,
    set_grid,
    set_lots,
)
from tournaments.paper.documents.making.document import DocumentType, with_boards
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions
from tournaments.paper.documents.typesetting.imposition import fill_sheets
from tournaments.paper.documents.typesetting.type_widths import Face, Type

BOARDS_PER_SHEET = 2
COPIES_PER_SHEET = 4


WITH_LOTS = GridShape(
    width=194,
    symbol=8,
    count=7.6,
    heads=4.2,
    label_line=3.7,
    mark_line=5.7,
    head_type=Type(Face.CONDENSED_BOLD, 9),
    labels=Type(Face.CONDENSED, 9),
    marks=(15, 12, 9),
)
"""Cards of an étui below its lots, on half an A4."""
CARDS_ALONE = GridShape(
    width=194,
    symbol=8,
    count=7.6,
    heads=4.2,
    label_line=5.6,
    mark_line=10,
    head_type=Type(Face.CONDENSED_BOLD, 13),
    labels=Type(Face.CONDENSED, 13),
    marks=(24, 20, 15),
)
"""Cards of an étui without lots, on half an A4."""
ON_A_QUARTER = GridShape(
    width=136.5,
    symbol=6.5,
    count=7,
    heads=4.2,
    label_line=4.4,
    mark_line=6.9,
    head_type=Type(Face.CONDENSED_BOLD, 9),
    labels=Type(Face.CONDENSED, 9),
    marks=(16, 13, 10),
)
"""Cards of an étui on a quarter of an A4."""
LOTS = LotShape(
    width=194,
    symbol=8,
    heads=5.4,
    trumps=11.6,
    suit=8.9,
    head_type=Type(Face.SANS_BOLD, 9),
    points=(12, 10, 9, 7),
)


@dataclass(frozen=True, slots=True)
class SetBoard:
    """An étui to fill with its lines."""

    board: SortingBoard
    lots: LotLines | None
    """Lots of each pocket; None where they have no room."""
    grid: PackGrid


@dataclass(frozen=True, slots=True)
class SortingSheet:
    """A sheet of several étuis in reading order, or of several copies of one étui to be cut apart."""

    places: tuple[SetBoard, ...]

    @property
    def boards(self) -> tuple[SortingBoard, ...]:
        return tuple(place.board for place in self.places)


def build_sorting_sheets(tournament: Tournament, options: DocumentOptions = PLAIN) -> Sequence[SortingSheet]:
    """Return pages of two étuis, by number. Their lines are set when read. One query."""
    pages = fill_sheets(list(_boards(tournament, options)), BOARDS_PER_SHEET)
    return LazySheets(partial(_sheet_of_boards, page, is_grey=options.grey) for page in pages)


def _sheet_of_boards(boards: Iterable[SortingBoard], *, is_grey: bool) -> SortingSheet:
    return SortingSheet(tuple(set_board(board, is_grey=is_grey) for board in boards))


def set_board(board: SortingBoard, *, is_grey: bool = False) -> SetBoard:
    """Return an étui as one person sorts it: by lots, then card by card.

    Args:
        is_grey: True for greys in place of the tints.
    """
    if not board.suits:
        return SetBoard(board, None, set_grid(board, CARDS_ALONE, is_grey=is_grey))
    lots = set_lots(board, LOTS, is_grey=is_grey)
    return SetBoard(board, lots, set_grid(board, WITH_LOTS, is_grey=is_grey))


def build_copy_sheets(tournament: Tournament, options: DocumentOptions = PLAIN) -> Sequence[SortingSheet]:
    """Return a page for each étui, with a copy for each of four people, set when read. One query."""
    boards = _boards(tournament, options)
    return LazySheets(partial(_sheet_of_copies, board, is_grey=options.grey) for board in boards)


def _sheet_of_copies(board: SortingBoard, *, is_grey: bool) -> SortingSheet:
    place = SetBoard(board, None, set_grid(board, ON_A_QUARTER, is_grey=is_grey))
    return SortingSheet((place,) * COPIES_PER_SHEET)


def _boards(tournament: Tournament, options: DocumentOptions) -> Iterator[SortingBoard]:
    deals = list_whole_deals(tournament, options)
    return chain.from_iterable(sorting_boards(deal, tournament.game) for deal in deals)


SORTING_SHEETS = DocumentType(
    kind=DocumentKind.SORTING_SHEETS,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_sorting_sheets,
    sheets_per_part=16,
    is_for=with_boards,
    options=BOARDS,
)
COPY_SHEETS = DocumentType(
    kind=DocumentKind.COPY_SHEETS,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_copy_sheets,
    sheets_per_part=16,
    is_for=with_boards,
    options=BOARDS,
)
