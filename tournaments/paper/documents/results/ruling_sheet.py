"""Ruling sheets: the referee's blank form, two on a page, to be entered afterwards.

Source:
    FFT, Code d'arbitrage (2012): the content of a decision; the form is ours.
"""

from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.rankings.queries.rulings import load_rules


@dataclass(frozen=True, slots=True)
class BlankRuling:
    has_boards: bool
    """True if the form names étuis, False for deals."""
    measure: Measure
    """Unit of penalties."""


@dataclass(frozen=True, slots=True)
class RulingSheet:
    """Two copies of one form."""

    form: BlankRuling


def build_ruling_sheets(tournament: Tournament, options: DocumentOptions) -> tuple[RulingSheet, ...]:
    """Return a page for each requested copy. One query."""
    return (RulingSheet(ruling_form(tournament)),) * options.copies


def ruling_form(tournament: Tournament) -> BlankRuling:
    """Return the form with the words and the unit of a tournament's format. One query."""
    needs_boards = find_format(tournament.format).plan.needs_same_deals
    return BlankRuling(needs_boards, load_rules(tournament).measure)


RULING_SHEET = DocumentType(
    kind=DocumentKind.RULING_SHEET,
    right=Right.PRINT,
    require=require_nothing,
    build=build_ruling_sheets,
    shared_styles="forms",
    moment=PaperMoment.DURING,
    options=frozenset({OptionName.COPIES}),
)
