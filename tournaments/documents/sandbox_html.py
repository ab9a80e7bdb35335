"""What an adjusted template may write: elements and styles that set text, and no address of anything."""

import re
from html.parser import HTMLParser

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


class _Reader(HTMLParser):
    """Raises at the first thing that is no text."""

    is_in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ELEMENTS:
            raise UnsafeHtml(f"<{tag}>")
        for name, value in attrs:
            if tag == "a" and name == "href" and LINK.match(value or ""):
                continue
            if name not in ATTRIBUTES and not name.startswith("aria-"):
                raise UnsafeHtml(f"{tag} {name}=")
            if name == "style":
                _check_style(value or "")
        self.is_in_style = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self.is_in_style = False

    def handle_data(self, data: str) -> None:
        if self.is_in_style:
            _check_style(data)

    def handle_decl(self, decl: str) -> None:
        raise UnsafeHtml(f"<!{decl[:20]}>")

    def handle_pi(self, data: str) -> None:
        raise UnsafeHtml(f"<?{data[:20]}>")

    def unknown_decl(self, data: str) -> None:
        raise UnsafeHtml(f"<![{data[:20]}]>")


def check_html(html: str) -> None:
    """Read the sheets that an adjusted template made.

    Raises:
        UnsafeHtml: an element, an attribute or a style that could fetch, run or hide something.
    """
    reader = _Reader(convert_charrefs=True)
    reader.feed(html)
    reader.close()


def _check_style(style: str) -> None:
    refused = STYLE_REFUSED.search(style)
    if refused is not None:
        raise UnsafeHtml(refused[0])
