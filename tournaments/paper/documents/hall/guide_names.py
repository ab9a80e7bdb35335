"""Names of the other players of a table, set in lines of equal columns by their measured widths."""

from collections.abc import Sequence
from functools import lru_cache

from tournaments.paper.documents.hall.card_grid import STEP
from tournaments.paper.documents.typesetting.ruled_lines import GAP
from tournaments.paper.documents.typesetting.type_widths import Face, Type

INDENT = "   "
"""Blank before the further lines of a name."""
FACE = Face.CONDENSED
ONE_POINT = Type(FACE, 1)

NameLine = tuple[tuple[int, str], ...]
"""Names of one line, each with the stop at which it begins."""
Stops = tuple[int, ...]
"""Stops at which columns begin, the first one 0, and the stop of the right end; one for running text."""
SEPARATOR = " · "
"""Text between the names of running text."""


def column_stops(shares: Sequence[float], room: int) -> Stops:
    """Return the stops of columns that begin after these shares of a line of `room` steps."""
    return (*(int(share * room) for share in shares), room)


def is_too_long(name: str, points: float, stops: Stops) -> bool:
    """Return whether a name needs more than one line."""
    return not _end(name, points, stops, 0)


def set_names(names: Sequence[str], points: float, stops: Stops) -> tuple[NameLine, ...]:
    """Return the lines of the names, in order. A long name takes several columns, or several lines."""
    if len(stops) == 1:
        return tuple(((0, line),) for line in _run(names, points, stops))
    lines: list[list[tuple[int, str]]] = []
    last = len(stops) - 1
    column = last
    for name in names:
        end = _end(name, points, stops, column)
        if not end:
            column = 0
            lines.append([])
            end = _end(name, points, stops, column)
        if end:
            lines[-1].append((stops[column], name))
        else:
            lines[-1:] = [[(0, piece)] for piece in _wrap(name, points, stops)]
        column = end or last
    return tuple(map(tuple, lines))


def count_lines(names: Sequence[str], points: float, stops: Stops) -> int:
    """Return the number of lines that `set_names` makes."""
    if len(stops) == 1:
        return len(_run(names, points, stops))
    count, last = 0, len(stops) - 1
    column = last
    for name in names:
        end = _end(name, points, stops, column)
        if not end:
            count += 1
            end = _end(name, points, stops, 0)
        if not end:
            count += len(_wrap(name, points, stops)) - 1
        column = end or last
    return count


def _end(name: str, points: float, stops: Stops, column: int) -> int:
    """Return the number of the column behind a name that begins in `column`, 0 if it has no room there."""
    width, is_exact = _measure(name)
    width *= points
    last = len(stops) - 1
    # beside a name without a known width nothing is in its place
    if is_exact:
        for end in range(column + 1, last):
            if width + GAP <= (stops[end] - stops[column]) * STEP:
                return end
    return last if column < last and width <= (stops[last] - stops[column]) * STEP else 0


@lru_cache(maxsize=4096)
def _measure(name: str) -> tuple[float, bool]:
    """Return the width of a name in one point, and whether that is exact."""
    return ONE_POINT.width(name), ONE_POINT.has_letters(name)


def _run(names: Sequence[str], points: float, stops: Stops) -> tuple[str, ...]:
    """Return the names one behind the other, as lines."""
    return tuple(Type(FACE, points).lines(SEPARATOR.join(names), stops[-1] * STEP))


def _wrap(name: str, points: float, stops: Stops) -> tuple[str, ...]:
    """Return the lines of a name that is longer than a line."""
    letters = Type(FACE, points)
    first, *others = letters.lines(name, stops[-1] * STEP - letters.width(INDENT))
    return (first, *(INDENT + line for line in others))
