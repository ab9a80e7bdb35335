"""Movement of each section on paper, without names: its quality, and every round table by table."""

from dataclasses import dataclass

from tournaments.base.access import Right
from tournaments.base.words.section_colours import SectionSize
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.counts import table_numbers
from tournaments.core.movements.figures import measure_movement
from tournaments.core.movements.remarks import Remark, describe
from tournaments.enums import DocumentKind
from tournaments.models import Section, Tournament
from tournaments.movements.queries.movement_plans import PlannedRound, load_movement_plan
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.large_type import LIST_LAID_DOWN
from tournaments.paper.documents.options import PLAIN, ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_movement


@dataclass(frozen=True, slots=True)
class MovementSheet:
    section: SectionSize
    is_only_section: bool
    remarks: tuple[Remark, ...]
    rounds: tuple[PlannedRound, ...]
    has_teams: bool
    has_rests_at_first: bool
    """True if a player has no table in the first round."""
    shares_boards: bool
    """True if several tables share the étuis of a round."""


def build_movement_sheets(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[MovementSheet, ...]:
    """Return a sheet for each chosen section, with the chosen rounds. One query."""
    sections = sections_of(tournament)
    has_teams = find_format(tournament.format).has_teams
    return tuple(
        _sheet(section, options, is_only=len(sections) == 1, has_teams=has_teams)
        for section in sections
        if options.has_section(section.number)
    )


def _sheet(section: Section, options: DocumentOptions, *, is_only: bool, has_teams: bool) -> MovementSheet:
    movement = movement_of(section.movement)
    rounds = load_movement_plan(section).rounds
    return MovementSheet(
        section=SectionSize.of(section, table_count=len(table_numbers(movement))),
        is_only_section=is_only,
        remarks=describe(measure_movement(movement, section.boards_per_set)),
        rounds=tuple(row for row in rounds if options.has_round(row.number)),
        has_teams=has_teams,
        has_rests_at_first=bool(rounds[0].resting),
        shares_boards=movement.tables_per_set > movement.copies,
    )


MOVEMENT_SHEETS = DocumentType(
    kind=DocumentKind.MOVEMENT_SHEETS,
    right=Right.PRINT,
    require=require_movement,
    build=build_movement_sheets,
    template="tournaments/paper/pdf/movement_sheets.html",
    stylesheet="css/print/movement_sheets.css",
    large=LIST_LAID_DOWN,
    options=ROUNDS | {OptionName.SECTION, OptionName.WIDE_MARGIN, OptionName.LARGE_TYPE},
)
