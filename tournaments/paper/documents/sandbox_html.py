"""What an adjusted template may write: elements and styles that set text, and no address of anything.

It is read by the parser that also reads it to draw it, and as browsers read it.
"""

import re
from xml.etree.ElementTree import Element

import tinyhtml5  # type: ignore[import-untyped]

# fmt: off
ELEMENTS = frozenset(
    {
        "a", "abbr", "article", "aside", "b", "blockquote", "br", "caption", "code", "col", "colgroup",
        "dd", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "header",
        "hr", "i", "li", "main", "ol", "p", "pre", "s", "section", "small", "span", "strong", "style",
        "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul", "svg", "g", "path",
        "rect", "line", "circle", "ellipse", "polyline", "polygon", "text", "tspan", "title", "desc",
    }
)
# fmt: on

# fmt: off
ATTRIBUTES = frozenset(
    {
        "class", "colspan", "dir", "id", "lang", "role", "rowspan", "scope", "span", "style", "tabindex",
        "title", "width", "height", "viewbox", "xmlns", "version", "d", "x", "y", "x1", "y1", "x2", "y2",
        "cx", "cy", "r", "rx", "ry", "dx", "dy", "points", "fill", "fill-rule", "fill-opacity", "stroke",
        "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "transform", "font-size",
        "font-weight", "text-anchor", "dominant-baseline", "preserveaspectratio", "shape-rendering",
        "focusable",
    }
)
# fmt: on

STYLE_REFUSED = re.compile(
    r"\\|<|@(?!page|media)|(?:url|src|image|image-set|cross-fade|element)\s*\(", re.IGNORECASE
)
"""In a style: an address, another style sheet, a letter written as a code, the end of the style."""


LINK = re.compile(r"(?:https?://|/|#)", re.IGNORECASE)
"""How the address of a link begins: it is followed by a reader, and fetched by nobody."""


class UnsafeHtml(ValueError):
    """Says the element, attribute or style that is not allowed."""


FRAME = "<!DOCTYPE html><body>"
"""Before what is read: an element of its own, so that a text is never taken for the name of a file."""
FRAME_ELEMENTS = ("html", "head", "body")
XHTML, SVG = "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"


def check_html(html: str) -> None:
    """Read the sheets that an adjusted template made.

    Raises:
        UnsafeHtml: an element, an attribute or a style that could fetch, run or hide something.
    """
    for element in tinyhtml5.parse(FRAME + html).iter():
        if isinstance(element.tag, str):  # a comment has a function there
            _check_element(element)


def _check_element(element: Element) -> None:
    space, _brace, name = element.tag.removeprefix("{").partition("}")
    if name in FRAME_ELEMENTS and space == XHTML:
        allowed = frozenset[str]()
    elif name in ELEMENTS and space in (XHTML, SVG):
        allowed = ATTRIBUTES
    else:
        raise UnsafeHtml(f"<{name}>")
    for attribute, value in element.attrib.items():
        if space == XHTML and name == "a" and attribute == "href" and LINK.match(value):
            continue
        if attribute.lower() not in allowed and not (allowed and attribute.startswith("aria-")):
            raise UnsafeHtml(f"{name} {attribute.partition('}')[2] or attribute}=")
        if attribute == "style":
            _check_style(value)
    if name == "style":
        _check_style("".join(element.itertext()))


def _check_style(style: str) -> None:
    refused = STYLE_REFUSED.search(style)
    if refused is not None:
        raise UnsafeHtml(refused[0])
