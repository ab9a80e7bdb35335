"""Colours: the contrast of WCAG 2.2, by its own examples."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.base.static_files import find_static_file
from tournaments.core.colours import contrast, grey_of, is_colour

LEAST_STEP = 1.02
"""Contrast of two neighbouring greys, but for the darkest."""
TOKENS = find_static_file("css/print/tokens.css")
DEFINITION = re.compile(r"(--[\w-]+): (#[0-9a-f]{6});")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("#000000", "#ffffff", 21),
        ("#ffffff", "#000000", 21),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
    ],
)
def test_contrast(first, second, expected):
    assert round(contrast(first, second), 2) == expected


@pytest.mark.parametrize("written", ["", "#fff", "#FFFFFF", "red", "#12345g", "#1234567", "#123456;"])
def test_what_is_no_colour(written):
    assert not is_colour(written)
    with pytest.raises(ValueError, match="not written as"):
        contrast(written, "#ffffff")


@given(st.integers(0, 0xFFFFFF).map("#{:06x}".format))
def test_the_grey_of_a_colour_is_as_light(colour):
    grey = grey_of(colour)

    assert grey[1:3] == grey[3:5] == grey[5:7]
    assert grey_of(grey) == grey
    assert contrast(colour, grey) < LEAST_STEP


def test_the_greys_of_papers_are_those_of_their_colours():
    """`css/print/tokens.css` writes them down, since CSS cannot compute them."""
    usual, greys = (TOKENS.read_text().partition(":root.grey")[part] for part in (0, 2))
    colours = dict(DEFINITION.findall(usual))

    assert len(DEFINITION.findall(greys)) == 7
    for name, grey in DEFINITION.findall(greys):
        assert grey_of(colours[name]) == grey
    assert not [name for name, colour in colours.items() if grey_of(colour) != colour and name not in greys]
