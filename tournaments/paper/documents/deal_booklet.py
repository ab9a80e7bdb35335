"""Booklet of all deals, four on a page for four players, handed out after the last one is played."""

from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.document import DocumentType, PaperMoment, with_boards
from tournaments.paper.documents.hand_diagrams import BoardDiagrams, board_diagrams
from tournaments.paper.documents.imposition import fill_sheets
from tournaments.paper.documents.options import BOARDS, PLAIN, DocumentOptions


@dataclass(frozen=True, slots=True)
class BookletPage:
    """Deals in reading order."""

    boards: tuple[BoardDiagrams, ...]


def build_deal_booklet(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[BookletPage, ...]:
    """Return all whole deals by number, a page at a time. One query."""
    boards = [board_diagrams(deal, tournament.game) for deal in list_whole_deals(tournament, options)]
    per_page = boards[0].per_page if boards else 1
    return tuple(BookletPage(page) for page in fill_sheets(boards, per_page))


DEAL_BOOKLET = DocumentType(
    kind=DocumentKind.DEAL_BOOKLET,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_deal_booklet,
    template="tournaments/paper/pdf/deal_booklet.html",
    stylesheet="css/print/deal_booklet.css",
    moment=PaperMoment.AFTER,
    is_for=with_boards,
    options=BOARDS,
)
