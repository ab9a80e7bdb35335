"""Lines of a card as preformatted text, each cell at a tab stop or behind spaces of a measured width.

The cost of a page is that of its boxes: in WeasyPrint 70 a row of six table cells takes six times as long as
one line of text with tabs, and a grid of borders more than one path. Tables stay where a screen reader needs
them: rankings, travellers and lists of seats.

WeasyPrint draws the blank of a tab 2.4 % too wide. Cells of equal width keep columns straight: numbers are
padded with spaces as wide as a figure, and an empty cell is filled with them. Where texts have unequal
widths, spaces fill the blank before the last steps. Lines without tabs have the same places in a browser.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor

from tournaments.paper.documents.typesetting.letters import LEFT_TO_RIGHT
from tournaments.paper.documents.typesetting.type_widths import Type, is_reversed

FIGURE_SPACE, HAIR_SPACE, SPACE = "\u2007", "\u200a", " "
BLANKS = (FIGURE_SPACE, SPACE, "\u2009", HAIR_SPACE)
"""Spaces of known width, the widest first."""
PIXEL = 25.4 / 96
"""Millimetres in a pixel of CSS, the unit of `tab-size` that WeasyPrint keeps exactly."""
GAP = 0.6
"""Least millimetres between a text and the next column."""
KERNING = 0.02
"""Largest part of its measured width by which kerning shortens a text."""
DOUBT = 0.05
"""Millimetres around a tab stop within which a text must not end."""

TextPlace = tuple[float, str]
"""Distance of a text from the left in millimetres, and the text."""


@dataclass(frozen=True, slots=True)
class TabColumn:
    """A column of tabbed lines."""

    stop: int
    """Number of the tab stop at which the column begins, from 0."""
    figures: int = 0
    """Number of figures to which shorter texts are padded on the left; 0 for text as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TabbedLines:
    """Columns of lines that CSS sets with `white-space: pre` and `tab-size` in pixels."""

    type: Type
    pixels: int
    """Distance of tab stops, in pixels of CSS."""
    width: float
    """Width of a line in millimetres."""
    columns: tuple[TabColumn, ...]
    """Columns from left to right, the first at stop 0."""
    end: int | None = None
    """Stop up to which a line is filled, where text in another font follows; None for the end of the line."""
    fills_blanks: bool = False
    """True to fill blanks with spaces up to the last steps, so that columns stay after unequal texts."""

    def line(self, cells: Sequence[str]) -> str:
        """Return one line. A text that is too wide for its column is cut with an ellipsis.

        Free text belongs in the last column: letters that our fonts lack have no known width.
        """
        text = ""
        first_words = next((words for cell in cells if (words := cell.strip())), "")
        blanks = self.type.of_blanks_before(first_words)
        for column, cell, next_stop in zip(self.columns, cells, self._next_stops(), strict=True):
            start = column.stop * self.step
            end = self.width if next_stop is None else next_stop * self.step - GAP
            padded_cell = self.type.cut(cell.rjust(column.figures, FIGURE_SPACE), end - start)
            if padded_cell.strip():
                blanks = self.type
            text += (
                padded_cell if next_stop is None else self._fill(padded_cell, next_stop - column.stop, blanks)
            )
        return text if self.end is not None else text.rstrip()

    @property
    def step(self) -> float:
        """Distance of tab stops in millimetres."""
        return self.pixels * PIXEL

    def _next_stops(self) -> list[int | None]:
        """Return for each column the stop at which the next one begins."""
        return [*(column.stop for column in self.columns[1:]), self.end]

    def _fill(self, cell: str, stop: int, letters: Type) -> str:
        """Lengthen the text of a column to the stop of the next one, counted from its own."""
        text_width = letters.width(cell)
        doubt = text_width * KERNING + 2 * DOUBT if cell else 0
        width = text_width + DOUBT if cell else 0
        blank = (stop - 1) * self.step - width
        space = " " if cell else FIGURE_SPACE
        spaces = space * int(max(0, blank) / letters.width(space)) if self.fills_blanks else ""
        width += letters.width(spaces)
        # kerning decides on which side of a tab stop the text ends, so it must not end near one
        hair = letters.width(HAIR_SPACE)
        # where the doubt is nearly a step, no number of spaces may lead out of it
        while doubt + hair < self.step and floor((width - doubt) / self.step) != floor(width / self.step):
            spaces += HAIR_SPACE
            width += hair
        return ended(cell) + spaces + "\t" * (stop - floor(width / self.step))


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text in its column of a line."""

    left: float
    """Millimetres from the left of the line."""
    width: float
    text: str
    align: float = 0
    """Part of the free room to the left of the text: 0.5 in the middle, 1 at the right."""


@lru_cache(maxsize=4096)
def spaced_line(letters: Type, texts: tuple[PlacedText, ...]) -> str:
    """Return a line that holds each text at its place by spaces, exact to a tenth of a millimetre.

    Texts stand from left to right, with letters that our fonts have. One that is too wide is cut. A line
    without a tab has the same places in a browser and in a PDF.
    """
    cut_texts = [(placed, letters.cut(placed.text, placed.width)) for placed in texts]
    places = [
        (placed.left + placed.align * (placed.width - letters.width(text)), text)
        for placed, text in cut_texts
        if text
    ]
    return "".join(place_texts(letters, places))


@dataclass(frozen=True, slots=True)
class CellColumns:
    """Columns of equal width for cells that `draw_strokes` draws. Texts stand in their middle."""

    left: float
    width: float
    count: int

    @property
    def lefts(self) -> tuple[float, ...]:
        """Left sides of the columns, in millimetres."""
        return tuple(self.left + place * self.width for place in range(self.count))

    def centre(self, type_: Type, texts: Iterable[str]) -> list[TextPlace]:
        """Return texts from the first column on, each in the middle of its own."""
        return [
            (left + (self.width - type_.width(text)) / 2, text)
            for left, text in zip(self.lefts, texts, strict=False)
        ]


def place_texts(type_: Type, texts: Iterable[TextPlace]) -> Iterator[str]:
    """Yield each text behind the spaces that bring it to its distance from the left, in millimetres.

    A place is exact to half a hair space. The line needs `white-space: pre` and `font-kerning: none`.
    """
    end = 0.0
    for left, text in texts:
        piece = ""
        blanks = type_ if end else type_.of_blanks_before(text)
        widths = [(blank, blanks.width(blank)) for blank in BLANKS]
        # half of the narrowest space is rounded up
        room = left - end + widths[-1][1] / 2
        for blank, width in widths:
            count = max(int(room / width), 0)
            piece += blank * count
            room -= count * width
        end += blanks.width(piece) + type_.width(text)
        yield piece + ended(text)


def ended(text: str) -> str:
    """Return a text behind which a line goes on from left to right.

    Behind a Hebrew or Arabic name, 5–8 would be printed as 8–5.
    """
    return text + LEFT_TO_RIGHT if is_reversed(text) else text
