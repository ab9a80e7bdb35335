"""Lines of a card as preformatted text with tabs, and the rules between them as one drawing.

The cost of a page is that of its boxes: in WeasyPrint 70 a row of six table cells takes six times as long as
one line of text with tabs, and a grid of borders more than one path. Tables stay where a screen reader needs
them: rankings, travellers and lists of seats.

WeasyPrint draws the blank of a tab 2.4 % too wide. Cells of equal width keep columns straight: numbers are
padded with spaces as wide as a figure, and an empty cell is filled with them.
Where texts have unequal widths, spaces fill the blank before the last steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor

from tournaments.paper.documents.type_widths import Type

FIGURE_SPACE, HAIR_SPACE = "\u2007", "\u200a"
PIXEL = 25.4 / 96
"""Millimetres in a pixel of CSS, the unit of `tab-size` that WeasyPrint keeps exactly."""
GAP = 0.6
"""Least millimetres between a text and the next column."""
KERNING = 0.02
"""Largest part of its measured width by which kerning shortens a text."""
DOUBT = 0.05
"""Millimetres around a tab stop within which a text must not end."""

Rect = tuple[float, float, float, float]
"""Left, top, width and height in millimetres."""


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
        for column, cell, next_stop in zip(self.columns, cells, self._next_stops(), strict=True):
            start = column.stop * self.step
            end = self.width if next_stop is None else next_stop * self.step - GAP
            padded_cell = self.type.cut(cell.rjust(column.figures, FIGURE_SPACE), end - start)
            text += padded_cell if next_stop is None else self._fill(padded_cell, next_stop - column.stop)
        return text if self.end is not None else text.rstrip()

    @property
    def step(self) -> float:
        """Distance of tab stops in millimetres."""
        return self.pixels * PIXEL

    def _next_stops(self) -> list[int | None]:
        """Return for each column the stop at which the next one begins."""
        return [*(column.stop for column in self.columns[1:]), self.end]

    def _fill(self, cell: str, stop: int) -> str:
        """Lengthen the text of a column to the stop of the next one, counted from its own."""
        text_width = self.type.width(cell)
        doubt = text_width * KERNING + 2 * DOUBT if cell else 0
        width = text_width + DOUBT if cell else 0
        blank = (stop - 1) * self.step - width
        space = " " if cell else FIGURE_SPACE
        spaces = space * int(max(0, blank) / self.type.width(space)) if self.fills_blanks else ""
        width += self.type.width(spaces)
        # kerning decides on which side of a tab stop the text ends, so it must not end near one
        while doubt < self.step and floor((width - doubt) / self.step) != floor(width / self.step):
            spaces += HAIR_SPACE
            width += self.type.width(HAIR_SPACE)
        return cell + spaces + "\t" * (stop - floor(width / self.step))


def draw_rules(
    width: float,
    height: float,
    *,
    rows: Iterable[float] = (),
    fine_rows: Iterable[float] = (),
    columns: Iterable[float] = (),
    grounds: Iterable[Rect] = (),
    frame: float = 0.4,
) -> str:
    """Return a drawing of rules behind lines, as SVG to put into a page without escaping.

    Args:
        width, height: size in millimetres.
        rows, columns: distances of the rules from the top and from the left.
        fine_rows: distances from the top of fine grey rules, which only lead the eye.
        grounds: grey areas, such as the boxes of an attack.
        frame: thickness of the frame; 0 for none.
    """
    lines = "".join(f"M0 {y:.2f}H{width:g}" for y in rows) + "".join(
        f"M{x:.2f} 0V{height:g}" for x in columns
    )
    fine_lines = "".join(f"M0 {y:.2f}H{width:g}" for y in fine_rows)
    areas = "".join(f"M{x:.2f} {y:.2f}h{w:.2f}v{h:.2f}h{-w:.2f}z" for x, y, w, h in grounds)
    shapes = [
        f'<path d="{areas}" fill="#eee"/>' if areas else "",
        f'<path d="{fine_lines}" fill="none" stroke="#777" stroke-width=".12"/>' if fine_lines else "",
        f'<path d="{lines}" fill="none" stroke="#000" stroke-width=".2"/>' if lines else "",
        f'<path d="M0 0H{width:g}V{height:g}H0z" fill="none" stroke="#000" stroke-width="{frame}"/>'
        if frame
        else "",
    ]
    return (
        f'<svg class="rules" aria-hidden="true" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}mm" height="{height:g}mm">{"".join(shapes)}</svg>'
    )
