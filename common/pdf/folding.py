"""Pages laid two by two on sheets twice as wide: to fold in the middle, or to cut.

Of a booklet, a page alone, and the first of three or more, stands on the right of the outer side, the cover
once the sheets are folded; the last stands on its left, the back. Two pages are the inside of one sheet.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

PAGES_ON_A_SIDE, PAGES_ON_A_SHEET = 2, 4
PageOrder = Callable[[int], list[tuple[int, int]]]
"""From a number of pages to the left and right page of each side, from 0; from that number on, empty."""


def lay_out(weasyprint: ModuleType, pages: Sequence[Any], order: PageOrder) -> list["TwoPages"]:
    """The sides to print, in the place of these pages of WeasyPrint, of one size and in their order."""
    width = pages[0].width
    return [
        TwoPages(
            weasyprint,
            [(side.index(number) * width, pages[number]) for number in sorted(side) if number < len(pages)],
            PAGES_ON_A_SIDE * width,
        )
        for side in order(len(pages))
    ]


def folded_order(count: int) -> list[tuple[int, int]]:
    """The sides of a booklet."""
    if count <= PAGES_ON_A_SIDE:
        return [(0, 1) if count == PAGES_ON_A_SIDE else (1, 0)]
    last = -(-count // PAGES_ON_A_SHEET) * PAGES_ON_A_SHEET - 1
    return [
        (last - place, place) if place % 2 == 0 else (place, last - place) for place in range(last // 2 + 1)
    ]


def side_by_side(count: int) -> list[tuple[int, int]]:
    """The sides of pages that are cut apart, from left to right."""
    return [(first, first + 1) for first in range(0, count, PAGES_ON_A_SIDE)]


class TwoPages:
    """Pages side by side: to WeasyPrint, one page."""

    def __init__(self, weasyprint: ModuleType, placed: Sequence[tuple[float, Any]], width: float) -> None:
        """`placed`: the left edge of each page, and the page, in the order in which they are read."""
        self._placed, self.width = placed, width
        first = placed[0][1]
        self.height, self.bleed = first.height, first.bleed
        self.anchors: dict[str, Any] = {}
        self.links: list[Any] = []
        self.bookmarks: list[Any] = []
        self.forms: dict[Any, list[Any]] = {None: []}
        for left, page in placed:
            moved = weasyprint.matrix.Matrix(e=left)
            found = self.anchors, self.links, self.bookmarks, self.forms
            weasyprint.anchors.gather_anchors(page._page_box, *found, parent_matrix=moved)
        self._page_box = first._page_box.copy_with_children([page._page_box for _left, page in placed])

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw each page at its place; what was laid out keeps the places it was given."""
        for left, page in self._placed:
            with stream.stacked():
                stream.transform(e=left * scale)
                page.paint(stream, scale)
