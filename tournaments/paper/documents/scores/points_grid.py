"""Grid of match points (PM): the points of every even difference of two scores, as the federation prints it.

Source:
    FFT, Règlement officiel (2012) R24, *grille de conversion en PM*: differences from 0 to 698 in seven
    columns of fifty, points with three decimals.
"""

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language

from tournaments.base.words.figures import with_decimals
from tournaments.core.ranking.duels import duel_points
from tournaments.paper.documents.typesetting.rule_drawings import Rect, draw_rules
from tournaments.paper.documents.typesetting.ruled_lines import FIGURE_SPACE, SPACE
from tournaments.paper.documents.typesetting.type_widths import Face, Type

STEP, ROWS, COLUMNS = 2, 50, 7
"""Scores differ by even numbers. A column holds the differences below the next hundred."""
ROW = 3.4
"""Height of a row in millimetres."""
LETTERS = Type(Face.CONDENSED, 8)
DIFFERENCE_SIGNS, POINTS_SIGNS = len("698"), len("26,420")
WITHIN, BETWEEN = FIGURE_SPACE + SPACE, 2 * FIGURE_SPACE
"""Blanks between the two numbers of a cell, and between two cells."""
GROUP = 5
"""Number of rows between two rules."""


@dataclass(frozen=True, slots=True)
class PointsGrid:
    """The grid as it is printed."""

    rules: str
    """Drawing behind the rows, to put into a page without escaping."""
    text: str
    """Fifty lines of text."""


def points_grid() -> PointsGrid:
    """Return the grid in the active language."""
    return _grid(get_language())


def grid_cells() -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return the rows of the grid as pairs of a difference and its match points."""
    return tuple(
        tuple(
            (difference, points_text(difference)) for difference in range(first, STEP * ROWS * COLUMNS, 100)
        )
        for first in range(0, STEP * ROWS, STEP)
    )


def points_text(difference: int) -> str:
    """Return the match points of a difference with three decimals."""
    return with_decimals(duel_points(difference)[0].rounded())


@cache
def _grid(_language: str | None) -> PointsGrid:
    # cached, since the record of each team has the grid beside it
    lines = [
        SPACE + BETWEEN.join(_cell(str(difference), points) for difference, points in row)
        for row in grid_cells()
    ]
    column_width = LETTERS.width(_cell("", "0,000") + BETWEEN)
    lefts = [place * column_width for place in range(COLUMNS)]
    ground_width = LETTERS.width(FIGURE_SPACE * DIFFERENCE_SIGNS + 2 * SPACE)
    grounds: list[Rect] = [(left, 0, ground_width, ROWS * ROW) for left in lefts]
    rules = draw_rules(
        COLUMNS * column_width,
        ROWS * ROW,
        fine_rows=[row * ROW for row in range(GROUP, ROWS, GROUP)],
        columns=lefts[1:],
        grounds=grounds,
    )
    return PointsGrid(rules, "\n".join(lines))


def _cell(difference: str, points: str) -> str:
    """Return both numbers, padded on the left to one width: all figures are equally wide."""
    numbers = (difference, DIFFERENCE_SIGNS), (points, POINTS_SIGNS)
    return WITHIN.join(number.rjust(count, FIGURE_SPACE) for number, count in numbers)
