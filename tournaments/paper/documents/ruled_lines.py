"""Lines of a card as preformatted text with tabs, and the rules between them as one drawing.

The cost of a page is that of its boxes: in WeasyPrint 70 a row of six table cells takes six times as long as
one line of text with tabs, and a grid of borders more than one path. Tables stay where a screen reader needs
them: rankings, travellers and lists of seats.

WeasyPrint draws the blank of a tab 2.4 % too wide. Cells of equal width keep columns straight: numbers are
padded with spaces as wide as a figure, and an empty cell is filled with them.
Where texts have unequal widths, spaces fill the blank before the last steps.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import NamedTuple

from tournaments.paper.documents.type_widths import Type

FIGURE_SPACE, HAIR_SPACE, SPACE = "\u2007", "\u200a", " "
BLANKS = (FIGURE_SPACE, SPACE, "\u2009", HAIR_SPACE)
"""Spaces of known width, the widest first."""
PIXEL = 25.4 / 96
"""Millimetres in a pixel of CSS, the unit of `tab-size` that WeasyPrint keeps exactly."""
GAP = 0.6
"""Least millimetres between a text and the next column."""
KERNING = 0.02
"""Largest part of its measured width by which kerning shortens a text."""
GUTTER = 0.3
"""Millimetres between tinted cells."""
ROUND = ' stroke-linecap="round"'
DOUBT = 0.05
"""Millimetres around a tab stop within which a text must not end."""

Rect = tuple[float, float, float, float]
"""Left, top, width and height in millimetres."""
TextPlace = tuple[float, str]
"""Distance of a text from the left in millimetres, and the text."""
Segment = tuple[float, float, float, float]
"""Left and top of a straight line, then its width and height: one of them is 0."""


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
    line, end = "", 0.0
    for placed in texts:
        text = letters.cut(placed.text, placed.width)
        if not text:
            continue
        start = placed.left + placed.align * (placed.width - letters.width(text))
        line += _blank(letters, start - end) + text
        end = max(start, end) + letters.width(text)
    return line


def _blank(letters: Type, width: float) -> str:
    """Return spaces of a width, as few as possible: each costs as much as a letter."""
    text = ""
    for space in (FIGURE_SPACE, SPACE):
        count = max(0, floor(width / letters.width(space)))
        text += space * count
        width -= count * letters.width(space)
    return text + HAIR_SPACE * max(0, round(width / letters.width(HAIR_SPACE)))


def draw_grids(
    width: float,
    height: float,
    *,
    lines: Iterable[Segment] = (),
    grounds: Iterable[Rect] = (),
) -> str:
    """Return one drawing of several grids behind a card, as SVG to put into a page without escaping.

    Args:
        width, height: size of the card in millimetres.
        lines: rules of one thickness: a second path costs as much as thirty rules.
        grounds: grey areas.
    """
    rules = "".join(f"M{x:.2f} {y:.2f}h{w:.2f}" if w else f"M{x:.2f} {y:.2f}v{h:.2f}" for x, y, w, h in lines)
    shapes = [
        _shape(_boxes(grounds), 'fill="#eee"'),
        _shape(rules, 'fill="none" stroke="#000" stroke-width=".25"'),
    ]
    return _drawing(width, height, shapes)


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
    shapes = [
        _shape(_boxes(grounds), 'fill="#eee"'),
        _shape(fine_lines, 'fill="none" stroke="#777" stroke-width=".12"'),
        _shape(lines, 'fill="none" stroke="#000" stroke-width=".2"'),
        _shape(
            f"M0 0H{width:g}V{height:g}H0z" if frame else "",
            f'fill="none" stroke="#000" stroke-width="{frame}"',
        ),
    ]
    return _drawing(width, height, shapes)


def _boxes(rects: Iterable[Rect]) -> str:
    return "".join(f"M{x:.2f} {y:.2f}h{w:.2f}v{h:.2f}h{-w:.2f}z" for x, y, w, h in rects)


def _shape(path: str, paint: str) -> str:
    return f'<path d="{path}" {paint}/>' if path else ""


@dataclass(frozen=True, slots=True)
class CellColumns:
    """Columns of equal width for cells that `draw_cells` draws. Texts stand in their middle."""

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
    widths = [(blank, type_.width(blank)) for blank in BLANKS]
    end = 0.0
    for left, text in texts:
        piece = ""
        # half of the narrowest space is rounded up
        room = left - end + widths[-1][1] / 2
        for blank, width in widths:
            count = max(int(room / width), 0)
            piece += blank * count
            room -= count * width
        end += type_.width(piece + text)
        yield piece + text


class Stroke(NamedTuple):
    """A straight line of a drawing. A thick one is a cell, a round one without length is a disc."""

    colour: str
    thickness: float
    x: float
    y: float
    across: float = 0.01
    down: float = 0
    is_round: bool = False


def cell_stroke(colour: str, area: Rect) -> Stroke:
    """Return the ground of a cell, a gutter apart from its neighbours: two commands of a path, not five."""
    left, top, width, height = area
    return Stroke(
        colour, round(height - GUTTER, 2), left + GUTTER / 2, top + height / 2, across=width - GUTTER
    )


def draw_strokes(width: float, height: float, strokes: Iterable[Stroke]) -> str:
    """Return a drawing behind lines, as SVG to put into a page without escaping.

    Strokes of one kind are one path. Kinds lie on each other in the order of their first strokes.

    Args:
        width, height: size in millimetres.
    """
    paths: dict[tuple[str, float, bool], str] = {}
    for stroke in strokes:
        kind = stroke.colour, stroke.thickness, stroke.is_round
        end = f"h{stroke.across:.2f}" if stroke.across else ""
        end += f"v{stroke.down:.2f}" if stroke.down else ""
        paths[kind] = f"{paths.get(kind, '')}M{stroke.x:.2f} {stroke.y:.2f}{end}"
    shapes = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thickness:g}"'
        f"{ROUND if is_round else ''}/>"
        for (colour, thickness, is_round), path in paths.items()
    )
    return _drawing(width, height, [shapes])


def _drawing(width: float, height: float, shapes: Iterable[str]) -> str:
    return (
        f'<svg class="rules" aria-hidden="true" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}mm" height="{height:g}mm">{"".join(shapes)}</svg>'
    )
