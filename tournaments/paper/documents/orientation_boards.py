"""Orientation boards: one for each side of the hall, so that north is the same at every table."""

from dataclasses import dataclass

from games.core.seats import SHEET_ORDER
from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.document import DocumentType, without_options
from tournaments.paper.documents.ready import require_nothing


@dataclass(frozen=True, slots=True)
class OrientationBoard:
    """What hangs on one wall."""

    seat: int


def build_orientation_boards(tournament: Tournament) -> tuple[OrientationBoard, ...]:
    """The four walls in the order of the sheets. No query."""
    return tuple(map(OrientationBoard, SHEET_ORDER))


ORIENTATION_BOARDS = DocumentType(
    kind=DocumentKind.ORIENTATION_BOARDS,
    right=Right.PRINT,
    require=require_nothing,
    build=without_options(build_orientation_boards),
    template="tournaments/paper/pdf/orientation_boards.html",
    stylesheet="css/print/orientation_boards.css",
)
