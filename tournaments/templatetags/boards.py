"""An étui's results on one axis, and who sat where on its felt."""

from collections.abc import Collection
from dataclasses import dataclass

from django import template

from tournaments.core.ranking.values import Value
from tournaments.core.score_axis import lay_out_scores
from tournaments.models import Entry
from tournaments.rankings.queries.board_reports import BoardReport, MarkedLine

register = template.Library()

ROW, DOT = 26, 12
"""Pixels from one row of dots to the next, and half a dot: a finger finds each of them."""
BELOW = 34
"""Pixels below the lowest dots, for the figures."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A table on the axis."""

    row: MarkedLine
    x: float
    """Per cent of the width."""
    y: int
    """Pixels from the top."""
    is_own: bool


@register.simple_tag
def score_axis(report: BoardReport, own: Collection[int]) -> dict[str, object] | None:
    """What `_score_axis.html` draws; None with fewer than two scores.

    Args:
        own: ids of the reader's entries.
    """
    rows = [row for row in report.lines if row.line.score is not None]
    if report.taker is None or len(rows) < 2:
        return None
    rows.sort(key=lambda row: not _is_own(row, own))
    axis = lay_out_scores([row.line.score or 0 for row in rows])
    base = DOT + 2 + ROW * (axis.row_count - 1)
    dots = [
        Dot(row, x, base - ROW * level, _is_own(row, own))
        for row, (x, level) in zip(rows, axis.dots, strict=True)
    ]
    dots.sort(key=lambda dot: (dot.x, -dot.y))
    return {"dots": dots, "ticks": axis.ticks, "base": base, "foot": base + DOT, "height": base + BELOW}


def _is_own(row: MarkedLine, own: Collection[int]) -> bool:
    return any(entry is not None and entry.pk in own for entry in row.line.entries)


@register.filter
def seated_at(row: MarkedLine | None, seat: int) -> Entry | None:
    """Who sat at a seat of a table; None without a table."""
    return row.line.entries[seat] if row else None


@register.filter
def mark_of(row: MarkedLine, entry: Entry) -> Value | None:
    """What a deal was worth to somebody at the table."""
    return next((figure.mark for figure in row.figures if figure.entry == entry), None)
