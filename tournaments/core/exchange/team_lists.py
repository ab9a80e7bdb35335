"""Lists of teams as people type them or paste them from a spreadsheet: a line for each team."""

from dataclasses import dataclass

from tournaments.core.exchange.csv_text import clean_cell, find_delimiter, simple_word

HEADINGS = frozenset({"equipe", "nomdelequipe", "nom", "capitaine", "joueur", "equipier", "membre", "n"})
"""Titles of columns, without the number behind them."""


@dataclass(frozen=True, slots=True)
class TeamListLine:
    """A line of a list."""

    line: int
    """Number of the line, from 1."""
    cells: tuple[str, ...]
    """The texts of the line that are not blank: the team's name, or none, then its members."""


def read_team_lines(text: str) -> list[TeamListLine]:
    """Return the lines of a list, without blank ones and a line of titles at its head.

    The cells are parted by the sign that the first line has most often: `;`, `,`, a tab or `|`. Quotation
    marks around a cell do not count.
    """
    delimiter = find_delimiter(text)
    lines: list[TeamListLine] = []
    for number, line in enumerate(text.splitlines(), start=1):
        cells = tuple(cell for part in line.split(delimiter) if (cell := clean_cell(part.strip(' "'))))
        is_heading = not lines and all(simple_word(cell).rstrip("0123456789") in HEADINGS for cell in cells)
        if cells and not is_heading:
            lines.append(TeamListLine(number, cells))
    return lines
