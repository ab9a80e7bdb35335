from itertools import combinations

import numpy as np
import pytest

from tournaments.core.movements.latin_squares import build_from_squares, orthogonal_array, squares_sizes


def test_sizes_are_those_without_a_simpler_way():
    assert squares_sizes() == (14, 18, 20, 26, 30, 34, 36, 38, 42, 46, 50, 54)


@pytest.mark.parametrize("size", squares_sizes())
def test_two_columns_show_every_pair_once(size):
    rows = orthogonal_array(size)

    assert rows.shape == (size * size, 6)
    assert (rows.min(), rows.max()) == (0, size - 1)
    for first, second in combinations(range(6), 2):
        assert len(np.unique(rows[:, first] * size + rows[:, second])) == size * size


def test_everybody_starts_at_home():
    movement = build_from_squares(14, 3)

    assert movement.round_count == 3
    assert movement.players[0].ravel().tolist() == list(range(56))
    assert movement.board_sets[0].tolist() == list(range(14))
