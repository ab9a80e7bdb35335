"""Policy of a view for the web server: lane, largest body of a request, sharing of responses.

Decorators set one attribute on a view, a function or a class. The gates of `config/asgi.py` read it
through the URL resolver, so that an address is written in its `urls.py` only. Examples:

    @takes_file(LARGEST_PHOTO)
    @require_POST
    def dispute(request): ...

    set_defaults(urlpatterns, lane="passwords", max_body=FORM_BYTES)
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.urls import Resolver404, ResolverMatch, URLPattern, URLResolver, get_resolver, resolve

from common.requests.limits import Kind

View = TypeVar("View", bound=Callable[..., Any])

ATTRIBUTE = "web_policy"
"""Attribute of a view that holds the declared fields of its policy."""
UPLOADS = "uploads"
"""Lane of forms with a file."""
FORM_BYTES = 256 * 1024
"""Largest body of a form of text, and of the text beside a file."""
LONGEST_CACHED = 200
MOST_CACHED = 4096


class Audience(Enum):
    """Group of clients that get the same response."""

    ONE = "one"
    STRANGERS = "strangers"
    """Clients whose only cookies are the language and the CSRF token."""
    WITHOUT_SESSION = "without session"
    """Clients without a session: the response does not depend on any other cookie."""
    BY_MARK = "by mark"
    """Clients without a session. A mark is in the response, and `?shown=` is no part of the cache key."""


@dataclass(frozen=True, slots=True)
class Policy:
    lane: str = ""
    """Name of a lane of `config/asgi.py`, "" for the threads of the site. A lane also limits the methods."""
    max_body: int = field(default_factory=lambda: settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    """Largest body of a request in bytes."""
    audience: Audience = Audience.ONE
    hides_nothing: bool = False
    """True if no change of this view can hide what a shared page shows."""
    limit: Kind | None = None
    """Limit that the view checks first. Requests that it refuses need no lane."""


def lane(name: str) -> Callable[[View], View]:
    """Give a view the threads of a lane."""
    return _declare(lane=name)


def max_body(size: int) -> Callable[[View], View]:
    """Refuse requests with a body of more than `size` bytes with 413."""
    return _declare(max_body=size)


def takes_file(largest: int) -> Callable[[View], View]:
    """Accept a form with files of `largest` bytes together, in the lane of uploads."""
    usual: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return _declare(lane=UPLOADS, max_body=max(usual, largest + FORM_BYTES))


def limited_by(kind: Kind) -> Callable[[View], View]:
    """Declare the limit that the view checks first."""
    return _declare(limit=kind)


def shared_between_anonymous_clients(view: View) -> View:
    """Share the page between clients without cookies of their own. The view must not count its readers."""
    return _declare(audience=Audience.STRANGERS)(view)


def shared_poll(view: View) -> View:
    """Share the responses to polls between clients without a session: no other cookie may change them."""
    return _declare(audience=Audience.WITHOUT_SESSION)(view)


def shared_by_version(view: View) -> View:
    """Share the responses to polls that have the header Etui-Mark, for clients with any mark."""
    return _declare(audience=Audience.BY_MARK)(view)


def hides_nothing(view: View) -> View:
    """Keep shared pages in the cache when this view changes something."""
    return _declare(hides_nothing=True)(view)


def set_defaults(patterns: Sequence[URLPattern | URLResolver], **fields: Any) -> None:
    """Set policy fields for all views of `patterns`. The fields that a view declares take precedence."""
    for _route, view in _views(patterns):
        setattr(view, ATTRIBUTE, fields | _declared(view))


def policy_of_view(view: Callable[..., Any]) -> Policy:
    """Return the policy of a view. Fields of a class-based view take precedence over those of its class."""
    return Policy(**_declared(view))


def policy_of(scope: Mapping[str, Any]) -> Policy:
    """Return the policy of a request from its path alone, the default one for a path without a view."""
    match = match_of(scope["path"].removeprefix(scope.get("root_path", "")))
    return _cached_policy(match.func if match else None)


def match_of(path: str) -> ResolverMatch | None:
    """Return the view and the arguments of a path, None for a path without a view."""
    # a long path would only push others out of the cache
    resolver = _match if len(path) > LONGEST_CACHED else _cached_match
    return resolver(path, settings.ROOT_URLCONF)


def all_policies() -> dict[str, Policy]:
    """Return the policy of each route of the site."""
    return {route: policy_of_view(view) for route, view in _views(get_resolver().url_patterns)}


def _match(path: str, urlconf: str) -> ResolverMatch | None:
    try:
        return resolve(path, urlconf)
    except Resolver404:
        return None


_cached_match = lru_cache(maxsize=MOST_CACHED)(_match)


@lru_cache(maxsize=MOST_CACHED)
def _cached_policy(view: Callable[..., Any] | None) -> Policy:
    return Policy() if view is None else policy_of_view(view)


def _declare(**fields: Any) -> Callable[[View], View]:
    def decorate(view: View) -> View:
        # a new mapping: functools.wraps and inheritance share the mapping of the original
        setattr(view, ATTRIBUTE, getattr(view, ATTRIBUTE, {}) | fields)
        return view

    return decorate


def _declared(view: Callable[..., Any]) -> dict[str, Any]:
    view_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
    return getattr(view_class, ATTRIBUTE, {}) | getattr(view, ATTRIBUTE, {})


def _views(
    patterns: Sequence[URLPattern | URLResolver], route: str = ""
) -> Iterator[tuple[str, Callable[..., Any]]]:
    for pattern in patterns:
        full_route = f"{route}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from _views(pattern.url_patterns, full_route)
        else:
            yield full_route, pattern.callback
