"""Orientation boards: one for each side of the hall, so that north is the same at every table."""

from dataclasses import dataclass

from games.core.seats import SHEET_ORDER
from tournaments.base.access import Right
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.movements.queries.movements import section_table_shape, sections_of
from tournaments.paper.documents.making.document import DocumentType, without_options
from tournaments.paper.documents.making.ready import require_nothing


@dataclass(frozen=True, slots=True)
class OrientationBoard:
    """The board of one wall, or the card with the letter of a further seat."""

    seat: int

    @property
    def is_wall(self) -> bool:
        """True if the seat is one of the four orientations, so that its side has a wall."""
        return self.seat < len(SHEET_ORDER)


def build_orientation_boards(tournament: Tournament) -> tuple[OrientationBoard, ...]:
    """Return a board for each seat of the largest tables, in the order of the sheets. One query."""
    seat_count = max(section_table_shape(section).seat_count for section in sections_of(tournament))
    return tuple(map(OrientationBoard, list_sheet_seats_with_fifth(seat_count)))


ORIENTATION_BOARDS = DocumentType(
    kind=DocumentKind.ORIENTATION_BOARDS,
    right=Right.PRINT,
    require=require_nothing,
    build=without_options(build_orientation_boards),
)
