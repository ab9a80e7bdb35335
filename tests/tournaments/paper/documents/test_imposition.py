"""Cards on sheets: cut and stacked, they are in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.paper.documents.typesetting.imposition import cut_and_stack, fill_columns, fill_pages, fit_of


def test_five_cards_two_up():
    assert cut_and_stack("abcde", 2) == (("a", "d"), ("b", "e"), ("c", None))


def test_no_cards_make_no_sheet():
    assert cut_and_stack([], 4) == ()


@given(count=st.integers(0, 90), per_sheet=st.integers(1, 8))
def test_piles_laid_one_on_the_other_are_in_order(count, per_sheet):
    sheets = cut_and_stack(range(count), per_sheet)

    piles = [[sheet[place] for sheet in sheets] for place in range(per_sheet)]
    assert [card for pile in piles for card in pile if card is not None] == list(range(count))
    assert len(sheets) == -(-count // per_sheet)


@pytest.mark.parametrize(
    ("lines", "fit"), [(1, "roomy"), (9, "roomy"), (10, "usual"), (13, "usual"), (14, "tight")]
)
def test_lines_are_set_as_wide_as_they_fit(lines, fit):
    assert fit_of(lines, (("roomy", 9), ("usual", 13))) == fit


def test_columns_are_filled_by_height_and_a_row_that_is_too_high_has_its_own():
    rows = [("a", 10.0), ("b", 10.0), ("high", 50.0), ("c", 10.0), ("d", 10.0)]

    assert fill_columns(rows, 40, 2) == ((("a", "b"), ("high",)), (("c", "d"),))
    assert fill_columns(rows, 100, 1) == ((("a", "b", "high", "c", "d"),),)


def test_pages_are_full_but_the_last_whose_columns_are_even():
    pages = fill_pages([(number, 2.0) for number in range(14)], 2, first_room=6, room=10)

    assert pages == (((0, 1, 2), (3, 4, 5)), ((6, 7, 8, 9), (10, 11, 12, 13)))
    assert fill_pages([], 2, first_room=6, room=10) == ()
