"""Rankings that a whole hall reads: rendered and packed once a version, and nobody waits long for it."""

import gzip
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override

from common.web_server.shared_answers import MARK_HEADER, SHOWN

FRESH_SECONDS = 30
"""What neither mark nor key tells of, say the name of a table, shows after this long."""
KEPT_SECONDS = 600
RENDERING_SECONDS = 10
"""Whoever renders is given so long before another one does."""
PATIENCE_SECONDS, STEP_SECONDS = 0.3, 0.01
"""For which somebody else's rendering is waited for, and between two looks: less than until a page that got
the ranking before asks again."""
ASKED_SECONDS = 60
"""A language that nobody asked for within this long is not rendered with the others."""
PACKED_LEVEL = 6
"""A quarter of the time of the highest, for a tenth more bytes."""

WAITING = 2
"""Threads of a process that wait at a time, one for each language: the others have results to store."""
_places_to_wait = threading.Semaphore(WAITING)

Render = Callable[[], str]
"""Writes what is prepared, as HTML in the language in force."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A ranking as it is sent, in one language."""

    mark: str
    """Of the version, as the page's polls name it."""
    rendered_at: float
    """Seconds since the epoch."""
    packed: bytes
    """Its HTML, with gzip: a hall reads it over one Wi-Fi."""

    @property
    def html(self) -> str:
        return gzip.decompress(self.packed).decode()

    def is_fresh(self, mark: str) -> bool:
        return self.mark == mark and 0 <= time.time() - self.rendered_at < FRESH_SECONDS


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was rendered last of one thing, by language."""

    rendered: Mapping[str, Rendered] = field(default_factory=dict)
    asked_at: Mapping[str, float] = field(default_factory=dict)
    """When somebody last rendered because he wanted it in this language."""


def rendered_once(key: str, mark: str, prepare: Callable[[], Render]) -> Rendered:
    """The ranking of this mark in the language in force; the one before while somebody else renders for long.

    Whoever renders does so in every language that is asked for: what is shown is loaded once.

    Args:
        key: what is shown, whatever its version and language.
        prepare: loads what is shown.
    """
    language, flag = get_language() or "", f"{key}:rendering"
    known = _kept(key).rendered.get(language)
    if known and known.is_fresh(mark):
        return known
    if known and not _may_render(flag):
        found = _rendered_meanwhile(key, mark, language, flag)
        if found or not _may_render(flag):
            return found or known
    kept = _kept(key)
    known = kept.rendered.get(language)  # whoever rendered may have ended since
    if not known or not known.is_fresh(mark):
        kept = _render_all(kept, mark, language, prepare())
        cache.set(key, kept, KEPT_SECONDS)
    cache.delete(flag)
    return kept.rendered[language]


def _rendered_meanwhile(key: str, mark: str, language: str, flag: str) -> Rendered | None:
    """What somebody else renders, once it is there; None where he ends without it, or takes long, or where
    too many wait already.
    """
    if not _places_to_wait.acquire(blocking=False):
        return None
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            found = _kept(key).rendered.get(language)
            if found and found.is_fresh(mark):
                return found
            if cache.get(flag) is None:
                return None
            time.sleep(STEP_SECONDS)
    finally:
        _places_to_wait.release()
    return None


def _kept(key: str) -> _Kept:
    return cache.get(key) or _Kept()


def _render_all(kept: _Kept, mark: str, language: str, render: Render) -> _Kept:
    now = time.time()
    asked_at = {asked: at for asked, at in kept.asked_at.items() if 0 <= now - at < ASKED_SECONDS} | {
        language: now
    }
    rendered = {}
    for asked in asked_at:
        with override(asked):
            packed = gzip.compress(render().encode(), PACKED_LEVEL, mtime=0)
        rendered[asked] = Rendered(mark, time.time(), packed)
    return _Kept(rendered, asked_at)


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


def answer_poll(request: HttpRequest, key: str, mark: str, prepare: Callable[[], Render]) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows (`?shown=`) is the last to be had.

    Where that is an earlier one, because the last is rendered for long, the answer says when to ask again.
    """
    seen = request.GET.get(SHOWN)
    if seen == mark:
        return HttpResponse(status=204)
    rendered = rendered_once(key, mark, prepare)
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
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
