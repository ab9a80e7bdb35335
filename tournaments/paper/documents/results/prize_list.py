"""Prize list: winners of every list, and receipts for them to sign."""

from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment, without_options
from tournaments.paper.documents.making.options import OptionName
from tournaments.paper.documents.making.ready import require_prizes
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN
from tournaments.rankings.queries.prizes import PrizeSheet, load_prizes


def build_prize_list(tournament: Tournament) -> tuple[PrizeSheet, ...]:
    """Return the prizes by the current ranking. Queries as `load_prizes`."""
    sheet = load_prizes(tournament)
    return () if sheet is None else (sheet,)


PRIZE_LIST = DocumentType(
    kind=DocumentKind.PRIZE_LIST,
    right=Right.PRINT,
    require=require_prizes,
    build=without_options(build_prize_list),
    moment=PaperMoment.AFTER,
    large=LIST_LAID_DOWN,
    options=frozenset({OptionName.LARGE_TYPE}),
)
