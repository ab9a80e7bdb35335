"""Pages laid two by two on sheets of double width, to be folded in the middle or cut.

In a booklet the cover is on the right of the first outer side, and the last page, the back, on its left. A
single page is a cover. Two pages are the inside of one sheet.

Source:
    ISO 32000-1: 8.10 form XObjects, 14.7.4.2 marked content in a form XObject.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pydyf

from tournaments.paper.pdf.objects import resolve

PAGES_ON_A_SIDE, PAGES_ON_A_SHEET = 2, 4
PageOrder = Callable[[int], list[tuple[int, int]]]
"""Function from a number of pages to the left and right page of each side, from 0.

Numbers beyond the last page stand for empty places.
"""
BOXES = ("MediaBox", "TrimBox", "BleedBox")


class PagePlace(NamedTuple):
    """Place of a page on a side."""

    side: int
    """Number of the side, from 0."""
    left: float
    """Distance from the left edge of the side to that of the page, in points."""


class _Drawing(NamedTuple):
    """A page as a drawing on its side."""

    side: pydyf.Dictionary
    contents: pydyf.Stream
    left: float

    def reference_to(self, kid: Any) -> Any:
        """Return a tag's child: a number becomes a reference to the drawing's content, others stay."""
        if not isinstance(kid, int):
            return kid
        return pydyf.Dictionary(
            {"Type": "/MCR", "Pg": self.side.reference, "Stm": self.contents.reference, "MCID": kid}
        )


def folded_order(count: int) -> list[tuple[int, int]]:
    """Return the sides of a booklet."""
    if count <= PAGES_ON_A_SIDE:
        return [(0, 1) if count == PAGES_ON_A_SIDE else (1, 0)]
    # the number of pages is rounded up to whole sheets of four
    last = -(-count // PAGES_ON_A_SHEET) * PAGES_ON_A_SHEET - 1
    return [
        (last - place, place) if place % 2 == 0 else (place, last - place) for place in range(last // 2 + 1)
    ]


def list_page_halves(count: int) -> list[tuple[int, int]]:
    """Return the sides of pages that are cut apart, from left to right."""
    return [(first, first + 1) for first in range(0, count, PAGES_ON_A_SIDE)]


def fold_pages(pdf: pydyf.PDF, order: PageOrder) -> list[PagePlace]:
    """Replace the pages of `pdf` by sides of two. Return the place of each page.

    The pages have one size and are tagged. A page becomes a drawing of its side and keeps its tags, which
    then name the drawing and the side.
    """
    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    left_edge, _bottom, right_edge, _top = pages[0]["MediaBox"]
    places = {
        number: PagePlace(side, edge * (right_edge - left_edge))
        for side, numbers in enumerate(order(len(pages)))
        for edge, number in enumerate(numbers)
        if number < len(pages)
    }
    sides = [_add_side(pdf, pages[0], right_edge - left_edge) for _side in order(len(pages))]
    drawings: dict[bytes, _Drawing] = {}
    for number, place in sorted(places.items()):
        page, side = pages[number], sides[place.side]
        drawings[page.reference] = _Drawing(side, _draw(pdf, page, side, place.left), place.left)
    _move_tags(pdf.objects, drawings)
    pdf.pages["Kids"] = pydyf.Array(item for side in sides for item in (side.number, 0, "R"))
    pdf.pages["Count"] = len(sides)
    return [places[number] for number in range(len(pages))]


def _add_side(pdf: pydyf.PDF, page: pydyf.Dictionary, width: float) -> pydyf.Dictionary:
    """Add an empty side to the objects of `pdf`, of double the width of `page`."""
    contents = pydyf.Stream(compress=True)
    pdf.add_object(contents)
    boxes = {
        name: pydyf.Array([left_edge, bottom, right_edge + width, top])
        for name, (left_edge, bottom, right_edge, top) in ((name, page[name]) for name in BOXES)
    }
    side = pydyf.Dictionary(
        {
            "Type": "/Page",
            "Parent": pdf.pages.reference,
            "Contents": contents.reference,
            "Resources": pydyf.Dictionary({"XObject": pydyf.Dictionary()}),
            "Tabs": "/S",
            "Annots": pydyf.Array(),
            **boxes,
        }
    )
    pdf.add_object(side)
    return side


def _draw(pdf: pydyf.PDF, page: pydyf.Dictionary, side: pydyf.Dictionary, offset: float) -> pydyf.Stream:
    """Draw a page on its side, with its links. Return the drawing."""
    drawing = resolve(pdf, page["Contents"])
    drawing.extra |= {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": page["MediaBox"],
        "Resources": page["Resources"],
        "StructParents": page["StructParents"],
    }
    name = f"page-{drawing.number}"
    side["Resources"]["XObject"][name] = drawing.reference
    contents = resolve(pdf, side["Contents"])
    contents.push_state()
    contents.set_matrix(1, 0, 0, 1, offset, 0)
    contents.draw_x_object(name)
    contents.pop_state()
    for reference in page.get("Annots", ()):
        rectangle = resolve(pdf, reference)["Rect"]
        rectangle[0], rectangle[2] = rectangle[0] + offset, rectangle[2] + offset
        side["Annots"].append(reference)
    return drawing


def _move_tags(objects: Iterable[pydyf.Object], drawings: dict[bytes, _Drawing]) -> None:
    """Change the tags of pages to name their sides, and the drawings that hold the marked content."""
    for tag in objects:
        if isinstance(tag, pydyf.Dictionary) and tag.get("Pg") in drawings:
            drawing = drawings[tag["Pg"]]
            tag["Pg"] = drawing.side.reference
            if "K" in tag:
                tag["K"] = pydyf.Array(drawing.reference_to(kid) for kid in tag["K"])
            box = tag.get("A", {}).get("BBox")
            if box is not None:
                box[0], box[2] = box[0] + drawing.left, box[2] + drawing.left
