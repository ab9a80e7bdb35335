"""Scores as dots on an axis: the position of each dot, and the figures below the axis."""

from collections.abc import Sequence
from dataclasses import dataclass

FIRST, LAST = 6, 94
"""Range of the dots, in per cent of the width. Half a dot and half a figure need room beyond."""
LEAST_GAP = 8.0
"""Least distance of two dots in a row, in per cent of the width: 24 px (a finger) on an axis of 300 px."""
MOST_TICKS = 6
"""Largest number of figures below the axis."""
STEPS = (5, 10, 20, 50, 100, 200, 500, 1000)
"""Steps that the figures below may have."""


@dataclass(frozen=True, slots=True)
class ScoreAxis:
    """Positions on the axis: x in per cent of the width, rows from 0 upwards."""

    dots: tuple[tuple[float, int], ...]
    """dots[score] as (x, row), in the order of the scores."""
    ticks: tuple[tuple[int, float], ...]
    """Round figures below the axis in ascending order, as (figure, x)."""

    @property
    def row_count(self) -> int:
        return max((row for _x, row in self.dots), default=0) + 1


def lay_out_scores(scores: Sequence[int]) -> ScoreAxis:
    """Return the axis of at least one score. Dots that lie too near are stacked.

    The first of several equal scores stands lowest.
    """
    lowest, highest = min(scores), max(scores)
    span = highest - lowest

    def across(score: int) -> float:
        return (FIRST + LAST) / 2 if span == 0 else FIRST + (LAST - FIRST) * (score - lowest) / span

    rows: list[list[float]] = []
    dots: dict[int, tuple[float, int]] = {}
    # sorted is stable: of equal scores the first one stands lowest
    for number in sorted(range(len(scores)), key=lambda number: scores[number]):
        x = across(scores[number])
        row = next(
            (row for row, dots_of_row in enumerate(rows) if x - dots_of_row[-1] >= LEAST_GAP), len(rows)
        )
        if row == len(rows):
            rows.append([])
        rows[row].append(x)
        dots[number] = (round(x, 2), row)
    ticks = [lowest] if span == 0 else _round_figures(lowest, highest)
    return ScoreAxis(
        dots=tuple(dots[number] for number in range(len(scores))),
        ticks=tuple((tick, round(across(tick), 2)) for tick in ticks),
    )


def _round_figures(lowest: int, highest: int) -> list[int]:
    """Return at most `MOST_TICKS` multiples of a step, or the two ends if no multiple lies between them."""
    for step in STEPS:
        first = -(-lowest // step) * step
        ticks = list(range(first, highest + 1, step))
        if len(ticks) <= MOST_TICKS:
            return ticks or [lowest, highest]
    return [lowest, highest]
