"""Sheets of cards to be cut: number of cards by paper, and the code of each card."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.core.slips.sheet_code import format_sheet_code
from tournaments.paper.documents.making.options import DocumentOptions, OptionName, bad_options
from tournaments.paper.documents.typesetting.qr_codes import draw_qr_code
from tournaments.paper.queries.printed_sheets import SheetContent

CARD_OPTIONS = frozenset(
    {
        OptionName.PAPER,
        OptionName.PER_SHEET,
        OptionName.CUT_MARKS,
        OptionName.WIDE_MARGIN,
        OptionName.LARGE_TYPE,
    }
)
PER_SHEETS = (2, 4, 1)
USUAL = {"A4": 2, "A5": 1}
"""Default number of cards on a sheet, by paper. The cards are of A5 in both cases."""
CARD_SIZES = {("A4", 1): "A4", ("A4", 2): "A5", ("A4", 4): "A6", ("A5", 1): "A5"}
"""Size of a card, by paper and number of cards on it. Smaller ones have no room to write."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Arrangement of cards on their sheets."""

    paper: str
    """Paper size, "A4" or "A5"."""
    per_sheet: int
    is_short: bool = False
    """True for cards of a quarter of an A4 in landscape, with type of full size."""

    @property
    def size(self) -> str:
        """The size of a card once cut: "A4", "A5" or "A6"."""
        return CARD_SIZES[self.paper, self.per_sheet]

    @property
    def style_class(self) -> str:
        return f"{self.paper}-{'short' if self.is_short else self.per_sheet}".lower()


SHORT_CARDS = CardLayout("A4", 4, is_short=True)


@dataclass(frozen=True, slots=True)
class SheetMark:
    """The code of a printed sheet, to be typed or scanned."""

    code: str
    site: str
    """Address of the site without a final slash, "" if unknown."""

    @property
    def text(self) -> str:
        return format_sheet_code(self.code)

    @property
    def address(self) -> str:
        """The text of the scanned code: the address of the entry screen, or the code alone without a site."""
        return f"{self.site}/f/{self.code}/" if self.site else self.code

    @property
    def drawing(self) -> str:
        """The scanned code as SVG, to put into a page without escaping."""
        return draw_qr_code(self.address, f"{_('Code de la feuille')} {self.text}")


def card_layout(options: DocumentOptions) -> CardLayout:
    """Return the layout of these options.

    Raises:
        AppError: the number of cards does not fit on that paper (`bad_options`).
    """
    paper = options.paper or "A4"
    layout = CardLayout(paper, options.per_sheet or USUAL[paper])
    if (layout.paper, layout.per_sheet) not in CARD_SIZES:
        raise bad_options({OptionName.PER_SHEET: _("Sur A5, une seule feuille.")})
    return layout


def mark_of(sheet: SheetContent, codes: Mapping[str, str], options: DocumentOptions) -> SheetMark | None:
    """Return the mark of a sheet; None while it has no code.

    Args:
        codes: codes by fingerprint, from `codes_of`.
    """
    code = codes.get(sheet.fingerprint)
    return SheetMark(code, options.site) if code else None
