"""Map of the hall: its tables from above, and the next place of each player and étui."""

from dataclasses import dataclass
from itertools import count, takewhile

from django.utils.translation import gettext_lazy as _

from games.core.seats import SHEET_ORDER
from tournaments.base.access import Right
from tournaments.base.words.section_colours import SectionSize
from tournaments.core.movements.counts import table_numbers
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.transfers import Change, SeatAt, TableTransfer, changes_of
from tournaments.enums import DocumentKind
from tournaments.models import Section, Tournament
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_movement
from tournaments.paper.documents.typesetting.imposition import fill_sheets

IN_ROWS = "rows"
"""Variant whose rows all start on the left. By default every second row runs back, as in most halls."""
COLUMNS_TO_ROWS = (3, 2)
"""Largest ratio of columns to rows on a landscape page."""


@dataclass(frozen=True, slots=True)
class MapSeat:
    """A seat with the next place of its player."""

    seat: int
    table: int | None
    """Number of the next table, None for a round without one."""
    next_seat: int | None
    stays: bool
    """True if the next place is the same table and seat."""


@dataclass(frozen=True, slots=True)
class MapTable:
    number: int
    seats: tuple[MapSeat, ...]
    """Occupied seats in playing order; empty if nothing moves."""
    boards: tuple[int, ...]
    """Étuis of the table in the first round of the page."""
    boards_to: int | None
    """Number of the next table of the étuis; None if they are put aside or shared."""


@dataclass(frozen=True, slots=True)
class MovementMap:
    """One change of places in one section, a page."""

    section: SectionSize
    is_only_section: bool
    first_round: int | None
    """First round after which this change applies; None for a single round."""
    last_round: int | None
    is_always: bool
    """True if the section has no other change."""
    rows: tuple[tuple[MapTable | None, ...], ...]
    """Tables as they stand in the hall, north above; None beside the last table."""
    entering: tuple[tuple[int, int], ...]
    """Next table and seat of each player who rested."""
    has_compass: bool
    """True if the seats are the four orientations."""
    shares_boards: bool
    """True if several tables share the étuis of a round."""

    @property
    def column_count(self) -> int:
        return len(self.rows[0])

    @property
    def mover(self) -> MapSeat | None:
        """A seat whose player changes table, to explain the signs; None if no player does."""
        seats = (seat for row in self.rows for table in row if table for seat in table.seats)
        return next((seat for seat in seats if not seat.stays and seat.table is not None), None)


def build_movement_map(tournament: Tournament, options: DocumentOptions) -> tuple[MovementMap, ...]:
    """Return a page for each change of each section. One query."""
    sections = sections_of(tournament)
    is_only = len(sections) == 1
    return tuple(
        page
        for section in sections
        if options.has_section(section.number)
        for page in _pages(section, options, is_only_section=is_only)
    )


def map_rows(tables: tuple[MapTable, ...], *, is_snake: bool) -> tuple[tuple[MapTable | None, ...], ...]:
    """Return tables in rows of equal length. In a snake, every second row runs from right to left."""
    column_ratio, row_ratio = COLUMNS_TO_ROWS
    # the smallest width whose area, with the page's ratio, holds all tables
    columns = 1 + sum(
        1 for _ in takewhile(lambda width: width * width * row_ratio < len(tables) * column_ratio, count(1))
    )
    rows = [(*row, *[None] * (columns - len(row))) for row in fill_sheets(tables, columns)]
    return tuple(row[::-1] if is_snake and number % 2 else row for number, row in enumerate(rows))


def _pages(section: Section, options: DocumentOptions, *, is_only_section: bool) -> list[MovementMap]:
    movement = movement_of(section.movement)
    changes = changes_of(movement)
    chosen_changes = [change for change in changes if _is_chosen(change, options)]
    return [
        MovementMap(
            section=SectionSize.of(section, table_count=len(table_numbers(movement))),
            is_only_section=is_only_section,
            first_round=change.first_round if change else None,
            last_round=change.last_round if change else None,
            is_always=len(changes) == 1,
            rows=map_rows(_tables(section, movement, change), is_snake=options.part != IN_ROWS),
            entering=tuple((section.first_table + table, seat) for table, seat in change.entering)
            if change
            else (),
            has_compass=movement.shape.seat_count == len(SHEET_ORDER),
            # fewer copies of a set than tables that play it
            shares_boards=movement.tables_per_set > movement.copies,
        )
        # a section with one round has one map without changes
        for change in (chosen_changes if changes else [None])
    ]


def _is_chosen(change: Change, options: DocumentOptions) -> bool:
    return any(map(options.has_round, range(change.first_round, change.last_round + 1)))


def _tables(section: Section, movement: Movement, change: Change | None) -> tuple[MapTable, ...]:
    first = section.first_table
    # movements count rounds from 0
    this_round = change.first_round - 1 if change else 0
    return tuple(
        MapTable(
            number=first + table,
            seats=_seats(change.tables[table], table, first) if change else (),
            boards=movement.boards(this_round, table, section.boards_per_set),
            boards_to=_number(change.tables[table].boards_to, first) if change else None,
        )
        for table in range(movement.table_count)
    )


def _seats(transfer: TableTransfer, table: int, first: int) -> tuple[MapSeat, ...]:
    return tuple(
        _map_seat(seat, place, stays=place == (table, seat), first=first)
        for seat, place in enumerate(transfer.seats)
        if transfer.taken[seat]
    )


def _map_seat(seat: int, place: SeatAt | None, *, stays: bool, first: int) -> MapSeat:
    table, next_seat = place or (None, None)
    return MapSeat(seat, _number(table, first), next_seat, stays)


def _number(table: int | None, first: int) -> int | None:
    return None if table is None else first + table


MOVEMENT_MAP = DocumentType(
    kind=DocumentKind.MOVEMENT_MAP,
    right=Right.PRINT,
    require=require_movement,
    build=build_movement_map,
    options=ROUNDS | {OptionName.SECTION, OptionName.PART},
    parts=(("", _("tables en serpentin")), (IN_ROWS, _("toutes les rangées de gauche à droite"))),
)
