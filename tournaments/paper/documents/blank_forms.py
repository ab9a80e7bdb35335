"""Blank forms of all sheets that a hall fills in by hand, one by one or all at once.

Source:
    FFT, Manuel de l'organisateur (2011): *feuille ambulante* of 13 lines, *feuille de marque* of five deals,
    *fiche personnelle*, recapitulation tables, identification slip; both road sheets of quartets (M52).
    Règlement officiel (2012) R24: scale of match points; R26: sheet of a quarter of a match.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.core.seats import list_seats_in_sheet_order
from games.core.variant import VARIANTS, Variant
from games.core.variants.registry import find_variant
from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.hand_diagrams import DiagramRow, diagram_rows
from tournaments.paper.documents.hall.entry_slips import EntrySlip, entry_slip
from tournaments.paper.documents.making.document import DocumentType, PaperMoment
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_nothing
from tournaments.paper.documents.results.ruling_sheet import BlankRuling, ruling_form
from tournaments.paper.documents.scores.points_grid import PointsGrid, points_grid
from tournaments.paper.documents.scores.quarter_sheets import QuarterSheet, blank_quarter
from tournaments.paper.documents.scores.team_records import TeamRecord, blank_record

TRAVELLER, PERSONAL_CARD, RANKING, DIAGRAM = "traveller", "personal_card", "ranking", "diagram"
RECAP = "recap"
ENTRY_SLIP, SUBSTITUTE_SLIP, RULING = "entry_slip", "substitute_slip", "ruling"
QUARTER_ROOM, LEAF_ROOM, PAGE_ROOM = 58, 99, 150
"""Millimetres for the name of the event on a quarter of A4, on half of it, and on a page."""
SCORE_SHEETS = {3: "score_sheet_3", 4: "score_sheet_4", 5: "score_sheet_5"}
"""Codes of the score sheets by number of players."""
ATTACK_RECORD, DEFENCE_RECORD, QUARTER = "duels", "duels_defence", "quarter"
RECORDS = frozenset({ATTACK_RECORD, DEFENCE_RECORD})
LEAVES = frozenset({TRAVELLER, RULING, QUARTER, *SCORE_SHEETS.values()})
"""Forms of which two stand on a sheet in landscape."""
PARTS = (
    ("", _("tous, un de chaque")),
    (TRAVELLER, _("feuille ambulante")),
    (SCORE_SHEETS[3], _("feuille de marque à 3 joueurs")),
    (SCORE_SHEETS[4], _("feuille de marque à 4 joueurs")),
    (SCORE_SHEETS[5], _("feuille de marque à 5 joueurs")),
    (ATTACK_RECORD, _("feuille de route de l’attaquant : moi, eux, points de match")),
    (DEFENCE_RECORD, _("feuille de route des défenseurs : nous, lui, points de match")),
    (QUARTER, _("feuille de quart d’une rencontre")),
    (PERSONAL_CARD, _("fiche personnelle")),
    (DIAGRAM, _("diagramme de donne")),
    (RECAP, _("récapitulatif des donnes libres, position par position")),
    (RANKING, _("classement à la main")),
    (ENTRY_SLIP, _("bulletin d’inscription")),
    (SUBSTITUTE_SLIP, _("fiche de remplacement")),
    (RULING, _("décision d’arbitrage")),
)
TRAVELLER_LINES, CARD_LINES, RANKING_LINES, RECAP_LINES = 13, 13, 30, 24
RECAP_POSITIONS = range(1, 7)
DEALS = 5
"""Number of deals of a score sheet."""
CELLS = {TRAVELLER: 4, RANKING: 6, RECAP: 1 + 2 * len(RECAP_POSITIONS)}
"""Number of cells of a row after the first, which has the number of the row."""


@dataclass(frozen=True, slots=True)
class BlankForm:
    """A page of one form, repeated as often as the page has room."""

    part: str
    lines: range
    """Numbers of the lines, from 1."""
    seats: tuple[int, ...]
    """Seats of a score sheet; empty for other forms."""
    diagram: tuple[DiagramRow, ...]
    """Diagram of the cards without a circle."""
    slip: EntrySlip
    ruling: BlankRuling
    has_sums: bool
    """True if the event adds deals up: personal cards note gains, losses, balance and total."""
    positions: range = RECAP_POSITIONS
    """Rounds of the recapitulation."""

    @property
    def cells(self) -> range:
        """The cells of a row to write in, after the first."""
        if self.tarot is not None:
            # the bid, at five players the taker with the called card, and two columns for each seat
            return range(1 + self.tarot.call_count + 2 * len(self.seats))
        if self.part == PERSONAL_CARD:
            return range(6 if self.has_sums else 4)
        return range(CELLS.get(self.part, 0))

    @property
    def event_fit(self) -> str:
        """Type and millimetres of the event's name, after a date of 28 mm."""
        return f"sans-bold 8 {PAGE_ROOM if self.is_page else LEAF_ROOM if self.is_leaf else QUARTER_ROOM}"

    @property
    def is_page(self) -> bool:
        return self.part in (RANKING, RECAP)

    @property
    def is_leaf(self) -> bool:
        return self.part in LEAVES

    @property
    def record(self) -> TeamRecord | None:
        """The record of a side of a team; None for other forms."""
        return blank_record(attacks=self.part == ATTACK_RECORD) if self.part in RECORDS else None

    @property
    def grid(self) -> PointsGrid:
        """Scale of match points beside a record."""
        return points_grid()

    @property
    def quarter(self) -> QuarterSheet | None:
        """The sheet of a quarter of a match; None for other forms."""
        return blank_quarter() if self.part == QUARTER else None

    @property
    def tarot(self) -> Variant | None:
        """The game of a score sheet; None for other forms."""
        return VARIANTS.get(f"tarot-{len(self.seats)}")

    @property
    def is_score_sheet(self) -> bool:
        return self.part in SCORE_SHEETS.values()

    @property
    def has_letters(self) -> bool:
        """True if players have the letters of the four orientations, False for numbers."""
        return self.part == SCORE_SHEETS[4]


def build_blank_forms(tournament: Tournament, options: DocumentOptions) -> tuple[BlankForm, ...]:
    """Return the chosen form, or each form, with the requested number of copies. One query."""
    parts = [options.part] if options.part else [part for part, _label in PARTS if part]
    tournament_format = find_format(tournament.format)
    slip = entry_slip(tournament_format)
    ruling = ruling_form(tournament)
    diagram = diagram_rows((), find_variant(tournament.game).deck)
    has_sums = tournament_format.sheet is SheetKind.SCORES
    return tuple(
        BlankForm(part, _lines(part), _seats(part), diagram, slip, ruling, has_sums)
        for part in parts
        for _copy in range(options.copies)
    )


def _lines(part: str) -> range:
    counts = {
        TRAVELLER: TRAVELLER_LINES,
        PERSONAL_CARD: CARD_LINES,
        RANKING: RANKING_LINES,
        RECAP: RECAP_LINES,
    }
    return range(1, counts.get(part, DEALS) + 1)


def _seats(part: str) -> tuple[int, ...]:
    """Return the seats in the order of the sheets: N S E W for four players."""
    return list_seats_in_sheet_order(
        next((count for count, sheet in SCORE_SHEETS.items() if sheet == part), 0)
    )


BLANK_FORMS = DocumentType(
    kind=DocumentKind.BLANK_FORMS,
    right=Right.PRINT,
    require=require_nothing,
    build=build_blank_forms,
    moment=PaperMoment.DURING,
    options=frozenset({OptionName.PART, OptionName.COPIES}),
    parts=PARTS,
)
