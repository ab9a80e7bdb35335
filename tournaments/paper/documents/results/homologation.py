"""Report for the federation: the event, its main ranking, errors and missing data."""

from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType, PaperMoment, without_options
from tournaments.paper.documents.making.options import OptionName
from tournaments.paper.documents.making.ready import require_standings
from tournaments.seasons.queries.homologation import HomologationReport, load_homologation


@dataclass(frozen=True, slots=True)
class HomologationPages:
    """One report, which flows over several pages."""

    report: HomologationReport


def build_homologation(tournament: Tournament) -> tuple[HomologationPages, ...]:
    """Return the current report. Before the end of the event it is marked as provisional."""
    return (HomologationPages(load_homologation(tournament)),)


HOMOLOGATION = DocumentType(
    kind=DocumentKind.HOMOLOGATION,
    right=Right.PRINT,
    require=require_standings,
    build=without_options(build_homologation),
    moment=PaperMoment.AFTER,
    options=frozenset({OptionName.WIDE_MARGIN}),
)
