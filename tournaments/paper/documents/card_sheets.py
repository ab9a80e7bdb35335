"""Sheets of cards that are cut: how many on which paper, and the code that each card carries."""

from collections.abc import Mapping
from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _

from tournaments.core.slips.sheet_code import format_sheet_code
from tournaments.paper.documents.options import DocumentOptions, OptionName, bad_options
from tournaments.paper.queries.printed_sheets import SheetContent

CARD_OPTIONS = frozenset(
    {OptionName.PAPER, OptionName.PER_SHEET, OptionName.CUT_MARKS, OptionName.WIDE_MARGIN}
)
PER_SHEETS = (2, 4, 1)
USUAL = {"A4": 2, "A5": 1}
"""Cards on a sheet where nobody chose: of A5 either way."""
CARD_SIZES = {("A4", 1): "A4", ("A4", 2): "A5", ("A4", 4): "A6", ("A5", 1): "A5"}
"""By paper and number of cards on it; nothing smaller can be written on."""


@dataclass(frozen=True, slots=True)
class CardLayout:
    """How cards stand on their sheets."""

    paper: str
    """"A4" or "A5"."""
    per_sheet: int
    is_short: bool = False
    """Cards are as wide as half an A4 laid down and half as high, and nothing on them is made smaller."""

    @property
    def size(self) -> str:
        """Of a card once cut: "A4", "A5" or "A6"."""
        return CARD_SIZES[self.paper, self.per_sheet]

    @property
    def style_class(self) -> str:
        return f"{self.paper}-{'short' if self.is_short else self.per_sheet}".lower()


SHORT_CARDS = CardLayout("A4", 4, is_short=True)


@dataclass(frozen=True, slots=True)
class SheetMark:
    """The code of a printed sheet: to be typed, and to be scanned."""

    code: str
    site: str
    """Address of the site without a slash at its end, "" when nobody knows it."""

    @property
    def text(self) -> str:
        return format_sheet_code(self.code)

    @property
    def address(self) -> str:
        """What a scanner reads: the address of the entry screen; the code alone where nobody knows it."""
        return f"{self.site}/f/{self.code}/" if self.site else self.code

    @property
    def drawing(self) -> str:
        """The same as a drawing in SVG, to put into a page as it is."""
        return str(segno.make(self.address, error="m", micro=False).svg_inline(border=0, omitsize=True))


def card_layout(options: DocumentOptions) -> CardLayout:
    """The layout that was chosen.

    Raises:
        AppError: so many cards do not fit on that paper (`bad_options`).
    """
    paper = options.paper or "A4"
    layout = CardLayout(paper, options.per_sheet or USUAL[paper])
    if (layout.paper, layout.per_sheet) not in CARD_SIZES:
        raise bad_options({OptionName.PER_SHEET: _("Sur A5, une seule feuille.")})
    return layout


def mark_of(sheet: SheetContent, codes: Mapping[str, str], options: DocumentOptions) -> SheetMark | None:
    """The mark of a sheet; None where it has no code yet.

    Args:
        codes: as `codes_of` gives them.
    """
    code = codes.get(sheet.fingerprint)
    return SheetMark(code, options.site) if code else None
