"""Rendering of templates that an organiser edits, limited to the layout of the given values.

The engine has only the tags and filters of `sandbox_tags`, the partial templates of the documents and values
wrapped by `as_template_value`. The output is checked: only elements and attributes that set text, no address
of a resource. If a template is refused, the caller prints the original instead.
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
from tournaments.paper.documents.making.sandbox_tags import MeteredContext, TooMuch, sandbox_library
from tournaments.paper.documents.making.shown import as_template_value

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
"""Pattern of parts refused in a style: addresses, style sheets, escaped letters, the end of the style."""
LINK = re.compile(r"(?:https?://|/|#)", re.IGNORECASE)
"""Pattern for the start of a link's address. A person may follow it; no program fetches it."""
LONGEST_TEXT = 40_000
"""Largest number of letters of a template."""
DEEPEST = 100
"""Largest depth of nested elements: a parser of HTML takes seconds for thousands."""
MOST_OUTPUT = 5_000_000
"""Largest number of letters in the output for a part of a document."""

_BODY = re.compile(r"\{% block sheets %\}(.*)\{% endblock %\}", re.DOTALL)
_INCLUDE = re.compile(r'\{% include "([^"]+)"')
_LOAD = re.compile(r"\{% load [^%]+%\}\n?")
FRAME = "<!DOCTYPE html><body>"
"""Start of the parsed text. Without an element of its own, a text could be taken for a file name."""
FRAME_ELEMENTS = ("html", "head", "body")
XHTML, SVG = "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"


class UnsafeHtml(ValueError):
    """A forbidden element, attribute or style; the message names it."""


class TooDeep(ValueError):
    """Elements nested too deep. The argument is the line where the limit is exceeded."""


class _OpenElements(list[Any]):
    def append(self, element: Any) -> None:
        # the list of open elements is as long as the current element is deep
        if len(self) >= DEEPEST:
            raise TooDeep
        super().append(element)


class _ShallowParser(HTMLParser):  # type: ignore[misc]
    """A parser that stops as soon as elements are nested too deep."""

    def reset(self) -> None:
        super().reset()
        self.tree.open_elements = _OpenElements(self.tree.open_elements)

    def parse(self, stream: str, **options: Any) -> Element:
        """Parse a text.

        Raises:
            TooDeep: elements are nested too deep.
        """
        try:
            root: Element = super().parse(stream, **options)
        except TooDeep:
            raise TooDeep(self.tokenizer.stream.position()[0]) from None
        return root


def check_html(html: str) -> None:
    """Check the sheets that an adjusted template has produced.

    Raises:
        UnsafeHtml: an element, an attribute or a style that could fetch, run or hide something.
        TooDeep: elements are nested too deep.
    """
    for element in _ShallowParser().parse(FRAME + html).iter():
        if isinstance(element.tag, str):  # a comment has a function there
            _check_element(element)


def _check_element(element: Element) -> None:
    space, _brace, name = element.tag.removeprefix("{").partition("}")
    if name in FRAME_ELEMENTS and space == XHTML:
        permitted_attributes = frozenset[str]()
    elif name in ELEMENTS and space in (XHTML, SVG):
        permitted_attributes = ATTRIBUTES
    else:
        raise UnsafeHtml(f"<{name}>")
    for attribute, value in element.attrib.items():
        if space == XHTML and name == "a" and attribute == "href" and LINK.match(value):
            continue
        # names of attributes in a namespace begin with its address in braces
        if attribute.lower() not in permitted_attributes and not (
            permitted_attributes and attribute.startswith("aria-")
        ):
            raise UnsafeHtml(f"{name} {attribute.partition('}')[2] or attribute}=")
        if attribute == "style":
            _check_style(value)
    if name == "style":
        _check_style("".join(element.itertext()))


def _check_style(style: str) -> None:
    match = STYLE_REFUSED.search(style)
    if match is not None:
        raise UnsafeHtml(match[0])


class TemplateRefused(AppError):
    """A template that cannot be used. `why` is the reason, `line` its line or 0."""

    def __init__(self, message: str, line: int = 0, *, cut_short: bool = False) -> None:
        self.why, self.line, self.cut_short = message, line, cut_short
        full_message = _("Ligne %(line)s : %(why)s") % {"line": line, "why": message} if line else message
        super().__init__(
            "template_refused", full_message, fields={"text": full_message}, extra={"line": line}
        )


