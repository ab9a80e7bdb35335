"""Tags and filters of adjusted templates. They set text; none reads a file, an address or a setting."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache, wraps
from typing import Any, cast

from django.template import (
    Context,
    Library,
    Node,
    NodeList,
    defaultfilters,
    defaulttags,
    engines,
    loader_tags,
)
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.base.words import dates
from tournaments.paper.documents.making.shown import as_template_value, raw_of

MOST_ROUNDS = 50_000
"""Largest number of iterations of all loops together."""
MOST_LETTERS = 20_000_000
"""Largest number of letters of all iterations. Those of an inner loop count in the outer one, too."""
MOST_TEXT = 200_000
"""Largest number of letters of one value. The drawing of a whole table has a tenth of it."""
LARGEST_ARGUMENT = 100
"""Largest number as the argument of a filter: decimals, a seat."""
WIDEST = 200
# fmt: off
DJANGO_TAGS = (
    "comment", "cycle", "firstof", "if", "ifchanged", "regroup", "resetcycle", "spaceless",
    "templatetag", "verbatim", "widthratio", "with",
)
# fmt: on
# fmt: off
DJANGO_FILTERS = (
    "capfirst", "cut", "default", "default_if_none", "divisibleby", "escape", "first",
    "force_escape", "last", "length", "linebreaksbr", "lower", "pluralize", "slice",
    "striptags", "time", "title", "truncatechars", "truncatewords", "upper", "yesno",
)
# fmt: on
HOUSE_LIBRARIES = (
    "claims",
    "etui",
    "rankings",
    "seasons",
    "prizes",
    "homologation",
    "rulings",
    "sessions",
    "known_results",
)
"""Our own libraries, for their filters alone. They format values and belong to layers above this one."""
TEXT_TAGS = ("translate", "blocktranslate")
# a width has one digit: with more, a short template could make a text of any length
_NUMBER_OR_TEXT = re.compile(r"[sd]|0?[1-9]d")


class TooMuch(Exception):
    """A template whose output is more than fits on paper."""


class Meter:
    """Counter of the iterations and letters of one rendering. Its process limits the time."""

    def __init__(self) -> None:
        self.rounds = 0
        self.letters = 0

    def count(self, letters: int) -> None:
        """Count one more iteration with so many letters.

        Raises:
            TooMuch: a limit is exceeded.
        """
        self.rounds += 1
        self.letters += letters
        if self.rounds > MOST_ROUNDS or self.letters > MOST_LETTERS:
            raise TooMuch


class MeteredContext(Context):
    """Values of one rendering, with its meter."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(dict(values))
        self.meter = Meter()


class MeteredNode(Node):
    """Body of a loop. Each iteration is counted with its output."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        output = self.nodelist.render(context)
        context.meter.count(len(output))  # type: ignore[attr-defined]  # a MeteredContext
        return output


def metered_for(parser: Parser, token: Token) -> Node:
    """Parse Django's `for` with counted iterations."""
    node = defaulttags.do_for(parser, token)
    body = MeteredNode(cast("NodeList", node.nodelist_loop))
    body.token = token
    if parser.origin is not None:
        body.origin = parser.origin
    node.nodelist_loop = NodeList([body])
    return node


def center(value: object, width: int) -> str:
    """Center as Django does, up to a width that fits on paper."""
    return defaultfilters.center(str(value), min(int(width), WIDEST))


def add(value: object, addend: object) -> int | str:
    """Return the sum of two whole numbers, "" for other values, which could grow without limit."""
    try:
        return int(str(value)) + int(str(addend))
    except ValueError:
        return ""


def join(value: Any, separator: Any, *, autoescape: bool = True) -> str:
    """Join as Django does. Refuse a text that would be too long before it is built."""
    parts = list(value) if isinstance(value, Iterable) else [value]
    texts = [conditional_escape(part) if autoescape else str(part) for part in parts]
    if sum(map(len, texts)) + len(texts) * len(str(separator)) > MOST_TEXT:
        raise TooMuch
    return mark_safe((conditional_escape(separator) if autoescape else str(separator)).join(texts))  # noqa: S308


join.needs_autoescape = True  # type: ignore[attr-defined]  # as Library.filter sets it
join.is_safe = True  # type: ignore[attr-defined]


def stringformat(value: object, form: str) -> str:
    """Format as Django does, but only text and whole numbers of up to nine digits."""
    return defaultfilters.stringformat(value, form) if _NUMBER_OR_TEXT.fullmatch(str(form)) else ""


def drawing(value: object) -> str:
    """Return one of our drawings unescaped, any other value as text. `check_html` checks the output."""
    text = str(value)
    return mark_safe(text) if text.startswith("<svg ") else text  # noqa: S308


@cache
def sandbox_library() -> Library:
    """Return the library of all tags and filters of adjusted templates."""
    library = Library()
    for name in DJANGO_TAGS:
        library.tag(name, defaulttags.register.tags[name])
    for name in TEXT_TAGS:
        library.tag(name, i18n.register.tags[name])
    library.tag("for", metered_for)
    library.tag("include", loader_tags.do_include)
    for name in DJANGO_FILTERS:
        library.filters[name] = _with_bounded_result(defaultfilters.register.filters[name])
    library.filters["date"] = _with_bounded_result(dates.register.filters["date"])
    libraries = engines["django"].engine.template_libraries  # type: ignore[attr-defined]
    for house in HOUSE_LIBRARIES:
        library.filters.update(
            {
                name: _on_raw_values(filter_function)
                for name, filter_function in libraries[house].filters.items()
            }
        )
    for name, filter_function in (
        ("center", center),
        ("add", add),
        ("stringformat", stringformat),
        ("safe", drawing),
    ):
        library.filter(name, _on_raw_values(filter_function))
    library.filters["join"] = join
    return library


def _with_bounded_result(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter with a limit on the length of its result."""

    @wraps(function)
    def bounded_function(*values: Any, **options: Any) -> Any:
        result = function(*values, **options)
        if isinstance(result, str) and len(result) > MOST_TEXT:
            raise TooMuch
        return result

    return bounded_function


def _on_raw_values(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return one of our filters for wrapped values: it gets the raw value and its result is wrapped."""

    @wraps(function)
    def unwrapped_function(value: Any, *arguments: Any) -> Any:
        return as_template_value(
            function(raw_of(value), *(_limit_argument(raw_of(argument)) for argument in arguments))
        )

    return _with_bounded_result(unwrapped_function)


def _limit_argument(argument: Any) -> Any:
    """Return an argument, limited if it is a number. The cost of decimals grows with their square."""
    if isinstance(argument, int) and not isinstance(argument, (bool, Enum)):
        return max(-LARGEST_ARGUMENT, min(argument, LARGEST_ARGUMENT))
    return argument
