"""Columns of tabbed lines that are as wide as their texts. Numbers end below each other."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.paper.documents.typesetting.ruled_lines import (
    FIGURE_SPACE,
    GAP,
    HAIR_SPACE,
    PIXEL,
    TabbedLines,
    TabColumn,
)
from tournaments.paper.documents.typesetting.type_widths import Type

NUMBER = re.compile(r"[+−–]?[\d,.]*(?:\s?%)?(?: \*)?")
"""Text of a cell of figures: a number with its sign, or the dash of an unknown one."""
STEP_PIXELS = 8
"""Distance of tab stops, in pixels of CSS: `tab-size` of the lines."""
STEP = STEP_PIXELS * PIXEL
WIDE_TABS = 1.025
"""Factor by which WeasyPrint lengthens the blanks of a line."""


@dataclass(frozen=True, slots=True)
class TextColumn:
    """The texts of a column, from top to bottom."""

    heading: str
    cells: tuple[str, ...]

    def only(self, rows: Sequence[int]) -> "TextColumn":
        """Return the column with some of its cells."""
        return TextColumn(self.heading, tuple(self.cells[row] for row in rows))

    @property
    def has_numbers(self) -> bool:
        """True for a column of figures, which end below each other."""
        return any(cell and NUMBER.fullmatch(cell) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class FittedLines:
    """Lines of text for `white-space: pre`, `tab-size: 8px`."""

    heading: str
    """Headings, in several lines if they are wrapped."""
    rows: tuple[tuple[str, ...], ...]
    """Lines by row: the first one, and those that continue its last column."""
    width: float
    """Width of the longest line as printed, in millimetres."""

    @property
    def text(self) -> str:
        return "\n".join(line for row in self.rows for line in row)


def fit_columns(
    columns: Sequence[TextColumn],
    *,
    letters: Type,
    heads: Type,
    width: float,
    widest_gap: float = 6,
    wraps_last: bool = False,
    aligns_numbers: bool = True,
    wraps_heads: bool = False,
) -> FittedLines | None:
    """Return the lines of columns; None if they are wider than a line.

    Args:
        letters, heads: types of the cells and of the headings.
        width: width of a line in millimetres.
        widest_gap: largest blank that is added between two columns.
        wraps_last: True to break the texts of the last column. It gets the rest of the line.
        aligns_numbers: False to begin numbers below their heading.
        wraps_heads: True to break headings that are wider than their cells.
    """
    cell_widths = [max(map(letters.width, column.cells), default=0) for column in columns]
    headings = [
        heads.lines(column.heading, max(width, _longest_word(column.heading, heads)))
        if wraps_heads
        else (column.heading,)
        for column, width in zip(columns, cell_widths, strict=True)
    ]
    widths = [
        max(cell_width, *map(heads.width, lines))
        for cell_width, lines in zip(cell_widths, headings, strict=True)
    ]
    if wraps_last:
        widths[-1] = max(map(heads.width, headings[-1]))
    steps = [ceil((text_width + GAP) / STEP) for text_width in widths[:-1]]
    spare = width / WIDE_TABS - sum(steps) * STEP - widths[-1]
    if spare < 0:
        return None
    if steps:
        blank = int(min(widest_gap, spare / len(steps)) / STEP)
        steps = [step + blank for step in steps]
        spare -= blank * len(steps) * STEP
    if wraps_last:
        widths[-1] += spare
    stops = [sum(steps[:place]) for place in range(len(columns))]
    setting = _Setting(stops, widths, [aligns_numbers and column.has_numbers for column in columns])
    rows = []
    for cells in zip(*(column.cells for column in columns), strict=True):
        pieces = letters.lines(cells[-1], widths[-1]) if wraps_last else (cells[-1],)
        first, *others = [[*cells[:-1], piece] for piece in pieces]
        lines = [first, *([*[""] * (len(columns) - 1), line[-1]] for line in others)]
        rows.append(tuple(setting.line(letters, line) for line in lines))
    height = max(map(len, headings))
    # headings of fewer lines stand at the bottom
    heading_lines = zip(*([*[""] * (height - len(lines)), *lines] for lines in headings), strict=True)
    heading = "\n".join(setting.line(heads, line) for line in heading_lines)
    return FittedLines(heading, tuple(rows), stops[-1] * STEP * WIDE_TABS + widths[-1])


@dataclass(frozen=True, slots=True)
class _Setting:
    """Columns with their places."""

    stops: Sequence[int]
    widths: Sequence[float]
    are_filled: Sequence[bool]
    """True for columns whose texts end below each other."""

    def line(self, letters: Type, cells: Sequence[str]) -> str:
        tabbed = TabbedLines(
            type=letters,
            pixels=STEP_PIXELS,
            width=self.stops[-1] * STEP + self.widths[-1] + GAP,
            columns=tuple(map(TabColumn, self.stops)),
        )
        return tabbed.line(
            [
                # an empty cell is filled, so that its blank is as wide as that of the other lines
                _filled(cell, width, letters) if is_filled or not cell else cell
                for is_filled, width, cell in zip(self.are_filled, self.widths, cells, strict=True)
            ]
        )


def _longest_word(text: str, letters: Type) -> float:
    return max(map(letters.width, text.split()), default=0)


def ended_at(text: str, width: float, letters: Type) -> str:
    """Return a text with blanks after it, about as wide as `width`, in millimetres."""
    return text + _blank(width - letters.width(text), letters)


def _filled(text: str, width: float, letters: Type) -> str:
    """Return a text with blanks before it, as wide as its column."""
    return _blank(width - letters.width(text), letters) + text


def _blank(width: float, letters: Type) -> str:
    figures, rest = divmod(width, letters.width(FIGURE_SPACE))
    return FIGURE_SPACE * int(figures) + HAIR_SPACE * int(rest / letters.width(HAIR_SPACE))
