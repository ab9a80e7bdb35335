"""Cache of rendered rankings for a whole hall: rendered and compressed once for each version."""

import gzip
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override

from common.web_server.shared_responses import MARK_HEADER, SHOWN

FRESH_SECONDS = 30
"""Lifetime of a rendering. It bounds the delay of changes without a new version, such as a table's name."""
KEPT_SECONDS = 600
RENDERING_SECONDS = 10
"""Seconds after which another thread renders if the first one has not finished."""
PATIENCE_SECONDS, STEP_SECONDS = 0.3, 0.01
"""Seconds of the longest wait for another thread's rendering, and between two looks at the cache.

The wait is shorter than the time between two polls of a page with the previous version.
"""
ASKED_SECONDS = 60
"""Seconds without a request after which a language is no longer rendered with the others."""
PACKED_LEVEL = 6
"""Level of compression. It takes a quarter of the time of the highest one, for a tenth more bytes."""

WAITING = 2
"""Number of threads of a process that may wait at a time, one for each language.

The other threads stay free to store results.
"""
_places_to_wait = threading.Semaphore(WAITING)

Render = Callable[[], str]
"""Function that returns the prepared ranking as HTML in the current language."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A ranking as it is sent, in one language."""

    mark: str
    """Version of the ranking, as in the polls of the page."""
    rendered_at: float
    """Time of the rendering, in seconds since the epoch."""
    packed: bytes
    """HTML, compressed with gzip because a whole hall shares one Wi-Fi."""

    @property
    def html(self) -> str:
        return gzip.decompress(self.packed).decode()

    def is_fresh(self, mark: str) -> bool:
        return self.mark == mark and 0 <= time.time() - self.rendered_at < FRESH_SECONDS


@dataclass(frozen=True, slots=True)
class _Kept:
    """The last renderings of one cache key, by language.

    Entries in the cache refer to this class by name.
    """

    rendered: Mapping[str, Rendered] = field(default_factory=dict)
    asked_at: Mapping[str, float] = field(default_factory=dict)
    """Time of the last rendering for a request in the language."""


def rendered_once(key: str, mark: str, prepare: Callable[[], Render]) -> Rendered:
    """Return the ranking of this version in the current language.

    While another thread takes long to render, return the previous version. A thread renders in all languages
    in use, so that the data is loaded once.

    Args:
        key: cache key of the ranking, without its version and language.
        prepare: loads the data and returns the function that renders it.
    """
    # the flag marks that a thread renders this key
    language, flag = get_language() or "", f"{key}:rendering"
    cached_ranking = _cached_renderings(key).rendered.get(language)
    if cached_ranking and cached_ranking.is_fresh(mark):
        return cached_ranking
    # a thread without any version renders itself; one with an older version may return that
    if cached_ranking and not _may_render(flag):
        new_ranking = _wait_for_rendering(key, mark, language, flag)
        if new_ranking or not _may_render(flag):
            return new_ranking or cached_ranking
    # another thread may have finished since the first look: read the cache again
    renderings = _cached_renderings(key)
    cached_ranking = renderings.rendered.get(language)
    if not cached_ranking or not cached_ranking.is_fresh(mark):
        renderings = _render_all(renderings, mark, language, prepare())
        cache.set(key, renderings, KEPT_SECONDS)
    cache.delete(flag)
    return renderings.rendered[language]


def _wait_for_rendering(key: str, mark: str, language: str, flag: str) -> Rendered | None:
    """Return another thread's new rendering, or None.

    None if that thread ends without it or takes long, or if too many threads wait already.
    """
    if not _places_to_wait.acquire(blocking=False):
        return None
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            new_ranking = _cached_renderings(key).rendered.get(language)
            if new_ranking and new_ranking.is_fresh(mark):
                return new_ranking
            if cache.get(flag) is None:
                return None
            time.sleep(STEP_SECONDS)
    finally:
        _places_to_wait.release()
    return None


def _cached_renderings(key: str) -> _Kept:
    return cache.get(key) or _Kept()


def _render_all(renderings: _Kept, mark: str, language: str, render: Render) -> _Kept:
    current_time = time.time()
    asked_at = {
        requested_language: last_time
        for requested_language, last_time in renderings.asked_at.items()
        if 0 <= current_time - last_time < ASKED_SECONDS
    } | {language: current_time}
    rendered = {}
    for requested_language in asked_at:
        with override(requested_language):
            # mtime 0: the same HTML gives the same bytes
            packed = gzip.compress(render().encode(), PACKED_LEVEL, mtime=0)
        rendered[requested_language] = Rendered(mark, time.time(), packed)
    return _Kept(rendered, asked_at)


def _may_render(flag: str) -> bool:
    """Return whether this thread may render: no other one does, or that one has exceeded its time."""
    current_time = time.time()
    if cache.add(flag, current_time, RENDERING_SECONDS):
        return True
    # the flag holds its own start: a cache server keeps it longer if the clock is set back
    start = cache.get(flag, current_time)
    if 0 <= current_time - start < RENDERING_SECONDS:
        return False
    cache.set(flag, current_time, RENDERING_SECONDS)
    return True


def answer_poll(request: HttpRequest, key: str, mark: str, prepare: Callable[[], Render]) -> HttpResponse:
    """Return the ranking alone, or 204 if the page (`?shown=`) has the version that is available.

    If that is not the current version, because a thread still renders it, the response has `Retry-After`.
    """
    page_version = request.GET.get(SHOWN)
    if page_version == mark:
        return HttpResponse(status=204)
    rendered = rendered_once(key, mark, prepare)
    response = (
        HttpResponse(status=204) if page_version == rendered.mark else _compressed_response(request, rendered)
    )
    if rendered.mark != mark:
        response.headers["Retry-After"] = "1"
    return response


def _compressed_response(request: HttpRequest, rendered: Rendered) -> HttpResponse:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(rendered.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(rendered.html)
    response.headers[MARK_HEADER] = rendered.mark
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
