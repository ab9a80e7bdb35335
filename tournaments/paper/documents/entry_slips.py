"""Entry slips: what a player or a team writes to be entered, four blank ones on a sheet.

Source:
    FFT, Manuel de l'organisateur (2011): the identification slip, but for the address, which nobody needs.
"""

from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.options import DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_nothing


@dataclass(frozen=True, slots=True)
class EntrySlip:
    """A blank slip."""

    people: range
    """Numbers of the people who are entered together, from 1."""
    has_team: bool
    """They play under a team's name."""


@dataclass(frozen=True, slots=True)
class EntrySlipsSheet:
    """Four slips alike."""

    slip: EntrySlip


def build_entry_slips(tournament: Tournament, options: DocumentOptions) -> tuple[EntrySlipsSheet, ...]:
    """As many sheets as copies are asked for. No query."""
    return (EntrySlipsSheet(entry_slip(find_format(tournament.format))),) * options.copies


def entry_slip(played: TournamentFormat) -> EntrySlip:
    """The slip of a format: of its largest team, or of a pair or a four that is added up."""
    count = played.plan.unit_sizes[-1]
    return EntrySlip(range(1, count + 1), has_team=count > 1)


ENTRY_SLIPS = DocumentType(
    kind=DocumentKind.ENTRY_SLIPS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_entry_slips,
    template="tournaments/paper/pdf/entry_slips.html",
    stylesheet="css/print/forms.css",
    options=frozenset({OptionName.COPIES}),
)
