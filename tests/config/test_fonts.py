"""The suits in fonts: those of the drawn cards, on papers and on pages."""

import pytest
from fontTools.ttLib import TTFont

from tools.subset_fonts import FACES, SIGN_FACE, STATIC, SUITS, draw_signs

FONTS = sorted((STATIC / "fonts").glob("Etui[SW]*.*"))
LARGEST = 3_000
"""Bytes of the font that pages fetch for a suit."""


def outlines(font: TTFont) -> dict[str, list[tuple[int, int]]]:
    characters = font.getBestCmap()
    return {
        sign: list(font["glyf"][characters[code]].getCoordinates(font["glyf"])[0])
        for sign, code in SUITS.items()
        if code in characters
    }


@pytest.mark.parametrize("file", FONTS, ids=lambda file: file.stem)
def test_suits_are_those_of_the_cards(file) -> None:
    font = TTFont(file)
    outline_map = outlines(font)
    assert set(outline_map) == (set(SUITS) if file.stem.startswith(("EtuiWorld", SIGN_FACE)) else set())

    draw_signs(font)

    assert outlines(font) == outline_map


def test_every_font_of_papers_is_looked_at() -> None:
    assert {file.stem for file in FONTS} == {postscript for postscript, *_ in FACES.values()} | {SIGN_FACE}


def test_pages_fetch_the_suits_alone() -> None:
    file = STATIC / "fonts" / f"{SIGN_FACE}.woff2"

    assert file.stat().st_size < LARGEST
    assert set(TTFont(file).getBestCmap()) == set(SUITS.values())
