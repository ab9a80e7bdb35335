import numpy as np
import pytest

from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructed import SHARERS, build_shared, shared_sizes


@pytest.mark.parametrize("sharing", SHARERS)
def test_everyone_plays_every_set_and_meets_nobody_twice(sharing):
    for table_count in shared_sizes(sharing):
        set_count = table_count // sharing
        movement = build_shared(table_count, set_count, sharing)
        report = check_movement(movement)
        assert (report.errors, report.notes) == ((), ()), table_count
        assert (movement.set_count, movement.tables_per_set) == (set_count, sharing)
        assert np.array_equal(np.bincount(movement.board_sets[0]), np.full(set_count, sharing))


def test_eight_tables_share_four_sets():
    assert shared_sizes(2)[0] == 8
    assert build_shared(8, 4, 2).players.shape == (4, 8, 4)
