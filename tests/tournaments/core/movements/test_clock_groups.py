import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.movements.clock_groups import ClockGroup


def test_elements_count_the_last_clock_fastest():
    group = ClockGroup((2, 6))

    assert group.order == 12
    assert group.hands(np.array([0, 5, 6, 11])).tolist() == [[0, 0], [0, 5], [1, 0], [1, 5]]


@pytest.mark.parametrize(
    ("moduli", "one", "other", "difference"),
    [((7,), 2, 5, 4), ((2, 6), 0, 11, 7), ((3, 3), 4, 4, 0), ((5, 5), 1, 5, 21)],
)
def test_difference(moduli, one, other, difference):
    assert ClockGroup(moduli).subtract(np.array(one), np.array(other)) == difference


@given(st.lists(st.integers(2, 7), min_size=1, max_size=3), st.data())
def test_adding_what_was_subtracted_gives_the_same(moduli, data):
    group = ClockGroup(tuple(moduli))
    first, second = (np.array(data.draw(st.integers(0, group.order - 1))) for _ in range(2))

    assert group.add(group.subtract(first, second), second) == first
