"""Rankings that a whole hall reads: rendered and packed once a version, and nobody waits for it."""

import gzip
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from common.server.shared_answers import MADE_HEADER, MARK_HEADER, SHOWN

FRESH_SECONDS = 30
"""What neither mark nor key tells of, say the name of a table, shows after this long."""
KEPT_SECONDS = 600
RENDERING_SECONDS = 10
"""Whoever renders is given so long before another one does."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A ranking as it is sent."""

    mark: str
    """Of the version, as the page's polls name it."""
    rendered_at: float
    """Seconds since the epoch."""
    packed: bytes
    """Its HTML, with gzip: a hall reads it over one Wi-Fi."""

    @property
    def html(self) -> str:
        return gzip.decompress(self.packed).decode()


def rendered_once(key: str, mark: str, render: Callable[[], str]) -> Rendered:
    """The ranking of this mark; while somebody else renders it, the one before.

    Args:
        key: what is shown, whatever its version.
    """
    kept: Rendered | None = cache.get(key)
    if kept and kept.mark == mark and 0 <= time.time() - kept.rendered_at < FRESH_SECONDS:
        return kept
    if kept and not _may_render(f"{key}:rendering"):
        return kept
    rendered = Rendered(mark, time.time(), gzip.compress(render().encode(), mtime=0))
    cache.set(key, rendered, KEPT_SECONDS)
    cache.delete(f"{key}:rendering")
    return rendered


def _may_render(flag: str) -> bool:
    """Whether nobody else renders, or the one who began has been given long enough.

    When he began is in the flag itself: a cache that is a server of its own keeps it longer when the clock is
    set back.
    """
    now = time.time()
    if cache.add(flag, now, RENDERING_SECONDS):
        return True
    began = cache.get(flag, now)
    if 0 <= now - began < RENDERING_SECONDS:
        return False
    cache.set(flag, now, RENDERING_SECONDS)
    return True


def answer_poll(request: HttpRequest, key: str, mark: str, render: Callable[[], str]) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows (`?shown=`) is the last to be had.

    Where that is an earlier one, because the last is being rendered, the answer says when to ask again.
    """
    seen = request.GET.get(SHOWN)
    if seen == mark:
        return HttpResponse(status=204)
    rendered = rendered_once(key, mark, render)
    response = HttpResponse(status=204) if seen == rendered.mark else _packed(request, rendered)
    if rendered.mark != mark:
        response.headers["Retry-After"] = "1"
    return response


def _packed(request: HttpRequest, rendered: Rendered) -> HttpResponse:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(rendered.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(rendered.html)
    response.headers[MARK_HEADER] = rendered.mark
    response.headers[MADE_HEADER] = str(rendered.rendered_at)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
