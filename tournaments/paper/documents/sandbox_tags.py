"""The tags and filters of adjusted templates: they set text, none reads a file, an address or a setting."""

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
from tournaments.paper.documents.shown import raw_of, shown

MOST_ROUNDS = 50_000
"""Rounds of all loops together."""
MOST_LETTERS = 20_000_000
"""Of all rounds together, those of an inner loop counted in the outer, too."""
MOST_TEXT = 200_000
"""Letters of one value: a drawing of a whole table has a tenth of that."""
LARGEST_ARGUMENT = 100
"""A number given to a filter: how many decimals, which seat."""
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
HOUSE_LIBRARIES = ("etui", "rankings", "prizes", "homologation", "rulings", "sessions", "known_results")
"""Ours, filters alone: they write values, and belong to layers above this one."""
TEXT_TAGS = ("translate", "blocktranslate")
_NUMBER_OR_TEXT = re.compile(r"[sd]|0?[1-9]d")


class TooMuch(Exception):
    """A template makes more than fits on paper."""


class Meter:
    """What one rendering has used of what it may use: rounds, letters; its seconds are its process's."""

    def __init__(self) -> None:
        self.rounds = 0
        self.letters = 0

    def count(self, letters: int) -> None:
        """One more round, which wrote so many letters; TooMuch when that is too much."""
        self.rounds += 1
        self.letters += letters
        if self.rounds > MOST_ROUNDS or self.letters > MOST_LETTERS:
            raise TooMuch


class MeteredContext(Context):
    """The values of one rendering, with its meter."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(dict(values))
        self.meter = Meter()


class MeteredNode(Node):
    """The inside of a loop; each round is counted with what it wrote."""

    child_nodelists = ("nodelist",)

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        written = self.nodelist.render(context)
        context.meter.count(len(written))  # type: ignore[attr-defined]  # a MeteredContext
        return written


def metered_for(parser: Parser, token: Token) -> Node:
    """`for`, its rounds counted."""
    node = defaulttags.do_for(parser, token)
    inside = MeteredNode(cast("NodeList", node.nodelist_loop))
    inside.token = token
    if parser.origin is not None:
        inside.origin = parser.origin
    node.nodelist_loop = NodeList([inside])
    return node


def center(value: object, width: int) -> str:
    """Django's, up to a width that fits on paper."""
    return defaultfilters.center(str(value), min(int(width), WIDEST))


def add(value: object, other: object) -> int | str:
    """The sum of two whole numbers; nothing else grows."""
    try:
        return int(str(value)) + int(str(other))
    except ValueError:
        return ""


def join(value: Any, between: Any, *, autoescape: bool = True) -> str:
    """Django's, refused before it is made when it is too long."""
    parts = list(value) if isinstance(value, Iterable) else [value]
    written = [conditional_escape(part) if autoescape else str(part) for part in parts]
    if sum(map(len, written)) + len(written) * len(str(between)) > MOST_TEXT:
        raise TooMuch
    return mark_safe((conditional_escape(between) if autoescape else str(between)).join(written))  # noqa: S308


join.needs_autoescape = True  # type: ignore[attr-defined]  # as Library.filter says it
join.is_safe = True  # type: ignore[attr-defined]


def stringformat(value: object, form: str) -> str:
    """Django's, for text and for whole numbers of up to nine digits."""
    return defaultfilters.stringformat(value, form) if _NUMBER_OR_TEXT.fullmatch(str(form)) else ""


def drawing(value: object) -> str:
    """A drawing of ours as it is, any other text as text; all that is written is checked afterwards."""
    text = str(value)
    return mark_safe(text) if text.startswith("<svg ") else text  # noqa: S308


@cache
def sandbox_library() -> Library:
    """Every tag and filter there is in an adjusted template."""
    library = Library()
    for name in DJANGO_TAGS:
        library.tag(name, defaulttags.register.tags[name])
    for name in TEXT_TAGS:
        library.tag(name, i18n.register.tags[name])
    library.tag("for", metered_for)
    library.tag("include", loader_tags.do_include)
    for name in DJANGO_FILTERS:
        library.filters[name] = _bounded(defaultfilters.register.filters[name])
    library.filters["date"] = _bounded(dates.register.filters["date"])
    known = engines["django"].engine.template_libraries  # type: ignore[attr-defined]
    for house in HOUSE_LIBRARIES:
        library.filters.update({name: _unwrapped(made) for name, made in known[house].filters.items()})
    for name, made in (("center", center), ("add", add), ("stringformat", stringformat), ("safe", drawing)):
        library.filter(name, _unwrapped(made))
    library.filters["join"] = join
    return library


def _bounded(made: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that gives no longer texts than paper needs."""

    @wraps(made)
    def answer(*values: Any, **options: Any) -> Any:
        written = made(*values, **options)
        if isinstance(written, str) and len(written) > MOST_TEXT:
            raise TooMuch
        return written

    return answer


def _unwrapped(made: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of ours: given what a shown value stands for, its answer shown again."""

    @wraps(made)
    def answer(value: Any, *arguments: Any) -> Any:
        return shown(made(raw_of(value), *(_small(raw_of(each)) for each in arguments)))

    return _bounded(answer)


def _small(argument: Any) -> Any:
    """An argument, a number no larger than any of ours: decimals cost their number, squared."""
    if isinstance(argument, int) and not isinstance(argument, (bool, Enum)):
        return max(-LARGEST_ARGUMENT, min(argument, LARGEST_ARGUMENT))
    return argument
