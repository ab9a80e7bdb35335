"""Widths of printed text from the fonts' own tables, to fit names to lines.

Kerning only brings letters closer, so a text is never wider than the computed width.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache, partial
from itertools import accumulate

from django.contrib.staticfiles import finders

from tournaments.paper.documents.typesetting.joined_letters import Forms, joined_letters, read_forms
from tournaments.paper.documents.typesetting.letters import drawable

POINT = 25.4 / 72
"""Millimetres in a point."""
ELLIPSIS = "…"
RIGHT_TO_LEFT = frozenset({"R", "AL"})
"""Directions of Hebrew and Arabic letters, by their Unicode names."""
BREAKS = re.compile(r"(?<=[ -])")
"""Places where a line may end."""


class Face(StrEnum):
    """One of our fonts, by its word in templates."""

    SANS = "sans"
    SANS_BOLD = "sans-bold"
    CONDENSED = "condensed"
    CONDENSED_BOLD = "condensed-bold"
    WORLD = "world"
    WORLD_BOLD = "world-bold"


FILES: Mapping[Face, str] = {
    Face.SANS: "EtuiSans-Regular",
    Face.SANS_BOLD: "EtuiSans-Bold",
    Face.CONDENSED: "EtuiSansCondensed-Regular",
    Face.CONDENSED_BOLD: "EtuiSansCondensed-Bold",
    Face.WORLD: "EtuiWorld-Regular",
    Face.WORLD_BOLD: "EtuiWorld-Bold",
}
WORLD: Mapping[Face, Face] = {
    Face.SANS: Face.WORLD,
    Face.SANS_BOLD: Face.WORLD_BOLD,
    Face.CONDENSED: Face.WORLD,
    Face.CONDENSED_BOLD: Face.WORLD_BOLD,
    Face.WORLD: Face.WORLD,
    Face.WORLD_BOLD: Face.WORLD_BOLD,
}
"""By face, the one of the letters and signs that it lacks."""
ACCENT = 0.15
"""Width by which an accent may stand beside a letter, in parts of the type's size."""


def is_reversed(text: str) -> bool:
    """Return whether a text has words that are written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in text)


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
        letters = _font(FILES[self.face]).widths
        return all(ord(letter) in letters for letter in text)

    def of_blanks_before(self, text: str) -> "Type":
        """Return the type of the blanks at the beginning of a line, which is that of the first letter.

        A text that is written from right to left has blanks of its own.
        """
        letter = text[:1]
        if not letter or self.has_letters(letter) or unicodedata.bidirectional(letter) in RIGHT_TO_LEFT:
            return self
        return Type(WORLD[self.face], self.points)

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
    if is_reversed(text):
        return _reversed_ems(face, text)
    return sum(map(partial(_letter_ems, face), text))


def _reversed_ems(face: Face, text: str) -> float:
    """Return the width of a text with words that are written from right to left."""
    world = FILES[WORLD[face]]
    letters = joined_letters(text, _font(world).forms)
    width = sum(_letter_ems(face, letter) if form is None else form for letter, form in letters)
    # the blanks between such words are those of their font
    blank = max(0, _font(world).widths[ord(" ")] - _letter_ems(face, " "))
    return width + text.count(" ") * blank


def _letter_ems(face: Face, letter: str) -> float:
    width = _widths(face).get(ord(letter))
    return _foreign_width(face, letter) if width is None else width


@lru_cache(maxsize=4096)
def _foreign_width(face: Face, letter: str) -> float:
    """Return the width of a letter that our fonts lack.

    It is printed in Latin letters, or by a font of the machine: about as wide as without its accents, or as
    the type is high.
    """
    if unicodedata.combining(letter):
        return 0.0
    printed = drawable(letter)
    if printed != letter:
        return _ems(face, printed)
    plain_letter = unicodedata.normalize("NFD", letter)[0]
    return 1.0 if plain_letter == letter else _ems(WORLD[face], plain_letter) + ACCENT


@cache
def _widths(face: Face) -> Mapping[int, float]:
    """Return the width of each letter of a face, by code point, in parts of its size."""
    widths = _font(FILES[WORLD[face]]).widths | _font(FILES[face]).widths
    # an accent stands over the letter before it
    return {letter: 0.0 if unicodedata.combining(chr(letter)) else width for letter, width in widths.items()}


@dataclass(frozen=True, slots=True)
class _Font:
    """Widths of a font, by code point."""

    widths: dict[int, float]
    forms: Forms


@cache
def _font(name: str) -> _Font:
    file = finders.find(f"fonts/{name}.ttf")
    if not isinstance(file, str):
        return _Font({}, {})
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - 60 ms, for papers alone

    font = TTFont(file, lazy=True)
    advances, size = font["hmtx"].metrics, font["head"].unitsPerEm
    widths = {letter: advances[glyph][0] / size for letter, glyph in font.getBestCmap().items()}
    return _Font(widths, read_forms(font))
