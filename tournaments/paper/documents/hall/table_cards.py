"""Table cards: for each table an A4 folded into a stand, with its number and seats on both faces."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.seats import EAST, NORTH, SHEET_ORDER, SOUTH, WEST
from tournaments.base.access import Right
from tournaments.base.words.halls import name_hall
from tournaments.enums import DocumentKind
from tournaments.models import Club, Section, Tournament
from tournaments.movements.queries.movements import played_tables, section_table_shape, sections_of
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import PLAIN, TABLES, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.paper.documents.typesetting.qr_codes import draw_qr_code
from tournaments.results.services.club_tables import club_table_secret


@dataclass(frozen=True, slots=True)
class TableCardFace:
    """One face of a stand, as its reader sees it across the middle of the table."""

    reader: int
    """Seat in front of this face."""
    left: int
    right: int


FACES = (TableCardFace(NORTH, left=EAST, right=WEST), TableCardFace(SOUTH, left=WEST, right=EAST))
"""Faces of a stand: the upper half of the sheet, printed upside down, then the lower half.

Once the sheet is folded, each faces its reader.
"""


@dataclass(frozen=True, slots=True)
class TableCard:
    """The stand of one table, a sheet."""

    table: int
    section: int | None
    """Number of the section; None for the only section."""
    has_compass: bool
    """True if the seats are the four orientations. Other tables have their number alone."""
    hall: str = ""
    """Name of the hall, "" without halls."""
    address: str = ""
    """Address in the code, valid for every evening; "" for a card without a code."""
    faces: tuple[TableCardFace, ...] = FACES

    @property
    def drawing(self) -> str:
        """The code as SVG, to put into a page without escaping."""
        return draw_qr_code(self.address, _("Code à scanner pour ouvrir la table sur un téléphone"))


def build_table_cards(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[TableCard, ...]:
    """Return a stand for each chosen table of each section of the session, by number. One query."""
    sections = sections_of(tournament)
    return tuple(
        replace(
            table_card(section, table, is_only_section=len(sections) == 1),
            hall=name_hall(tournament, table),
            address=_address(tournament.club, table, options.site),
        )
        for section in sections
        if options.has_section(section.number)
        for table in played_tables(section)
        if options.has_table(table)
    )


def _address(club: Club, table: int, site: str) -> str:
    """Return the address in the code of a card; "" without codes, or if the site's address is unknown."""
    if not (club.table_codes and site):
        return ""
    return site + reverse("table-of-club", args=[club_table_secret(club, table)])


def table_card(section: Section, table: int, *, is_only_section: bool) -> TableCard:
    """Return the stand of a table by number. No query once the section's movement is loaded."""
    has_compass = section_table_shape(section).seat_count == len(SHEET_ORDER)
    return TableCard(table, None if is_only_section else section.number, has_compass)


TABLE_CARDS = DocumentType(
    kind=DocumentKind.TABLE_CARDS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_table_cards,
    options=TABLES | {OptionName.SECTION},
)
