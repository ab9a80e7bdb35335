"""Papers as WeasyPrint lays them out, before a PDF is written: each text and each drawn rule with its place.

A text is the part of an element's words that stands on one line. Places are millimetres from the top left
corner of the page. `tests/factories/sheet_faults.py` names what is wrong with them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import weasyprint

from tournaments.base.static_files import find_static_file
from tournaments.paper.pdf.rendering import PdfPart

MM = 96 / 25.4
"""CSS pixels of a millimetre."""
WIDE_TAB = 1.024
"""Factor by which WeasyPrint draws the blank of a tab wider than it lays it out."""
PIECES = frozenset({"card", "quarter", "eighth", "leaf", "label", "badge", "slip", "face"})
"""Classes of what is cut or folded out of a sheet."""
RUNS = re.compile(r"[^\s\u2007\u200a]+(?:[ \u00a0\u202f\u200a][^\s\u2007\u200a]+)*")
"""Parts of a text without a tab or a wide gap in them."""
STEPS = re.compile(r"([A-Za-z])([^A-Za-z]*)")
"""Commands of a path, each with its numbers."""
NUMBERS = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Z": 0}
"""Numbers that a command has."""
THICKEST = 0.6
"""Millimetres of the thickest rule of a drawing; a thicker line is the ground of a text or a cell."""
INLINE = frozenset({"LineBox", "InlineBox", "TextBox"})
"""Boxes of a line, which have no edges of their own."""

Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class TextRun:
    """Words of a line with no wide gap between them."""

    text: str
    rect: Rect


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
    block: Rect | None
    """The nearest block around the text, its padding and borders included."""
    inner: Rect | None
    """The same block without them."""
    in_flow: bool
    """False for page furniture."""
    runs: tuple[TextRun, ...]
    """Visible parts of the text, from left to right."""
    covered_rules: int
    """Number of the first rules of the page that the ground of a box around the text hides."""


@dataclass(frozen=True)
class DrawnRule:
    """A straight line of a drawing, which has no width here."""

    rect: Rect

    @property
    def is_upright(self) -> bool:
        left, top, right, bottom = self.rect
        return bottom - top > right - left


@dataclass(frozen=True)
class LaidPage:
    """A page with its texts."""

    width: float
    height: float
    texts: tuple[LaidText, ...]
    rules: tuple[DrawnRule, ...] = ()
    has_picture: bool = False
    """True if something besides text and rules is drawn."""


@dataclass(frozen=True)
class LaidPart:
    """A rendered part of a document, with the tree of its elements."""

    pages: tuple[LaidPage, ...]
    root: Any


@dataclass
class _Found:
    """Contents of a page, collected while its boxes are read."""

    texts: list[LaidText] = field(default_factory=list)
    rules: list[DrawnRule] = field(default_factory=list)
    has_picture: bool = False


@dataclass(frozen=True)
class _Around:
    """Surroundings of a box."""

    matrix: "_Matrix"
    in_flow: bool
    piece: Rect | None = None
    window: Rect | None = None
    block: Rect | None = None
    inner: Rect | None = None
    covered_rules: int = 0


def lay_out_part(part: PdfPart) -> LaidPart:
    """Lay a part out as the printer does."""
    return lay_out_html(part.html, part.stylesheets)


def lay_out_html(text: str, stylesheets: tuple[str, ...] = ("css/print/base.css",)) -> LaidPart:
    """Lay a page of HTML out with style sheets of papers."""
    styles, fonts = _styles(stylesheets)
    html = weasyprint.HTML(string=text, base_url=find_static_file("css/print/base.css").as_uri())
    document = html.render(font_config=fonts, stylesheets=styles)
    return LaidPart(tuple(map(_page, document.pages)), html.etree_element)


@cache
def _styles(names: tuple[str, ...]) -> tuple[list[Any], Any]:
    fonts = weasyprint.text.fonts.FontConfiguration()
    return [weasyprint.CSS(filename=find_static_file(name), font_config=fonts) for name in names], fonts


def _page(page: Any) -> LaidPage:
    contents = _Found()
    for child in page._page_box.children:
        in_flow = not type(child).__name__.startswith("Margin")
        _collect(child, _Around(_IDENTITY, in_flow), contents)
    return LaidPage(
        page.width / MM, page.height / MM, tuple(contents.texts), tuple(contents.rules), contents.has_picture
    )


_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1, 0, 0, 1, 0, 0)


def _collect(box: Any, around: _Around, contents: _Found) -> None:
    """Gather the texts and rules of a box and of all boxes in it."""
    matrix = around.matrix
    box_matrix = getattr(box, "transformation_matrix", None)
    if box_matrix is not None:
        matrix = _product([box_matrix[row][column] for row in range(3) for column in range(2)], matrix)
    if hasattr(box, "text"):
        if box.text.strip():
            contents.texts.append(_text(box, matrix, around))
        return
    element = getattr(box, "element", None)
    if hasattr(box, "replacement"):
        contents.rules += _rules(box, element, matrix)
        contents.has_picture = contents.has_picture or "rules" not in _classes(element)
        return
    piece, window, block, inner = around.piece, around.window, around.block, around.inner
    covered_rules = around.covered_rules
    # an absolute box is wrapped in a placeholder
    if getattr(box, "element_tag", "") and type(box).__name__ not in INLINE and hasattr(box, "border_width"):
        border = _placed(_border_box(box), matrix)
        block = border
        inner = _placed((box.content_box_x(), box.content_box_y(), box.width, box.height), matrix)
        if PIECES.intersection(_classes(element)):
            piece = border
        if box.style["overflow"] == "hidden":
            window = border
        if getattr(box.style["background_color"], "alpha", 0) == 1:
            covered_rules = len(contents.rules)
    for child in getattr(box, "children", ()):
        _collect(child, _Around(matrix, around.in_flow, piece, window, block, inner, covered_rules), contents)


def _classes(element: Any) -> list[str]:
    return [] if element is None or isinstance(element, str) else element.get("class", "").split()


def _text(box: Any, matrix: _Matrix, around: _Around) -> LaidText:
    return LaidText(
        box.text,
        _placed((box.position_x, _top(box), box.width, box.height), matrix),
        box.style["font_size"] * 0.75 * abs(matrix[0] + matrix[1]),
        getattr(box, "element", None),
        around.piece,
        around.window,
        around.block,
        around.inner,
        around.in_flow,
        tuple(_runs(box, matrix)),
        around.covered_rules,
    )


def _top(box: Any) -> float:
    """Return the top of the letters' own height, which the height of the line surrounds or cuts."""
    return float(box.position_y + box.margin_top)


