"""Widths of printed text from the fonts' own tables, to fit names to lines.

Kerning only brings letters closer, so a text is never wider than the computed width.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import accumulate

from django.contrib.staticfiles import finders

POINT = 25.4 / 72
"""Millimetres in a point."""
ELLIPSIS = "…"
BREAKS = re.compile(r"(?<=[ -])")
"""Places where a line may end."""


class Face(StrEnum):
    """One of our fonts, by its word in templates."""

    SANS = "sans"
    SANS_BOLD = "sans-bold"
    CONDENSED = "condensed"
    CONDENSED_BOLD = "condensed-bold"


FILES: Mapping[Face, str] = {
    Face.SANS: "EtuiSans-Regular",
    Face.SANS_BOLD: "EtuiSans-Bold",
    Face.CONDENSED: "EtuiSansCondensed-Regular",
    Face.CONDENSED_BOLD: "EtuiSansCondensed-Bold",
}
WORLD: Mapping[Face, str] = {
    Face.SANS: "EtuiWorld-Regular",
    Face.SANS_BOLD: "EtuiWorld-Bold",
    Face.CONDENSED: "EtuiWorld-Regular",
    Face.CONDENSED_BOLD: "EtuiWorld-Bold",
}
"""By face, the font of the letters and signs that it lacks."""


@dataclass(frozen=True, slots=True)
class Type:
    """A font in a size."""

    face: Face
    points: float

    def width(self, text: str) -> float:
        """Return the width of a text on one line, in millimetres."""
        return _ems(self.face, text) * self.points * POINT

    def fits(self, text: str, room: float) -> bool:
        """Return whether a text fits on one line of `room` millimetres."""
        return self.width(text) <= room

    def cut(self, text: str, room: float) -> str:
        """Return the text, or as much of its beginning as fits before an ellipsis.

        >>> Type(Face.CONDENSED, 8).cut("LEFEBVRE DE LABOULAYE Jean-Pierre", 30)
        'LEFEBVRE DE LABOU…'
        """
        if self.fits(text, room):
            return text
        space = room - self.width(ELLIPSIS)
        for end, letter in enumerate(text):
            space -= self.width(letter)
            if space < 0:
                return text[:end].rstrip() + ELLIPSIS
        return text

    def line_count(self, text: str, room: float) -> int:
        """Return the number of lines of `room` millimetres that a text needs. Too long words are broken."""
        return len(self.lines(text, room))

    @lru_cache(maxsize=4096)  # noqa: B019  # types are constants; a name is set in each round
    def lines(self, text: str, room: float) -> tuple[str, ...]:
        """Return a text in lines of `room` millimetres, one at least. Too long words are broken.

        >>> Type(Face.CONDENSED, 7.5).lines("Preneur, carte appelée", 15)
        ('Preneur, carte', 'appelée')
        """
        return tuple(line.rstrip() for line in self._lines(text, room)) or ("",)

    def has_letters(self, text: str) -> bool:
        """Return whether the font itself has every letter, so that the width of a text is exact."""
        letters = _font_widths(FILES[self.face])
        return all(ord(letter) in letters for letter in text)

    def _lines(self, text: str, room: float) -> Iterator[str]:
        line = ""
        for word in BREAKS.split(text):
            if line and not self.fits((line + word).rstrip(), room):
                yield line
                line = ""
            line += word
            while not self.fits(line.rstrip(), room) and len(line) > 1:
                widths = accumulate(map(self.width, line))
                # at least one letter a line, or the loop would not end
                end = max(1, sum(width <= room for width in widths))
                yield line[:end]
                line = line[end:]
        if line:
            yield line


@lru_cache(maxsize=16384)
def _ems(face: Face, text: str) -> float:
    """Return the width of a text in parts of the type's size. Figures and names of a paper are repeated."""
    widths = _widths(face)
    # a letter that our fonts lack is counted as wide as the type is high
    return sum(widths.get(ord(letter), 1.0) for letter in text)


@cache
def _widths(face: Face) -> Mapping[int, float]:
    """Return the width of each letter of a face, by code point, in parts of its size."""
    return _font_widths(WORLD[face]) | _font_widths(FILES[face])


@cache
def _font_widths(name: str) -> dict[int, float]:
    file = finders.find(f"fonts/{name}.ttf")
    if not isinstance(file, str):
        return {}
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - 60 ms, for papers alone

    font = TTFont(file, lazy=True)
    advances, size = font["hmtx"].metrics, font["head"].unitsPerEm
    return {letter: advances[glyph][0] / size for letter, glyph in font.getBestCmap().items()}
