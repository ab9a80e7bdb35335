"""Papers as WeasyPrint lays them out, before a PDF is written: each text with its place, and its faults.

A text is the part of an element's words that stands on one line. Places are millimetres from the top left
corner of the page.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import weasyprint

from tournaments.base.static_files import find_static_file
from tournaments.paper.pdf.rendering import PdfPart

EDGE = 4
"""Millimetres on which many printers print nothing."""
MM = 96 / 25.4
"""CSS pixels of a millimetre."""
HIDDEN = 1
"""Points: smaller texts are for screen readers."""
SMALLEST = 6.99
"""Points of the smallest type that is read at a table."""
OVERLAP = 0.3
"""Part of the smaller of two texts; lines set close touch a little."""
SLACK = 0.3
"""Millimetres by which a text may leave what cuts it: the empty side of its last letter."""
PIECES = frozenset({"card", "quarter", "eighth", "leaf", "label", "badge", "slip"})
"""Classes of what is cut out of a sheet."""
WORDS = re.compile(r"\S+(?:\s\S+)*")
PYTHON_WORDS = re.compile(r"\b(?:None|True|False|nan|NaN)\b|<\w[\w.]* object at|Decimal\(|Fraction\(")
"""Values that a template has written as they are."""
NO_WORDS = frozenset({"head", "svg", "style", "script", "title"})

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class LaidText:
    """One line of a text."""

    text: str
    rect: Rect
    points: float
    element: Any
    """The element whose words these are; None for page furniture."""
    piece: Rect | None
    """The part of the sheet that is cut out, with the text on it."""
    window: Rect | None
    """The nearest box that hides what leaves it."""
    in_flow: bool
    """False for page furniture."""


@dataclass(frozen=True)
class LaidPage:
    """A page with its texts."""

    width: float
    height: float
    texts: tuple[LaidText, ...]


@dataclass(frozen=True)
class LaidPart:
    """A rendered part of a document, with the tree of its elements."""

    pages: tuple[LaidPage, ...]
    root: Any


def lay_out_part(part: PdfPart) -> LaidPart:
    """Lay a part out as the printer does."""
    styles, fonts = _styles(part.stylesheets)
    html = weasyprint.HTML(string=part.html, base_url=find_static_file("css/print/base.css").as_uri())
    document = html.render(font_config=fonts, stylesheets=styles)
    return LaidPart(tuple(map(_page, document.pages)), html.etree_element)


@cache
def _styles(names: tuple[str, ...]) -> tuple[list[Any], Any]:
    fonts = weasyprint.text.fonts.FontConfiguration()
    return [weasyprint.CSS(filename=find_static_file(name), font_config=fonts) for name in names], fonts


def _page(page: Any) -> LaidPage:
    found: list[LaidText] = []
    box = page._page_box
    for child in box.children:
        _collect(child, _IDENTITY, None, None, not type(child).__name__.startswith("Margin"), found)
    return LaidPage(page.width / MM, page.height / MM, tuple(found))


_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1, 0, 0, 1, 0, 0)


def _collect(
    box: Any,
    matrix: _Matrix,
    piece: Rect | None,
    window: Rect | None,
    in_flow: bool,
    found: list[LaidText],
) -> None:
    """Gather the texts of a box and of all boxes in it."""
    own = getattr(box, "transformation_matrix", None)
    if own is not None:
        matrix = _product([own[row][column] for row in range(3) for column in range(2)], matrix)
    element = getattr(box, "element", None)
    if hasattr(box, "text"):
        if box.text.strip():
            rect = _placed((box.position_x, box.position_y, box.width, box.height), matrix)
            points = box.style["font_size"] * 0.75 * abs(matrix[0] + matrix[1])
            found.append(LaidText(box.text, rect, points, element, piece, window, in_flow))
        return
    is_block = element is not None and type(box).__name__ == "BlockBox"
    if is_block and PIECES.intersection(element.get("class", "").split()):
        piece = _placed(_border_box(box), matrix)
    if box.style["overflow"] == "hidden" and type(box).__name__ not in ("LineBox", "InlineBox"):
        window = _placed(_border_box(box), matrix)
    for child in getattr(box, "children", ()):
        _collect(child, matrix, piece, window, in_flow, found)


def _border_box(box: Any) -> tuple[float, float, float, float]:
    return box.border_box_x(), box.border_box_y(), box.border_width(), box.border_height()


def _product(first: Sequence[float], second: _Matrix) -> _Matrix:
    """Apply `first`, then `second`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _placed(box: tuple[float, float, float, float], matrix: _Matrix) -> Rect:
    x, y, width, height = box
    a, b, c, d, e, f = matrix
    corners = [
        ((a * left + c * top + e) / MM, (b * left + d * top + f) / MM)
        for left, top in ((x, y), (x + width, y + height))
    ]
    (first_x, first_y), (last_x, last_y) = corners
    return min(first_x, last_x), min(first_y, last_y), max(first_x, last_x), max(first_y, last_y)


