"""Colours: the contrast of WCAG 2.2, by its own examples."""

import pytest

from tournaments.core.colours import contrast, is_colour


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
