"""Sheets of duels: the records of each team beside the scale of match points, or the quarters of matches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext_lazy

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_seats
from tournaments.paper.documents.results.duel_results import DuelResults, load_duel_results
from tournaments.paper.documents.scores.points_grid import PointsGrid, points_grid
from tournaments.paper.documents.scores.quarter_sheets import QuarterSheet, quarter_sheets
from tournaments.paper.documents.scores.team_records import TeamRecord, team_records
from tournaments.paper.documents.typesetting.imposition import cut_and_stack, fill_sheets

KNOWN, RECORDS = "known", "records"
"""Variants with the results entered so far, and with the records of the teams of a match."""
QUARTERS_PER_SHEET = PARTS_PER_SHEET = 2


@dataclass(frozen=True, slots=True)
class DuelSheet:
    """A sheet of A4 laid down."""

    record: TeamRecord | None = None
    grid: PointsGrid | None = None
    """Scale of match points beside the first part of a record, to be folded together."""
    next_record: TeamRecord | None = None
    """Part of a long record that follows on the other half."""
    quarters: tuple[QuarterSheet | None, ...] = ()
    """Quarters side by side, to be cut; None for an empty place on the last sheet."""


def build_duel_sheets(tournament: Tournament, options: DocumentOptions = PLAIN) -> Sequence[DuelSheet]:
    """Return the records of quartets, or the quarters of matches, of all chosen sections in turn.

    One query, and five for each section; about ten more for results.
    """
    tournament_format = find_format(tournament.format)
    results = load_duel_results(tournament) if options.part == KNOWN else DuelResults()
    sections = sections_of(tournament)
    builders: list[Callable[[], DuelSheet]] = []
    for section in sections:
        if not options.has_section(section.number):
            continue
        number = section.number if len(sections) > 1 else None
        if _has_quarters(tournament_format) and options.part != RECORDS:
            quarters = list(quarter_sheets(section, tournament_format, results, number))
            builders += [
                partial(_sheet_of_quarters, row) for row in cut_and_stack(quarters, QUARTERS_PER_SHEET)
            ]
        else:
            for first, *others in team_records(section, results, number):
                builders.append(partial(_sheet_with_scale, first))
                builders += [partial(_sheet_of_parts, pair) for pair in fill_sheets(others, PARTS_PER_SHEET)]
    return LazySheets(builders)


def _has_quarters(tournament_format: TournamentFormat) -> bool:
    """True if the captains name another attacker for each quarter."""
    return tournament_format.rounds_of_an_attacker > 0


def _sheet_with_scale(record: Callable[[], TeamRecord]) -> DuelSheet:
    return DuelSheet(record=record(), grid=points_grid())


def _sheet_of_parts(parts: Sequence[Callable[[], TeamRecord]]) -> DuelSheet:
    record, *others = (part() for part in parts)
    return DuelSheet(record=record, next_record=others[0] if others else None)


def _sheet_of_quarters(quarters: Sequence[Callable[[], QuarterSheet] | None]) -> DuelSheet:
    return DuelSheet(quarters=tuple(quarter() if quarter else None for quarter in quarters))


DUEL_SHEETS = DocumentType(
    kind=DocumentKind.DUEL_SHEETS,
    right=Right.PRINT,
    require=require_seats,
    build=build_duel_sheets,
    is_for=lambda tournament_format: tournament_format.plays_both_ways,
    moment=PaperMoment.DURING,
    options=frozenset({OptionName.SECTION, OptionName.PART}),
    parts=(
        ("", gettext_lazy("à remplir à la main")),
        (KNOWN, gettext_lazy("avec les résultats connus")),
        (RECORDS, gettext_lazy("feuilles de route, même pour une rencontre")),
    ),
)
