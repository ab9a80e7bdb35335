"""Templates that an organiser adjusts, rendered where they can do nothing but lay out what they are shown.

An engine of its own: the tags and filters of `sandbox_tags`, the partial templates of the documents and no
other, values as `shown` wraps them. What comes out is read again: only elements and attributes that set text,
no address of anything. Whoever renders one is ready to print the original instead.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element

from django.template import Engine, Template, TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from tinyhtml5.parser import HTMLParser  # type: ignore[import-untyped]

from common.errors import AppError
from common.workers.forking import OutOfTime
from tournaments.paper.documents.sandbox_tags import MeteredContext, TooMuch, sandbox_library
from tournaments.paper.documents.shown import shown

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
LONGEST_TEXT = 40_000
"""Letters of a template."""
DEEPEST = 100
"""Elements inside each other: a reader of HTML takes seconds for thousands."""
MOST_OUTPUT = 5_000_000
"""Letters that it makes of a part of a document."""

_BODY = re.compile(r"\{% block sheets %\}(.*)\{% endblock %\}", re.DOTALL)
_INCLUDE = re.compile(r'\{% include "([^"]+)"')
_LOAD = re.compile(r"\{% load [^%]+%\}\n?")
FRAME = "<!DOCTYPE html><body>"
"""Before what is read: an element of its own, so that a text is never taken for the name of a file."""
FRAME_ELEMENTS = ("html", "head", "body")
XHTML, SVG = "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"


class UnsafeHtml(ValueError):
    """Says the element, attribute or style that is not allowed."""


class TooDeep(ValueError):
    """Elements stand too deep inside each other; says the line where they begin to."""


class _OpenElements(list[Any]):
    def append(self, element: Any) -> None:
        if len(self) >= DEEPEST:
            raise TooDeep
        super().append(element)


class _ShallowParser(HTMLParser):  # type: ignore[misc]
    """A parser that stops as soon as elements stand too deep inside each other."""

    def reset(self) -> None:
        super().reset()
        self.tree.open_elements = _OpenElements(self.tree.open_elements)

    def parse(self, stream: str, **options: Any) -> Element:
        """Raises: TooDeep."""
        try:
            parsed: Element = super().parse(stream, **options)
        except TooDeep:
            raise TooDeep(self.tokenizer.stream.position()[0]) from None
        return parsed


def check_html(html: str) -> None:
    """Read the sheets that an adjusted template made.

    Raises:
        UnsafeHtml: an element, an attribute or a style that could fetch, run or hide something.
        TooDeep: elements stand too deep inside each other.
    """
    for element in _ShallowParser().parse(FRAME + html).iter():
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


class TemplateRefused(AppError):
    """A template that cannot be used, and why; `line` is where, 0 where this is not known."""

    def __init__(self, message: str, line: int = 0, *, cut_short: bool = False) -> None:
        self.why, self.line, self.cut_short = message, line, cut_short
        told = _("Ligne %(line)s : %(why)s") % {"line": line, "why": message} if line else message
        super().__init__("template_refused", told, fields={"text": told}, extra={"line": line})


def original_text(template: str) -> str:
    """What one starts from: the inside of a document's own template, "tournaments/paper/pdf/ranking.html"."""
    body = _BODY.search(_source(template))
    if body is None:
        raise ValueError(f"{template} has no block of sheets")
    lines = body[1].strip("\n").splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines).rstrip() + "\n"


def compile_text(text: str, template: str) -> Template:
    """A text made ready to be rendered in place of the sheets of the document of `template`.

    Raises:
        TemplateRefused: too long, or not understood.
    """
    if len(text) > LONGEST_TEXT:
        raise TemplateRefused(_("un gabarit a %(most)s caractères au plus.") % {"most": LONGEST_TEXT})
    try:
        return Template(text, engine=_engine(template))
    except RecursionError as error:
        raise TemplateRefused(too_deep()) from error
    except (TemplateSyntaxError, TemplateDoesNotExist) as error:
        raise _refused(error) from error


def render_text(compiled: Template, context: Mapping[str, Any]) -> str:
    """The sheets of a document as an adjusted template sets them.

    Args:
        context: what the document's own template is given, unwrapped.

    Raises:
        TemplateRefused: an error in what it asks for, too much work or output, or an element that is no text.
    """
    try:
        html: str = compiled.render(MeteredContext({name: shown(value) for name, value in context.items()}))
        if len(html) > MOST_OUTPUT:
            raise TooMuch
        check_html(html)
    except UnsafeHtml as error:
        raise TemplateRefused(_("« %(part)s » n’est pas permis sur le papier.") % {"part": error}) from error
    except TooDeep as error:
        raise TemplateRefused(too_deep(), _line_too_deep(compiled.source)) from error
    except (TooMuch, RecursionError) as error:
        told = _("ce gabarit répète trop de choses ; simplifiez ses boucles.")
        raise TemplateRefused(told, _line_of(error)) from error
    except OutOfTime as error:
        raise TemplateRefused(too_long(), _line_of(error), cut_short=True) from error
    except MemoryError as error:
        error.__traceback__ = None  # with all that was written
        raise TemplateRefused(too_large(), _line_of(error), cut_short=True) from None
    except Exception as error:
        raise _refused(error) from error
    return mark_safe(html)  # noqa: S308  # check_html has read it


def too_deep() -> str:
    return _("ce gabarit emboîte trop de choses ; simplifiez-le.")


def too_long() -> str:
    return _("ce gabarit demande trop de temps ; simplifiez-le.")


def too_large() -> str:
    return _("ce gabarit demande trop de mémoire ; simplifiez-le.")


def _refused(error: Exception) -> TemplateRefused:
    cause = str(error).splitlines()[0] if str(error) else type(error).__name__
    told = _("ceci est incompréhensible (%(cause)s).") % {"cause": cause[:160]}
    return TemplateRefused(told, _line_of(error))


def _line_of(error: BaseException) -> int:
    """Where the error is; those in a partial template have no line of the organiser's."""
    where = getattr(error, "template_debug", {})
    return where.get("line", 0) if where.get("name") == "<unknown source>" else 0


def _line_too_deep(text: str) -> int:
    """Return the line of a template where its elements stand too deep; 0 if only a loop makes them."""
    try:
        _ShallowParser().parse(FRAME + text)
    except TooDeep as error:
        return int(error.args[0])
    return 0


@cache
def _engine(template: str) -> Engine:
    """One that knows the partial templates which the document's own uses. `debug` only keeps line numbers."""
    partials = {name: _LOAD.sub("", _source(name)) for name in _partials(template)}
    engine = Engine(loaders=[("django.template.loaders.locmem.Loader", partials)], debug=True)
    engine.template_libraries = {}
    engine.template_builtins = [sandbox_library()]
    return engine


def _partials(template: str) -> set[str]:
    """Names of all that a template includes, and of what these include."""
    found: set[str] = set()
    waiting = [template]
    while waiting:
        for name in _INCLUDE.findall(_source(waiting.pop())):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _source(name: str) -> str:
    source: str = get_template(name).template.source  # type: ignore[attr-defined]
    return source
