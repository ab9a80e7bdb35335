"""Sharing cards by their sums: the same as trying every way."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.variants.card_shares import can_share, not_shareable


@given(values=st.lists(st.integers(1, 6), max_size=6), sums=st.lists(st.integers(0, 8), max_size=3))
def test_sums_are_shared_as_when_every_way_is_tried(values, sums):
    ways = product(range(len(sums) + 1), repeat=len(values))

    tried = any(made(values, way, len(sums)) == sums for way in ways)

    assert can_share(values, sums) == tried


def made(values, way, count):
    """Return the worth of each seat's cards, each card going to its seat and the rest to the last place."""
    owned = list(zip(values, way, strict=True))
    return [sum(value for value, owner in owned if owner == seat) for seat in range(count)]


@pytest.mark.parametrize(
    ("sums", "answer"),
    [
        ([], True),
        ([0, 0], True),
        ([1, 4, 4], False),
        ([2, 3, 5], True),
        ([5, 5, 5], True),
        ([5, 5, 5, 1], False),
        ([15, 16], False),
    ],
)
def test_one_card_of_each_value_up_to_five(sums, answer):
    assert can_share(range(1, 6), sums) is answer


def test_refusal_says_the_sums():
    refusal = not_shareable("points", (1, 1))

    assert (refusal.code, refusal.field, refusal.values) == ("sums_not_shareable", "points", {"sums": "1 1"})
    assert str(refusal) == "points 1 1 cannot be made by sharing the cards"
