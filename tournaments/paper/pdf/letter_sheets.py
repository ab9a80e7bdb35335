"""Pages that were laid out for A4, put on US letter sheets: smaller and in the middle.

Cuts and folds stay in the middle of the sheet. Parts of A4 (A5, a quarter) become the same parts of a letter
sheet.

Source:
    ISO 216 (A4: 210 × 297 mm); ANSI/ASME Y14.1 (letter: 215.9 × 279.4 mm).
"""

from typing import Any, NamedTuple

import pydyf

from tournaments.paper.pdf.folding import BOXES
from tournaments.paper.pdf.objects import resolve

POINTS = 72 / 25.4
"""Points in a millimetre."""
LETTER_LENGTHS = {297: 279.4, 210: 215.9, 148.5: 139.7, 148: 139.7, 105: 107.95}
"""Length of each side of A4, A5 and A6 on a letter sheet, in millimetres."""
TOLERANCE = 0.2
"""Millimetres by which a page may differ from its size."""


class PageMove(NamedTuple):
    """Change of the coordinates of a page, in points."""

    factor: float = 1
    right: float = 0
    up: float = 0

    def x(self, x: float) -> float:
        return x * self.factor + self.right

    def y(self, y: float) -> float:
        return y * self.factor + self.up

    def box(self, box: Any) -> pydyf.Array:
        """Return a rectangle (left, bottom, right, top) after the change."""
        left, bottom, right, top = box
        return pydyf.Array([self.x(left), self.y(bottom), self.x(right), self.y(top)])


def fit_letter_sheets(pdf: pydyf.PDF) -> list[PageMove]:
    """Put the pages of `pdf` on letter sheets, with links and tags. Return the change of each page.

    A page of another size than A4, A5 or A6 stays as it is.
    """
    moves: dict[bytes, PageMove] = {}
    for number in pdf.pages["Kids"][::3]:
        page = pdf.objects[number]
        moves[page.reference] = _fit(pdf, page)
    for tag in pdf.objects:
        if isinstance(tag, pydyf.Dictionary) and tag.get("Pg") in moves and "BBox" in tag.get("A", {}):
            tag["A"]["BBox"] = moves[tag["Pg"]].box(tag["A"]["BBox"])
    return list(moves.values())


def _fit(pdf: pydyf.PDF, page: pydyf.Dictionary) -> PageMove:
    left, bottom, right, top = page["MediaBox"]
    width, height = right - left, top - bottom
    new_width, new_height = _letter_length(width), _letter_length(height)
    if new_width is None or new_height is None:
        return PageMove()
    factor = min(new_width / width, new_height / height)
    move = PageMove(
        factor,
        (new_width - width * factor) / 2 - left * factor,
        (new_height - height * factor) / 2 - bottom * factor,
    )
    for name in BOXES:
        page[name] = pydyf.Array([0, 0, new_width, new_height])
    matrix = pydyf.Stream()
    matrix.set_matrix(factor, 0, 0, factor, move.right, move.up)
    resolve(pdf, page["Contents"]).stream[:0] = matrix.stream
    for reference in page.get("Annots", ()):
        link = resolve(pdf, reference)
        link["Rect"] = move.box(link["Rect"])
    return move


def _letter_length(length: float) -> float | None:
    """Return the length of a side on a letter sheet, in points; None for a side of no known sheet."""
    return next(
        (
            letter * POINTS
            for known, letter in LETTER_LENGTHS.items()
            if abs(length / POINTS - known) < TOLERANCE
        ),
        None,
    )
