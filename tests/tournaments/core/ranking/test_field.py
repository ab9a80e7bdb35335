import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.ranking.field import count_field

GROUPS = st.sampled_from([0, 1, 2, 5, 10**9])
SCORES = st.one_of(st.integers(-9, 9), st.sampled_from([-(10**15), 10**15, 2**61, -(2**61)]))


@given(st.lists(st.tuples(GROUPS, SCORES), max_size=25))
@settings(max_examples=60)
def test_counts_equal_those_of_a_comparison_one_by_one(rows):
    group = np.array([row[0] for row in rows], dtype=np.int64)
    score = np.array([row[1] for row in rows], dtype=np.int64)

    counts = count_field(group, score)

    for number, (own_group, own) in enumerate(rows):
        field = [other for of_group, other in rows if of_group == own_group]
        expected = (sum(other < own for other in field), field.count(own) - 1, len(field))
        assert (counts.lower[number], counts.equal[number], counts.size[number]) == expected


@pytest.mark.parametrize("wide", [1, 10**12])
def test_wide_and_narrow_scores_count_alike(wide):
    counts = count_field(np.zeros(4, dtype=np.int64), np.array([3, 1, 2, 2]) * wide)

    assert counts.lower.tolist() == [3, 0, 1, 1]
    assert counts.equal.tolist() == [0, 0, 1, 1]
