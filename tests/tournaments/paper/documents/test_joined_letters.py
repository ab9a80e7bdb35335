"""Joined letters: each has the width of its form between its neighbours."""

import pytest

from tournaments.paper.documents.typesetting.joined_letters import FIRST, LAST, MIDDLE, joined_letters

BA, NUN, ALEF, FATHA = "\u0628", "\u0646", "\u0627", "\u064e"
FORMS = {
    FIRST: {ord(BA): 1.0, ord(NUN): 2.0},
    MIDDLE: {ord(BA): 3.0, ord(NUN): 4.0},
    LAST: {ord(BA): 5.0, ord(NUN): 6.0, ord(ALEF): 7.0},
}
"""Alef joins the letter before it alone."""


@pytest.mark.parametrize(
    ("text", "widths"),
    [
        (BA, [None]),
        (BA + NUN, [1.0, 6.0]),
        (BA + NUN + BA, [1.0, 4.0, 5.0]),
        (BA + ALEF + NUN, [1.0, 7.0, None]),
        (f"{BA} {NUN}", [None, None, None]),
        (BA + FATHA + NUN, [1.0, 6.0]),
        ("Ana", [None, None, None]),
    ],
)
def test_a_letter_has_the_form_that_its_neighbours_give_it(text, widths):
    assert [width for _letter, width in joined_letters(text, FORMS)] == widths


def test_font_without_forms_has_letters_alone():
    assert list(joined_letters(BA + NUN, {})) == [(BA, None), (NUN, None)]
