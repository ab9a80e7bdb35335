"""Topage: every play of a board compared with the others, by counting scores instead of sorting."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.score_grid import (
    NOBODY,
    SEAT_COUNT,
    BoolArray,
    IntArray,
    PlayStatus,
    ScoreGrid,
)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The mark of every seat of every play, as exact counts; rows in the order of the grid.

    A mark in per cent is 100 × numerator / denominator; read one with `mark_percent`.
    """

    numerator: IntArray
    """numerator[play, seat]: for the taker 2 × beaten + equal, for a defender the complement."""
    denominator: IntArray
    """denominator[play]: 2 × (field size − 1), never 0."""
    is_counted: BoolArray
    """is_counted[play, seat]: the mark enters the mean of its player."""
    is_taker: BoolArray
    """is_taker[play, seat]: the seat is the attack."""
    beaten: IntArray
    """beaten[play]: plays of the board with a lower score; 0 when the play is not compared."""
    equal: IntArray
    """equal[play]: other plays of the board with the same score; 0 when not compared."""
    field_size: IntArray
    """field_size[play]: plays compared on the board, this one included; 0 when not compared."""

    @property
    def is_alone(self) -> BoolArray:
        """is_alone[play]: nothing to compare with; the 50 % of both sides means nothing."""
        return np.asarray(self.field_size == 1)

    def mark_percent(self, play: int, seat: int) -> Fraction | None:
        """The exact mark of a seat in per cent, None when it does not count."""
        if not self.is_counted[play, seat]:
            return None
        return Fraction(100 * int(self.numerator[play, seat]), int(self.denominator[play]))


def mark_plays(grid: ScoreGrid) -> Marks:
    """Mark all the plays of all the boards at once.

    The attack's mark is the share of the field that it beats, an equal score counting half; each
    defender has the complement. A play alone on its board has 50 % (flagged by `is_alone`). A
    neutralised play has no mark, a collective zero is 0 % for the four; neither is in the field of
    the others. A seat with nobody has no mark.

    Source:
        FFT, Règlement officiel (2012) R17-R18; Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    beaten, equal, field_size = _count_field(grid)
    is_alone = field_size == 1
    attack = np.where(is_alone, 1, 2 * beaten + equal)
    denominator = np.where(is_alone, 2, np.where(grid.is_compared, 2 * (field_size - 1), 1))
    is_taker = np.arange(SEAT_COUNT) == grid.taker_seat[:, None]
    by_seat = np.where(is_taker, attack[:, None], (denominator - attack)[:, None])
    return Marks(
        numerator=np.where(grid.is_compared[:, None], by_seat, 0),
        denominator=denominator,
        is_counted=(grid.status != PlayStatus.NEUTRALISED)[:, None] & (grid.players != NOBODY),
        is_taker=is_taker,
        beaten=beaten,
        equal=equal,
        field_size=field_size,
    )


def _count_field(grid: ScoreGrid) -> tuple[IntArray, IntArray, IntArray]:
    """Lower scores, other equal scores and size of the field, per play; zeros where not compared."""
    compared = np.flatnonzero(grid.is_compared)
    counts = np.zeros((3, grid.play_count), dtype=np.int64)
    if compared.size:
        counts[:, compared] = _count_by_histogram(grid.board[compared], grid.score[compared])
    return counts[0], counts[1], counts[2]


def _count_by_histogram(board: IntArray, score: IntArray) -> IntArray:
    """counts[3, play]: lower, other equal, field size. One histogram of the scores per board."""
    _, row = np.unique(board, return_inverse=True)
    column = score - score.min()
    width = int(column.max()) + 1
    cell = row * width + column
    histogram = np.bincount(cell, minlength=(int(row.max()) + 1) * width)
    up_to = np.cumsum(histogram.reshape(-1, width), axis=1)
    same = histogram[cell]
    return np.stack((up_to.ravel()[cell] - same, same - 1, up_to[row, -1]))
