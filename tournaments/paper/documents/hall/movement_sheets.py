"""Movement of each section on paper, without names: its quality, and every round table by table.

Source:
    FFT, Manuel de l'organisateur (2011) M54-M59, M62-M64: *tableaux de contrôle* of quartets and triangulars,
    with defence, attack and étuis of each table.
"""

from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.base.words.section_colours import SectionSize
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.counts import table_numbers
from tournaments.core.movements.figures import measure_movement
from tournaments.core.movements.remarks import Remark, describe
from tournaments.enums import DocumentKind
from tournaments.models import Section, Tournament
from tournaments.movements.queries.movement_plans import PlannedRound, load_movement_plan
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import PLAIN, ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_movement
from tournaments.paper.documents.typesetting.large_type import LIST_LAID_DOWN

TABLES_OF_PAGE = 40
"""Largest number of tables of a round that is kept on one page."""


@dataclass(frozen=True, slots=True)
class MovementSheet:
    section: SectionSize
    is_only_section: bool
    remarks: tuple[Remark, ...]
    rounds: tuple[PlannedRound, ...]
    has_teams: bool
    has_duels: bool
    """True if teams attack each other: a table has the numbers of its defence and of its attack."""
    has_rests_at_first: bool
    """True if a player has no table in the first round."""
    shares_boards: bool
    """True if several tables share the étuis of a round."""

    @property
    def is_long(self) -> bool:
        """True if a round may go on on the next page."""
        return self.section.table_count > TABLES_OF_PAGE


def build_movement_sheets(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[MovementSheet, ...]:
    """Return a sheet for each chosen section, with the chosen rounds. One query."""
    sections = sections_of(tournament)
    tournament_format = find_format(tournament.format)
    return tuple(
        _sheet(section, options, tournament_format, is_only=len(sections) == 1)
        for section in sections
        if options.has_section(section.number)
    )


def _sheet(
    section: Section, options: DocumentOptions, tournament_format: TournamentFormat, *, is_only: bool
) -> MovementSheet:
    movement = movement_of(section.movement)
    rounds = load_movement_plan(section).rounds
    return MovementSheet(
        section=SectionSize.of(section, table_count=len(table_numbers(movement))),
        is_only_section=is_only,
        remarks=describe(measure_movement(movement, section.boards_per_set)),
        rounds=tuple(row for row in rounds if options.has_round(row.number)),
        has_teams=tournament_format.has_teams,
        has_duels=tournament_format.plays_both_ways,
        has_rests_at_first=bool(rounds[0].resting),
        shares_boards=movement.tables_per_set > movement.copies,
    )


MOVEMENT_SHEETS = DocumentType(
    kind=DocumentKind.MOVEMENT_SHEETS,
    right=Right.PRINT,
    require=require_movement,
    build=build_movement_sheets,
    large=LIST_LAID_DOWN,
    options=ROUNDS | {OptionName.SECTION, OptionName.WIDE_MARGIN, OptionName.LARGE_TYPE},
)
