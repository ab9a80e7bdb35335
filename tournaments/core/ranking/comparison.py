"""Topage: every play of a board compared with the others, by counting scores instead of sorting.

Counting says who beats how many of those who can be compared with him.
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
"""A histogram may hold this many cells per score before the empty ones are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldCounts:
    """What each score meets in its group; arrays in the order of the scores."""

    lower: IntArray
    """lower[score]: scores of the group that are lower."""
    equal: IntArray
    """equal[score]: other scores of the group that are the same."""
    size: IntArray
    """size[score]: scores of the group, this one included."""


def count_field(group: IntArray, score: IntArray) -> FieldCounts:
    """Compare every score with those of its group, by one histogram of all groups.

    Args:
        group: group[score], from 0; equal numbers are compared with each other.
        score: any integers of fewer than 62 bits.
    """
    if group.size == 0:
        nothing = np.zeros(0, dtype=np.int64)
        return FieldCounts(nothing, nothing, nothing)
    row = number_densely(group)
    column = _columns(score, int(row.max()) + 1)
    cell = row * (int(column.max()) + 1) + column
    if int(cell.max()) >= DENSE_CELLS * cell.size + 1_000:
        cell = np.unique(cell, return_inverse=True)[1]
    histogram = np.bincount(cell)
    size = np.bincount(row)
    before_cell = np.cumsum(histogram) - histogram
    before_row = np.cumsum(size) - size
    same = histogram[cell]
    return FieldCounts(before_cell[cell] - before_row[row], same - 1, size[row])


def share_below(own: Points, scores: Sequence[Points], *, is_attack: bool) -> Fraction:
    """The mark of one score among those of others: the share that does worse, half of those that do the same.

    Args:
        own, scores: of the attack, which a defence wants low; `own` is none of the `scores`.

    Returns:
        0 to 100.
    """
    sign = 1 if is_attack else -1
    below = sum(sign * score < sign * own for score in scores)
    return Fraction(100 * (2 * below + scores.count(own)), 2 * len(scores))


def number_densely(group: IntArray) -> IntArray:
    """The same groups with small numbers from 0, some of which may be unused."""
    if int(group.max()) < DENSE_CELLS * group.size + 1_000:
        return group
    return np.asarray(np.unique(group, return_inverse=True)[1])


def _columns(score: IntArray, row_count: int) -> IntArray:
    """Scores as small numbers in the same order."""
    lowest, highest = int(score.min()), int(score.max())
    if (highest - lowest + 1) * row_count < 2**62 and highest - lowest < 2**31:
        return score - lowest
    return np.asarray(np.unique(score, return_inverse=True)[1])


@dataclass(frozen=True, slots=True)
class Topage:
    """The choices of a comparison by topage; the defaults are the federation's."""

    across_sections: bool = True
    """All plays of a board are one field, whatever the colour; else each colour is compared apart."""
    is_neuberg: bool = False
    """Boards played less often than others give marks as if they had been played as often (Neuberg)."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The mark of every seat of every play, as exact counts; rows in the order of the grid.

    A mark in per cent is 100 × numerator / denominator; read one with `mark_percent`.
    """

    numerator: IntArray
    """numerator[play, seat]: for the taker 2 × beaten + equal, for a defender the complement."""
    denominator: IntArray
    """denominator[play]: 2 × (field size − 1) unless adjusted, never 0."""
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


def mark_plays(grid: ScoreGrid, topage: Topage | None = None) -> Marks:
    """Mark all the plays of all the boards at once.

    The attack's mark is the share of the field that it beats, an equal score counting half; each
    defender has the complement. A play alone on its board has 50 % (flagged by `is_alone`). A
    neutralised play has no mark, a collective zero is 0 % for the four; neither is in the field of
    the others. A seat with nobody has no mark.

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
    """Numerators and denominators of the marks that these counts give; 1/2 for a play alone, 0/1 for none.

    With Neuberg's formula a board played n times, where the most played one has N, gives
    ((counts + 1) × N − n) / (2n × (N − 1)), counts being 2 × beaten + equal.
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
    """Lower scores, other equal scores and size of the field, per play; zeros where not compared."""
    group = grid.board
    if not choices.across_sections:
        group = grid.board * (int(grid.section.max(initial=0)) + 1) + grid.section
    if grid.is_compared.all():
        counts = count_field(group, grid.score)
        return counts.lower, counts.equal, counts.size
    compared = np.flatnonzero(grid.is_compared)
    counts = count_field(group[compared], grid.score[compared])
    spread = np.zeros((3, grid.play_count), dtype=np.int64)
    spread[0, compared], spread[1, compared], spread[2, compared] = counts.lower, counts.equal, counts.size
    return spread[0], spread[1], spread[2]
