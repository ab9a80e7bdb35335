"""Paper of the reception: blank entry slips, four on a sheet, and the list of the expected players.

Source:
    FFT, Manuel de l'organisateur (2011): the identification slip, without the unnecessary address.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.entries.queries.fees import FeeLine, load_fees
from tournaments.enums import DocumentKind, EntryPresence, TournamentState
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing

ARRIVALS = "arrivals"
"""Variant with the list of all entries, to be ticked at the door."""


@dataclass(frozen=True, slots=True)
class EntrySlip:
    people: range
    """Numbers of the people on one slip, from 1."""
    has_team: bool
    """True if they play under a team's name."""


@dataclass(frozen=True, slots=True)
class EntrySlipsSheet:
    """Four copies of one slip."""

    slip: EntrySlip


@dataclass(frozen=True, slots=True)
class ExpectedList:
    """List of all entries that are not withdrawn. It flows over several pages."""

    lines: tuple[FeeLine, ...]
    """Lines by name."""
    has_places: bool
    """True once the seats are fixed. A place that was only drawn may still change."""

    @property
    def has_fees(self) -> bool:
        return any(line.owed or line.paid for line in self.lines)


def build_entry_slips(
    tournament: Tournament, options: DocumentOptions
) -> tuple[EntrySlipsSheet | ExpectedList, ...]:
    """Return the requested number of copies, of a sheet of slips or of the list.

    Five queries for a list; none for slips.
    """
    if options.part == ARRIVALS:
        return _arrivals(tournament) * options.copies
    return (EntrySlipsSheet(entry_slip(find_format(tournament.format))),) * options.copies


def _arrivals(tournament: Tournament) -> tuple[ExpectedList, ...]:
    expected_lines = (
        line for line in load_fees(tournament).lines if line.entry.presence != EntryPresence.WITHDRAWN
    )
    lines = tuple(expected_lines)
    return (ExpectedList(lines, tournament.state != TournamentState.DRAFT),) if lines else ()


def entry_slip(tournament_format: TournamentFormat) -> EntrySlip:
    """Return the slip of a format, for its largest team or its group of partners."""
    count = tournament_format.plan.unit_sizes[-1]
    return EntrySlip(range(1, count + 1), has_team=count > 1)


ENTRY_SLIPS = DocumentType(
    kind=DocumentKind.ENTRY_SLIPS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_entry_slips,
    shared_styles="forms",
    options=frozenset({OptionName.PART, OptionName.COPIES}),
    parts=(("", _("bulletins vierges")), (ARRIVALS, _("liste de pointage des inscrits"))),
)
