"""Search for the secret part of addresses that give access by themselves, from the URL patterns."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

SECRET_ARGUMENTS = frozenset({"secret", "token"})
"""Names of path arguments that give access. A test lists all other names in use."""

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")
SLASH = "(?:/|%2[Ff])"
"""Pattern of a slash, also in an address inside the query of another one."""
PART = r"""(?:(?!%2[Ff])[^/\s?&#"'<>])+"""
"""Pattern of the text between two slashes."""


@lru_cache(maxsize=1)
def secret_addresses() -> re.Pattern[str]:
    """Return a pattern that finds each address with a secret in a text. Its group `secret` is the secret."""
    prefixes = sorted(set(_before_secrets(get_resolver().url_patterns)))
    return re.compile(f"(?P<before>{'|'.join(prefixes)})(?P<secret>{PART})")


def _before_secrets(patterns: Iterable[URLPattern | URLResolver], route: str = "/") -> Iterator[str]:
    """Yield a pattern for the text before each secret, for each address."""
    for pattern in patterns:
        full_route = route + str(pattern.pattern) if isinstance(pattern.pattern, RoutePattern) else route
        if isinstance(pattern, URLResolver):
            yield from _before_secrets(pattern.url_patterns, full_route)
            continue
        for argument in ARGUMENT.finditer(full_route):
            if argument[1] in SECRET_ARGUMENTS:
                yield _expression(full_route[: argument.start()])


def _expression(route: str) -> str:
    literals = ARGUMENT.sub("\0", route).split("\0")
    return f"{PART}?".join(re.escape(literal).replace("/", SLASH) for literal in literals)
