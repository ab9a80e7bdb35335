"""Takings of an event by means of payment, for the treasurer to check and sign."""

from tournaments.base.access import Right
from tournaments.entries.services.takings import Takings, load_takings
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment, without_options
from tournaments.paper.documents.making.options import OptionName
from tournaments.paper.documents.making.ready import require_payments
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN


def build_takings(tournament: Tournament) -> tuple[Takings, ...]:
    """Return the takings of the event. Queries as `load_takings`."""
    return (load_takings(tournament),)


TAKINGS = DocumentType(
    kind=DocumentKind.TAKINGS,
    right=Right.WELCOME,
    require=require_payments,
    build=without_options(build_takings),
    # as `receipts`: no pack holds it
    moment=PaperMoment.AFTER,
    large=LIST_LAID_DOWN,
    options=frozenset({OptionName.LARGE_TYPE}),
)
