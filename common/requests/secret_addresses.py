"""Finding the secret part of addresses that give access by themselves, from the URL patterns of the site."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

SECRET_ARGUMENTS = frozenset({"secret", "token"})
"""How addresses name what opens something for whoever has it; a test knows every other name in use."""

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
SLASH = "(?:/|%2[Ff])"
"""Also as one address stands in the query of another."""
PART = r"""(?:(?!%2[Ff])[^/\s?&#"'<>])+"""
"""What stands between two slashes."""


@lru_cache(maxsize=1)
def secret_addresses() -> re.Pattern[str]:
    """Finds each secret of an address as the group `secret`, wherever the address stands in a text."""
    befores = sorted(set(_before_secrets(get_resolver().url_patterns)))
    return re.compile(f"(?P<before>{'|'.join(befores)})(?P<secret>{PART})")


def _before_secrets(patterns: Iterable[URLPattern | URLResolver], route: str = "/") -> Iterator[str]:
    """An expression for what stands before each secret of each address."""
    for pattern in patterns:
        whole = route + str(pattern.pattern) if isinstance(pattern.pattern, RoutePattern) else route
        if isinstance(pattern, URLResolver):
            yield from _before_secrets(pattern.url_patterns, whole)
            continue
        for argument in ARGUMENT.finditer(whole):
            if argument[1] in SECRET_ARGUMENTS:
                yield _expression(whole[: argument.start()])


def _expression(route: str) -> str:
    literals = ARGUMENT.sub("\0", route).split("\0")
    return f"{PART}?".join(re.escape(literal).replace("/", SLASH) for literal in literals)
