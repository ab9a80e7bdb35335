"""Counting scores instead of sorting them: who beats how many of those who can be compared with him."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.ranking.score_grid import IntArray

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
