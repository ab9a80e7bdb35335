"""Pages laid out to be folded: what is read first is on the outside, on the right."""

import pytest

from common.pdf.folding import folded_order, side_by_side


@pytest.mark.parametrize(
    ("count", "sides"),
    [
        (1, [(1, 0)]),
        (2, [(0, 1)]),
        (3, [(3, 0), (1, 2)]),
        (4, [(3, 0), (1, 2)]),
        (5, [(7, 0), (1, 6), (5, 2), (3, 4)]),
    ],
)
def test_first_page_is_the_cover_and_leaves_follow_each_other(count, sides):
    assert folded_order(count) == sides


def test_pages_to_cut_follow_each_other():
    assert [side_by_side(count) for count in (1, 2, 3)] == [[(0, 1)], [(0, 1)], [(0, 1), (2, 3)]]
