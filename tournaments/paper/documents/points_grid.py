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
from tournaments.paper.documents.rule_drawings import Rect, draw_rules
from tournaments.paper.documents.ruled_lines import PlacedText, spaced_line
from tournaments.paper.documents.type_widths import Face, Type

STEP, ROWS, COLUMNS = 2, 50, 7
"""Scores differ by even numbers. A column holds the differences below the next hundred."""
WIDTH, ROW = 128.5, 3.4
"""Width of the grid and height of a row, in millimetres."""
DIFFERENCE = 6.6
"""Width of a difference in its column."""
LETTERS = Type(Face.CONDENSED, 8)
PADDING = 0.8
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
    # cached, since each sheet of a team has the grid
    lines = [
        spaced_line(
            LETTERS,
            tuple(
                text
                for column, (difference, points) in enumerate(row)
                for text in _placed(column * WIDTH / COLUMNS, str(difference), points)
            ),
        )
        for row in grid_cells()
    ]
    height = ROWS * ROW
    columns = [column * WIDTH / COLUMNS for column in range(COLUMNS)]
    grounds: list[Rect] = [(left, 0, DIFFERENCE, height) for left in columns]
    rules = draw_rules(
        WIDTH,
        height,
        fine_rows=[row * ROW for row in range(GROUP, ROWS, GROUP)],
        columns=columns[1:],
        grounds=grounds,
    )
    return PointsGrid(rules, "\n".join(lines))


def _placed(left: float, difference: str, points: str) -> tuple[PlacedText, PlacedText]:
    """Return both numbers of a column, each at the right of its own part."""
    return (
        PlacedText(left + PADDING, DIFFERENCE - 2 * PADDING, difference, 1),
        PlacedText(left + DIFFERENCE, WIDTH / COLUMNS - DIFFERENCE - PADDING, points, 1),
    )