def _runs(box: Any, matrix: _Matrix) -> Iterator[TextRun]:
    """Yield the parts of a text between tabs and wide gaps, where they are drawn."""
    for start, cell in _cells(box):
        for run in RUNS.finditer(cell):
            if run.group() == box.text:
                offset, width = start, box.width
            else:
                offset, width = start + _width(box, cell[: run.start()]), _width(box, run.group())
            place = (box.position_x + offset, _top(box), width, box.height)
            yield TextRun(run.group(), _placed(place, matrix))


def _cells(box: Any) -> Iterator[tuple[float, str]]:
    """Yield the cells of a text with tabs, and where each is drawn, in pixels from the left of the text."""
    if "\t" not in box.text:
        yield 0.0, box.text
        return
    size = box.style["tab_size"]
    step = max(1, round(_width(box, " " * size)) if isinstance(size, int) else int(size.value))
    laid = drawn_width = 0.0
    for place, cell in enumerate(box.text.split("\t")):
        if place:
            blank = (int(laid / step) + 1) * step - laid
            laid, drawn_width = laid + blank, drawn_width + blank * WIDE_TAB
        if cell:
            yield drawn_width, cell
            width = _width(box, cell)
            laid, drawn_width = laid + width, drawn_width + width


def _width(box: Any, text: str) -> float:
    """Return the width of a text in the type of a box, in pixels."""
    if not text:
        return 0.0
    line_break = weasyprint.text.line_break
    # the line belongs to its layout, which must live as long
    layout = line_break.create_layout(text, box.style, None, None, 0)
    line, _index = layout.get_first_line()
    return float(line_break.line_size(line, box.style)[0])


def _rules(box: Any, element: Any, matrix: _Matrix) -> Iterator[DrawnRule]:
    """Yield the rules of a drawing by `draw_rules` or `draw_strokes`; thick lines are grounds."""
    if "rules" not in _classes(element):
        return
    _x, _y, width, _height = map(float, element.get("viewBox").split())
    scale = box.width / width
    for path in element:
        if path.get("stroke") in (None, "none") or float(path.get("stroke-width", 1)) > THICKEST:
            continue
        for left, top, right, bottom in read_path(path.get("d", "")):
            x, y = box.content_box_x() + left * scale, box.content_box_y() + top * scale
            yield DrawnRule(_placed((x, y, (right - left) * scale, (bottom - top) * scale), matrix))


def read_path(path: str) -> Iterator[Rect]:
    """Yield the straight lines of a path's data.

    Raises:
        ValueError: the path has a curve, or a command is repeated without its letter.
    """
    x = y = start_x = start_y = 0.0
    for command, text in STEPS.findall(path):
        numbers = [float(number) for number in NUMBERS.findall(text)]
        if len(numbers) != ARGUMENTS.get(command.upper()):
            raise ValueError(f"cannot read {command}{text} of a path")
        from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
        new_x, new_y = x, y
        if command in "MmLl":
            new_x, new_y = from_x + numbers[0], from_y + numbers[1]
        elif command in "Hh":
            new_x = from_x + numbers[0]
        elif command in "Vv":
            new_y = from_y + numbers[0]
        else:
            new_x, new_y = start_x, start_y
        if command in "Mm":
            start_x, start_y = new_x, new_y
        elif (new_x, new_y) != (x, y):
            yield min(x, new_x), min(y, new_y), max(x, new_x), max(y, new_y)
        x, y = new_x, new_y


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
