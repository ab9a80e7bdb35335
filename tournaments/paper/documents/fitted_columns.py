"""Columns of tabbed lines that are as wide as their texts. Numbers end below each other."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.paper.documents.ruled_lines import (
    FIGURE_SPACE,
    GAP,
    HAIR_SPACE,
    PIXEL,
    TabbedLines,
    TabColumn,
)
from tournaments.paper.documents.type_widths import Type

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
    rows: tuple[tuple[str, ...], ...]
    """Lines by row: the first one, and those that continue its last column."""

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
) -> FittedLines | None:
    """Return the lines of columns; None if they are wider than a line.

    Args:
        letters, heads: types of the cells and of the headings.
        width: width of a line in millimetres.
        widest_gap: largest blank that is added between two columns.
        wraps_last: True to break the texts of the last column. It gets the rest of the line.
        aligns_numbers: False to begin numbers below their heading.
    """
    widths = [
        max(heads.width(column.heading), *(letters.width(cell) for cell in column.cells))
        for column in columns
    ]
    if wraps_last:
        widths[-1] = heads.width(columns[-1].heading)
    steps = [ceil((text_width + GAP) / STEP) for text_width in widths[:-1]]
    spare = width / WIDE_TABS - sum(steps) * STEP - widths[-1]
    if spare < 0:
        return None
    if wraps_last:
        widths[-1] += spare
    elif steps:
        blank = int(min(widest_gap, spare / len(steps)) / STEP)
        steps = [step + blank for step in steps]
    stops = [sum(steps[:place]) for place in range(len(columns))]
    setting = _Setting(stops, widths, [aligns_numbers and column.has_numbers for column in columns])
    rows = []
    for cells in zip(*(column.cells for column in columns), strict=True):
        pieces = letters.lines(cells[-1], widths[-1]) if wraps_last else [cells[-1]]
        first, *others = [[*cells[:-1], piece] for piece in pieces]
        lines = [first, *([*[""] * (len(columns) - 1), line[-1]] for line in others)]
        rows.append(tuple(setting.line(letters, line) for line in lines))
    return FittedLines(setting.line(heads, [column.heading for column in columns]), tuple(rows))


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


def _filled(text: str, width: float, letters: Type) -> str:
    """Return a text with blanks before it, as wide as its column."""
    room = width - letters.width(text)
    figures, rest = divmod(room, letters.width(FIGURE_SPACE))
    return FIGURE_SPACE * int(figures) + HAIR_SPACE * int(rest / letters.width(HAIR_SPACE)) + text
