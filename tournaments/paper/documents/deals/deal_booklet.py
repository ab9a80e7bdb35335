"""Booklet of all deals, four on a page for four players, handed out after the last one is played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.deals.hand_diagrams import (
    IN_HALF_A_PAGE,
    BoardDiagrams,
    HandDiagram,
    PileCards,
    board_diagrams,
)
from tournaments.paper.documents.making.document import DocumentType, PaperMoment, with_boards
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.typesetting.imposition import fill_sheets, split_to_fit
from tournaments.paper.documents.typesetting.large_type import HALF_LAID_DOWN


@dataclass(frozen=True, slots=True)
class BookletPage:
    """Deals in reading order."""

    boards: tuple[BoardDiagrams, ...]


def build_deal_booklet(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[BookletPage, ...]:
    """Return all whole deals by number, a page at a time. One query."""
    boards = [board_diagrams(deal, tournament.game) for deal in list_whole_deals(tournament, options)]
    return tuple(map(BookletPage, fill_booklet(boards, is_large=options.large_type)))


def fill_booklet(boards: Sequence[BoardDiagrams], *, is_large: bool) -> tuple[tuple[BoardDiagrams, ...], ...]:
    """Return deals of one game as pages of a booklet, in reading order.

    Args:
        is_large: True for pages of half an A4. A deal with more hands than these hold is on several.
    """
    if not boards:
        return ()
    if not is_large:
        return fill_sheets(boards, boards[0].per_page)
    per_page = max(1, boards[0].per_page // 2)
    return fill_sheets(list(chain.from_iterable(map(_in_halves, boards))), per_page)


def _in_halves(board: BoardDiagrams) -> Iterator[BoardDiagrams]:
    """Yield a deal in parts of at most half a page: its hands in order, then its piles."""
    if board.per_page > 1:
        yield board
        return
    for pockets in split_to_fit((*board.hands, *board.piles), IN_HALF_A_PAGE):
        yield replace(
            board,
            hands=tuple(pocket for pocket in pockets if isinstance(pocket, HandDiagram)),
            piles=tuple(pocket for pocket in pockets if isinstance(pocket, PileCards)),
        )


DEAL_BOOKLET = DocumentType(
    kind=DocumentKind.DEAL_BOOKLET,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_deal_booklet,
    moment=PaperMoment.AFTER,
    is_for=with_boards,
    large=HALF_LAID_DOWN,
    options=BOARDS | {OptionName.LARGE_TYPE},
)