def original_text(template: str) -> str:
    """Return the start of an adjusted template: the block of sheets of a document's own template.

    Args:
        template: name of the document's own template, "tournaments/paper/pdf/ranking.html".
    """
    body = _BODY.search(_source(template))
    if body is None:
        raise ValueError(f"{template} has no block of sheets")
    lines = body[1].strip("\n").splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines).rstrip() + "\n"


def compile_text(text: str, template: str) -> Template:
    """Compile a text that replaces the sheets of the document of `template`.

    Raises:
        TemplateRefused: the text is too long or cannot be compiled.
    """
    if len(text) > LONGEST_TEXT:
        raise TemplateRefused(_("un gabarit a %(most)s caractères au plus.") % {"most": LONGEST_TEXT})
    try:
        return Template(text, engine=_engine(template))
    except RecursionError as error:
        raise TemplateRefused(too_deep()) from error
    except (TemplateSyntaxError, TemplateDoesNotExist) as error:
        raise _refusal(error) from error


def render_text(template: Template, context: Mapping[str, Any]) -> str:
    """Return the sheets of a document, set by an adjusted template.

    Args:
        context: context of the document's own template, not wrapped.

    Raises:
        TemplateRefused: an error in the template, too much work or output, or a forbidden element.
    """
    try:
        html: str = template.render(
            MeteredContext({name: as_template_value(value) for name, value in context.items()})
        )
        if len(html) > MOST_OUTPUT:
            raise TooMuch
        check_html(html)
    except UnsafeHtml as error:
        raise TemplateRefused(_("« %(part)s » n’est pas permis sur le papier.") % {"part": error}) from error
    except TooDeep as error:
        raise TemplateRefused(too_deep(), _line_too_deep(template.source)) from error
    except (TooMuch, RecursionError) as error:
        message = _("ce gabarit répète trop de choses ; simplifiez ses boucles.")
        raise TemplateRefused(message, _line_of(error)) from error
    except OutOfTime as error:
        raise TemplateRefused(too_long(), _line_of(error), cut_short=True) from error
    except MemoryError as error:
        # the traceback holds all that was rendered
        error.__traceback__ = None
        raise TemplateRefused(memory_refusal(), _line_of(error), cut_short=True) from None
    except Exception as error:
        raise _refusal(error) from error
    return mark_safe(html)  # noqa: S308  # checked by check_html


def too_deep() -> str:
    return _("ce gabarit emboîte trop de choses ; simplifiez-le.")


def too_long() -> str:
    return _("ce gabarit demande trop de temps ; simplifiez-le.")


def memory_refusal() -> str:
    return _("ce gabarit demande trop de mémoire ; simplifiez-le.")


def _refusal(error: Exception) -> TemplateRefused:
    cause = str(error).splitlines()[0] if str(error) else type(error).__name__
    message = _("ceci est incompréhensible (%(cause)s).") % {"cause": cause[:160]}
    return TemplateRefused(message, _line_of(error))


def _line_of(error: BaseException) -> int:
    """Return the line of an error in the organiser's text, 0 if it is in a partial template."""
    location = getattr(error, "template_debug", {})
    # an error in a partial template has no line of the organiser's text
    return location.get("line", 0) if location.get("name") == "<unknown source>" else 0


def _line_too_deep(text: str) -> int:
    """Return the line of a template where its elements are nested too deep; 0 if a loop nests them."""
    try:
        _ShallowParser().parse(FRAME + text)
    except TooDeep as error:
        return int(error.args[0])
    return 0


@cache
def _engine(template: str) -> Engine:
    """Return an engine with the partial templates of a document."""
    # the filters that partials load are built into the engine
    partials = {name: _LOAD.sub("", _source(name)) for name in _partials(template)}
    # `debug` only keeps line numbers
    engine = Engine(loaders=[("django.template.loaders.locmem.Loader", partials)], debug=True)
    # no `{% load %}`: a library could read files or settings
    engine.template_libraries = {}
    engine.template_builtins = [sandbox_library()]
    return engine


def _partials(template: str) -> set[str]:
    """Return the names of all templates that a template includes, directly or not."""
    partials: set[str] = set()
    queue = [template]
    while queue:
        for name in _INCLUDE.findall(_source(queue.pop())):
            if name not in partials:
                partials.add(name)
                queue.append(name)
    return partials


def _source(name: str) -> str:
    source: str = get_template(name).template.source  # type: ignore[attr-defined]
    return source