def faults(part: LaidPart) -> list[str]:
    """Everything wrong with the texts of a part, in words."""
    found = list(lost_texts(part))
    for number, page in enumerate(part.pages, start=1):
        wrong = [*outside(page), *cut_off(page), *overprinted(page), *too_small(page), *of_python(page)]
        found += [f"page {number}: {fault}" for fault in wrong]
    found += [f"page {number}: nearly empty" for number in nearly_empty(part)]
    return found


def lost_texts(part: LaidPart) -> Iterator[str]:
    """Texts of elements of which letters are on no page."""
    printed: dict[int, Counter[str]] = {}
    for page in part.pages:
        for text in page.texts:
            if text.element is not None:
                printed.setdefault(id(text.element), Counter()).update("".join(text.text.split()))
    body = part.root.find("body")
    for element in _with_words(body):
        words = " ".join([element.text or "", *(child.tail or "" for child in element)])
        lost = Counter("".join(words.split())) - printed.get(id(element), Counter())
        if lost:
            yield f"lost: {' '.join(words.split())}"


def _with_words(element: Any) -> Iterator[Any]:
    if element.tag in NO_WORDS:
        return
    yield element
    for child in element:
        if isinstance(child.tag, str):
            yield from _with_words(child)


def _visible(page: LaidPage) -> Iterator[LaidText]:
    return (text for text in page.texts if text.points > HIDDEN)


def outside(page: LaidPage) -> Iterator[str]:
    """Texts on the edge of a page, beyond it, or over a line along which the sheet is cut."""
    for text in _visible(page):
        left, top, right, bottom = text.rect
        if min(left, top) < EDGE or right > page.width - EDGE or bottom > page.height - EDGE:
            yield f"at the edge: {text.text.strip()}"
        elif text.piece is not None:
            piece_left, piece_top, piece_right, piece_bottom = text.piece
            if left < piece_left or top < piece_top or right > piece_right or bottom > piece_bottom:
                yield f"over a cut: {text.text.strip()}"


def cut_off(page: LaidPage) -> Iterator[str]:
    """Texts of which a box hides a part."""
    for text in _visible(page):
        if text.window is None:
            continue
        left, top, right, bottom = text.rect
        window_left, window_top, window_right, window_bottom = text.window
        middle = (top + bottom) / 2
        if (
            left < window_left - SLACK
            or right > window_right + SLACK
            or not window_top < middle < window_bottom
        ):
            yield f"cut off: {text.text.strip()}"


def overprinted(page: LaidPage) -> Iterator[str]:
    """Pairs of texts of which a good part is printed over the other, their upper and lower quarters apart."""
    ordered = sorted(_inked(page), key=lambda text: text[0])
    for place, ((left, top, right, bottom), text) in enumerate(ordered):
        for (other_left, other_top, other_right, other_bottom), other in ordered[place + 1 :]:
            if other_left >= right:
                break
            wide = min(right, other_right) - other_left
            high = min(bottom, other_bottom) - max(top, other_top)
            least = min(
                (right - left) * (bottom - top), (other_right - other_left) * (other_bottom - other_top)
            )
            if wide > 0 and high > 0 and wide * high > OVERLAP * least:
                yield f"{text} / {other}"


def _inked(page: LaidPage) -> Iterator[tuple[Rect, str]]:
    """Yield the pieces of texts between wide gaps, as the lines of diagrams have them."""
    for text in _visible(page):
        left, top, right, bottom = text.rect
        quarter, letter = (bottom - top) / 4, (right - left) / len(text.text)
        for word in WORDS.finditer(text.text):
            start, end = left + word.start() * letter, left + word.end() * letter
            yield (start, top + quarter, end, bottom - quarter), word.group()


def of_python(page: LaidPage) -> Iterator[str]:
    """Texts with a word of Python, which no reader understands."""
    return (text.text.strip() for text in page.texts if PYTHON_WORDS.search(text.text))


def too_small(page: LaidPage) -> Iterator[str]:
    """Texts in less than seven points, whether by a style sheet, a share of it or a scale."""
    small = (text for text in _visible(page) if text.points < SMALLEST)
    return (f"{text.points:.1f} points: {text.text.strip()}" for text in small)


def nearly_empty(part: LaidPart) -> Iterator[int]:
    """Numbers of later pages with nothing but a heading, or with one line, on them."""
    for number, page in enumerate(part.pages[1:], start=2):
        flow = [text for text in _visible(page) if text.in_flow]
        lines = {round(text.rect[1] + text.rect[3]) for text in flow}
        is_heading = all(_is_heading(text.element) for text in flow)
        if flow and (is_heading or (len(lines) < 2 and not is_sheet(flow))):
            yield number


def _is_heading(element: Any) -> bool:
    return element is not None and (
        element.tag in ("h1", "h2", "caption") or "event" in element.get("class", "")
    )


def is_sheet(texts: Sequence[LaidText]) -> bool:
    """Whether a page is a sheet of pieces, which may have few words."""
    return any(text.piece is not None for text in texts)
