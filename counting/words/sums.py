"""Counted deal in words: the lines of its sum, and the points of each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.facts import FactsReading, SumLine
from games.core.play import NotPlayed
from tournaments.results.words.facts import line_words, points_words


@dataclass(frozen=True, slots=True)
class ToldLine:
    """One line of the sum."""

    words: str
    points: str
    """Signed points; "" where the line only explains."""
    player: str = ""
    """Player of the line; "" for the whole deal."""
    is_total: bool = False


def describe_sum_lines(reading: FactsReading, names: Sequence[str]) -> list[ToldLine]:
    """Return the explanation of a deal's scores, line by line.

    Args:
        names: names of the players, in seat order.
    """
    if isinstance(reading.outcome, NotPlayed):
        return [ToldLine(_("Personne ne prend : la donne ne rapporte rien."), "")]
    return [_line_in_words(line, names) for line in reading.lines]


def describe_scores(reading: FactsReading, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the name and the points of each player."""
    return [(name, points_words(points)) for name, points in zip(names, reading.scores, strict=True)]


def _line_in_words(line: SumLine, names: Sequence[str]) -> ToldLine:
    if line.code == "unit" and line.points is not None:
        # The unit is a price without a side: the lines with players show who pays.
        return ToldLine(line_words(line), str(abs(line.points)), is_total=True)
    points = "" if line.points is None else points_words(line.points)
    return ToldLine(line_words(line), points, "" if line.seat is None else names[line.seat])
