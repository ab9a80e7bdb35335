"""Exact values survive JSON."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.exchange.value_json import read_value, read_values, write_column, write_value
from tournaments.core.ranking.exact import FractionArray
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import FractionColumn


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, None),
        (4, 4),
        (Fraction(4), "4"),
        (Fraction(-541, 8), "-541/8"),
        (RootSum(), []),
        (RootSum.of(4) - RootSum.signed_root(10), [[1, "4"], [10, "-1"]]),
        (RootSum.signed_root(8).scaled(Fraction(1, 4)), [[2, "1/2"]]),
    ],
)
def test_each_kind_is_written_in_its_own_way(value, written):
    assert write_value(value) == written
    assert read_value(json.loads(json.dumps(written))) == value


@given(st.lists(st.tuples(st.integers(-(2**70), 2**70), st.integers(1, 2**70), st.booleans())))
def test_a_column_of_fractions_is_written_as_its_values_are(rows):
    column = FractionColumn(
        FractionArray(
            np.array([row[0] for row in rows], dtype=object), np.array([row[1] for row in rows], dtype=object)
        ),
        np.array([row[2] for row in rows], dtype=np.bool_),
        100,
    )

    assert write_column(column) == [write_value(value) for value in column]
    assert read_values(write_column(column)) == list(column)
