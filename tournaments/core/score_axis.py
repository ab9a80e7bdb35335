"""Scores as dots on one axis: where each lies, beside or above the others, and the figures below."""

from collections.abc import Sequence
from dataclasses import dataclass

FIRST, LAST = 6, 94
"""Per cent of the width between which scores lie: half a dot and half a figure stand beyond."""
LEAST_GAP = 8.0
"""Per cent of the width from one dot to the next in a row: a finger's 24 px where the axis is 300 px wide."""
MOST_TICKS = 6
STEPS = (5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class ScoreAxis:
    """Where scores lie; across in per cent of the width, rows from 0 upwards."""

    dots: tuple[tuple[float, int], ...]
    """dots[score] in the order given: across, row."""
    ticks: tuple[tuple[int, float], ...]
    """Round figures below, rising, and where each stands."""

    @property
    def row_count(self) -> int:
        return max((row for _x, row in self.dots), default=0) + 1


def lay_out_scores(scores: Sequence[int]) -> ScoreAxis:
    """The axis of some scores, at least one; those that lie too near stand above each other.

    Among near ones the first given stands lowest.
    """
    lowest, highest = min(scores), max(scores)
    span = highest - lowest

    def across(score: int) -> float:
        return (FIRST + LAST) / 2 if span == 0 else FIRST + (LAST - FIRST) * (score - lowest) / span

    rows: list[list[float]] = []
    dots: dict[int, tuple[float, int]] = {}
    for number in sorted(range(len(scores)), key=lambda number: scores[number]):
        x = across(scores[number])
        row = next((row for row, held in enumerate(rows) if x - held[-1] >= LEAST_GAP), len(rows))
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
    """At most `MOST_TICKS` multiples of one step; the two ends where no step has a multiple between."""
    for step in STEPS:
        first = -(-lowest // step) * step
        ticks = list(range(first, highest + 1, step))
        if len(ticks) <= MOST_TICKS:
            return ticks or [lowest, highest]
    return [lowest, highest]
