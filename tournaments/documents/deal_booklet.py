"""The booklet of all deals, four on a page, to hand out after the last one is played."""

from dataclasses import dataclass

from games.models import Deal
from tournaments.access import Right
from tournaments.documents.document import DocumentType
from tournaments.documents.hand_diagrams import BoardDiagrams, board_diagrams
from tournaments.documents.imposition import fill_sheets
from tournaments.documents.ready import require_deals
from tournaments.enums import DocumentKind
from tournaments.models import Tournament

PER_PAGE = 4


@dataclass(frozen=True, slots=True)
class BookletPage:
    """Deals in reading order, at most `PER_PAGE`."""

    boards: tuple[BoardDiagrams, ...]


def build_deal_booklet(tournament: Tournament) -> tuple[BookletPage, ...]:
    """Every deal of each session, by number. One query."""
    deals = Deal.objects.filter(deal_set__session__tournament=tournament)
    boards = [
        board_diagrams(deal, deal.cards) for deal in deals.order_by("deal_set__session__number", "number")
    ]
    return tuple(BookletPage(page) for page in fill_sheets(boards, PER_PAGE))


DEAL_BOOKLET = DocumentType(
    kind=DocumentKind.DEAL_BOOKLET,
    right=Right.SEE_DEALS,
    require=require_deals,
    build=build_deal_booklet,
    template="tournaments/pdf/deal_booklet.html",
    stylesheet="css/print/deal_booklet.css",
)
