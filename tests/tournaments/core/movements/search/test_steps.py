import random

import numpy as np
import pytest

from tests.tournaments.core.movements.clean_moves import is_clean
from tools.find_steps import find_moves
from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.lines import USUAL_STEPS


@pytest.mark.parametrize(
    ("table_count", "round_count"), [(5, 5), (6, 5), (7, 7), (8, 6), (9, 7), (11, 11), (13, 13), (25, 12)]
)
def test_clean_rounds_that_the_usual_steps_lead_to(table_count, round_count):
    moves = find_moves(table_count, round_count)

    assert moves.shape == (round_count, 4)
    assert is_clean(ClockGroup((table_count,)), moves)


def test_seven_tables_walk_as_usual():
    assert find_moves(7, 2)[1].tolist() == [step % 7 for step in USUAL_STEPS]


def test_six_rounds_of_six_tables_are_not_found():
    assert len(find_moves(6, 6)) == 5


def test_the_same_seed_finds_the_same():
    first, second, third = (find_moves(10, 10, rng=random.Random(seed), trials=300) for seed in (1, 1, 2))

    assert np.array_equal(first, second)
    assert not np.array_equal(first, third)


def test_few_trials_give_fewer_rounds():
    assert len(find_moves(30, 20, trials=3)) == 4


def test_sets_shared_by_two_tables_are_met_once_each():
    moves = find_moves(10, 5, set_count=5)
    set_met = (moves[:, :3] - moves[:, 3:]) % 5

    assert is_clean(ClockGroup((10,)), np.concatenate([moves[:, :3], np.zeros((5, 0), int)], axis=1))
    assert all(sorted(column) == [0, 1, 2, 3, 4] for column in set_met.T.tolist())
