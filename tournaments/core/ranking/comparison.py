"""Topage: comparison of every play of a board with the other plays, by counting scores instead of sorting.

The counts give the number of comparable plays that each play beats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from games.core.play import Points
from tournaments.core.ranking.score_grid import (
    NOBODY,
    SEAT_COUNT,
    BoolArray,
    IntArray,
    PlayStatus,
    ScoreGrid,
)

DENSE_CELLS = 8
"""Number of cells per score that a histogram may have before empty cells are removed."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldCounts:
    """Counts of each score within its group. Arrays are in the order of the scores."""

    lower: IntArray
    """lower[score]: number of lower scores of the group."""
    equal: IntArray
    """equal[score]: number of other scores of the group that are the same."""
    size: IntArray
    """size[score]: number of scores of the group, this one included."""


def count_field(group: IntArray, score: IntArray) -> FieldCounts:
    """Compare every score with those of its group, by one histogram of all groups.

    Args:
        group: group[score], from 0. Scores with equal numbers are compared with each other.
        score: integers of fewer than 62 bits.
    """
    if group.size == 0:
        empty = np.zeros(0, dtype=np.int64)
        return FieldCounts(empty, empty, empty)
    row = number_densely(group)
    column = _columns(score, int(row.max()) + 1)
    # one cell for each pair of group and score, numbered so that cells of a group follow each other by score
    cell = row * (int(column.max()) + 1) + column
    # a sparse histogram would be large and mostly empty: number the used cells without gaps
    if int(cell.max()) >= DENSE_CELLS * cell.size + 1_000:
        cell = np.unique(cell, return_inverse=True)[1]
    histogram = np.bincount(cell)
    size = np.bincount(row)
    # counts of all cells before this one, less those of the groups before: the lower scores of the group
    before_cell = np.cumsum(histogram) - histogram
    before_row = np.cumsum(size) - size
    same_count = histogram[cell]
    return FieldCounts(before_cell[cell] - before_row[row], same_count - 1, size[row])


def share_below(own_score: Points, scores: Sequence[Points], *, is_attack: bool) -> Fraction:
    """Return the mark of one score among others: the share that does worse, plus half of the equal ones.

    Args:
        own_score: score of the attack, not included in `scores`.
        scores: other scores of the attack. A defence wants them low.

    Returns:
        0 to 100.
    """
    sign = 1 if is_attack else -1
    below = sum(sign * score < sign * own_score for score in scores)
    return Fraction(100 * (2 * below + scores.count(own_score)), 2 * len(scores))


def number_densely(group: IntArray) -> IntArray:
    """Return the same groups with small numbers from 0. Some numbers may be unused."""
    if int(group.max()) < DENSE_CELLS * group.size + 1_000:
        return group
    return np.asarray(np.unique(group, return_inverse=True)[1])


def _columns(score: IntArray, row_count: int) -> IntArray:
    """Return the scores as small numbers in the same order."""
    lowest, highest = int(score.min()), int(score.max())
    # the numbers of the cells, group times column, must fit a machine integer
    if (highest - lowest + 1) * row_count < 2**62 and highest - lowest < 2**31:
        return score - lowest
    return np.asarray(np.unique(score, return_inverse=True)[1])


@dataclass(frozen=True, slots=True)
class Topage:
    """The choices of a comparison by topage. The defaults are the federation's."""

    across_sections: bool = True
    """True if all plays of a board are one field; False if each colour is a field of its own."""
    is_neuberg: bool = False
    """True if boards played less often give marks as if they had been played as often (Neuberg)."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The mark of every seat of every play, as exact counts. Rows are in the order of the grid.

    A mark in per cent is 100 × numerator / denominator; `mark_percent` returns it.
    """

    numerator: IntArray
    """numerator[play, seat]: for the taker 2 × beaten + equal, for a defender the complement."""
    denominator: IntArray
    """denominator[play]: 2 × (field size − 1) unless adjusted, never 0."""
    is_counted: BoolArray
    """is_counted[play, seat]: True if the mark enters the mean of its player."""
    is_taker: BoolArray
    """is_taker[play, seat]: True if the seat is the attack."""
    beaten: IntArray
    """beaten[play]: number of plays of the board with a lower score; 0 for a play that is not compared."""
    equal: IntArray
    """equal[play]: number of other plays of the board with the same score; 0 if not compared."""
    field_size: IntArray
    """field_size[play]: number of plays compared on the board, this one included; 0 if not compared."""

    @property
    def is_alone(self) -> BoolArray:
        """is_alone[play]: True if no other play exists. The 50 % of both sides then have no meaning."""
        return np.asarray(self.field_size == 1)

    def mark_percent(self, play: int, seat: int) -> Fraction | None:
        """Return the exact mark of a seat in per cent; None if it does not count."""
        if not self.is_counted[play, seat]:
            return None
        return Fraction(100 * int(self.numerator[play, seat]), int(self.denominator[play]))


