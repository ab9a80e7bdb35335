"""Scores on an axis: ends, dots that do not overlap, round figures."""

from itertools import pairwise

import pytest

from tournaments.core.score_axis import FIRST, LAST, LEAST_GAP, MOST_TICKS, lay_out_scores


def test_the_lowest_and_the_highest_score_lie_at_the_ends():
    axis = lay_out_scores([60, -58, 80])

    assert [x for x, _row in axis.dots] == [pytest.approx(81.25, abs=0.01), FIRST, LAST]
    assert axis.row_count == 1


def test_scores_that_lie_too_near_stand_above_each_other():
    axis = lay_out_scores([60, 60, 62, -58])

    assert [row for _x, row in axis.dots] == [0, 1, 2, 0]


@pytest.mark.parametrize("scores", [range(-300, 300, 7), [50] * 20, [-10, 10], [3], [-700, 1635]])
def test_no_dot_touches_another_and_figures_are_few(scores):
    axis = lay_out_scores(list(scores))

    in_rows = sorted((row, x) for x, row in axis.dots)
    gaps = [next_x - x for (row, x), (next_row, next_x) in pairwise(in_rows) if row == next_row]
    assert all(gap >= LEAST_GAP - 0.02 for gap in gaps)
    assert 1 <= len(axis.ticks) <= MOST_TICKS
    assert all(min(scores) <= tick <= max(scores) for tick, _x in axis.ticks)


def test_equal_scores_stand_in_the_middle_with_their_figure():
    axis = lay_out_scores([42, 42])

    assert axis.ticks == ((42, 50.0),)
    assert axis.dots == ((50.0, 0), (50.0, 1))


def test_figures_are_multiples_of_one_step():
    assert [tick for tick, _x in lay_out_scores([-58, 80]).ticks] == [-50, 0, 50]