def mark_plays(grid: ScoreGrid, topage: Topage | None = None) -> Marks:
    """Mark all the plays of all the boards at once.

    The mark of the attack is the share of the field that it beats; an equal score counts half. Each defender
    has the complement. Special cases:

    - A play alone on its board has 50 % (flagged by `is_alone`).
    - A neutralised play has no mark; a collective zero is 0 % for the four. Neither is in the field of the
      others.
    - An empty seat has no mark.

    Source:
        FFT, Règlement officiel (2012) R17-R18; Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    choices = topage or Topage()
    beaten, equal, field_size = _count_plays(grid, choices)
    numerator, denominator = attack_marks(beaten, equal, field_size, is_neuberg=choices.is_neuberg)
    plays = np.arange(grid.play_count)
    is_taker = np.zeros((grid.play_count, SEAT_COUNT), dtype=np.bool_)
    is_taker[plays, grid.taker_seat] = True
    by_seat = np.repeat(denominator - numerator, SEAT_COUNT).reshape(-1, SEAT_COUNT)
    by_seat[plays, grid.taker_seat] = numerator
    is_zero = grid.status != PlayStatus.PLAYED
    if is_zero.any():
        # neutralised plays lose their mark below, so the zero reaches collective zeros only
        by_seat[is_zero] = 0
    is_counted = grid.players != NOBODY
    is_counted &= (grid.status != PlayStatus.NEUTRALISED)[:, None]
    return Marks(
        numerator=by_seat,
        denominator=denominator,
        is_counted=is_counted,
        is_taker=is_taker,
        beaten=beaten,
        equal=equal,
        field_size=field_size,
    )


def attack_marks(
    beaten: IntArray, equal: IntArray, field_size: IntArray, *, is_neuberg: bool = False
) -> tuple[IntArray, IntArray]:
    """Return numerators and denominators of the marks of these counts; 1/2 for a play alone, 0/1 for none.

    With Neuberg's formula a board played n times, where the most played one has N, gives
    ((counts + 1) × N − n) / (2n × (N − 1)), with counts = 2 × beaten + equal.
    """
    is_alone, is_none = field_size == 1, field_size == 0
    counts = 2 * beaten + equal
    most = int(field_size.max(initial=0))
    if is_neuberg and most > 1:
        numerator = (counts + 1) * most - field_size
        denominator = 2 * field_size * (most - 1)
        return np.where(is_none, 0, numerator), np.where(is_none, 1, denominator)
    numerator = np.where(is_alone, 1, counts)
    return numerator, np.where(is_alone, 2, np.where(is_none, 1, 2 * (field_size - 1)))


def _count_plays(grid: ScoreGrid, choices: Topage) -> tuple[IntArray, IntArray, IntArray]:
    """Return lower scores, other equal scores and size of the field, per play; zeros where not compared."""
    group = grid.board
    if not choices.across_sections:
        group = grid.board * (int(grid.section.max(initial=0)) + 1) + grid.section
    if grid.is_compared.all():
        counts = count_field(group, grid.score)
        return counts.lower, counts.equal, counts.size
    compared_plays = np.flatnonzero(grid.is_compared)
    counts = count_field(group[compared_plays], grid.score[compared_plays])
    spread = np.zeros((3, grid.play_count), dtype=np.int64)
    spread[0, compared_plays], spread[1, compared_plays], spread[2, compared_plays] = (
        counts.lower,
        counts.equal,
        counts.size,
    )
    return spread[0], spread[1], spread[2]
