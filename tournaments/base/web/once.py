"""Forms that are carried out once: two taps, two devices of one browser, or a page that is sent again.

A form carries a token that was made with its page (`{% once %}`). The same form with the same content, sent
again, gets the response of the first and nothing is done. A form that was refused is carried out, and
one whose content was changed: it is another one. Which forms need no token, and why, is listed in
`tests/tournaments/walks/once_rules.py`.

The database decides which request is the first. The response is kept in the cache alone: it can hold a link
that is shown once, and neither a row nor a backup has that.
"""

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import messages
from django.contrib.messages import constants, get_messages
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.safestring import SafeData, mark_safe

from tournaments.base.services.sent_forms import KEPT_FOR, claim_form, find_sent, note_done, release_form
from tournaments.base.web.error_pages import own_page
from tournaments.models import SentForm

Site = Callable[[HttpRequest], HttpResponse]

FIELD = "once"
"""Of a form, with its token."""
TOKEN = re.compile(r"[\w-]{22}", re.ASCII)
PATIENCE = 3.0
"""Seconds for which a second sending waits for the first; longer ones are told to come back."""
PAUSE = 0.05
KEPT_SECONDS = int(KEPT_FOR.total_seconds())
NOT_CONTENT = frozenset({FIELD, "csrfmiddlewaretoken"})


def make_token() -> str:
    """A token for one form of a page."""
    return secrets.token_urlsafe(16)


class NotedMessages(FallbackStorage):
    """Django's own storage of messages, which also lists what this request adds for the next page."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.added: list[Message] = []

    def add(self, level: int, message: Any, extra_tags: str | None = "") -> None:
        super().add(level, message, extra_tags)
        if message:
            self.added.append(Message(level, message, extra_tags or ""))


class OnceMiddleware:
    """Carries out each form with a token once. It comes after accounts, messages and the CSRF check."""

    def __init__(self, get_response: Site) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        sent: SentForm | None = getattr(request, "sent_form", None)
        if sent is not None:
            if is_done(request, response):
                cache.set(_cache_key(sent.key), _kept_response(request, response), KEPT_SECONDS)
                note_done(sent)
            else:
                release_form(sent)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """The answer to a form that was carried out before; None lets the page carry it out."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        token = token_of(request)
        if not TOKEN.fullmatch(token):
            return None
        key = form_key(request, token)
        limit = time.monotonic() + PATIENCE
        while True:
            sent = claim_form(key)
            if sent is not None:
                request.sent_form = sent  # type: ignore[attr-defined]
                request.was_signed_in = request.user.is_authenticated  # type: ignore[attr-defined]
                return None
            earlier = find_sent(key)
            is_done_before = earlier is not None and earlier.answer is not None
            if is_done_before and (kept := cache.get(_cache_key(key))) is not None:
                return _give_again(request, kept)
            if is_done_before or time.monotonic() > limit:
                return render(
                    request,
                    "tournaments/base/public/sent_before.html",
                    {"page": own_page(request)},
                    status=409,
                )
            time.sleep(PAUSE)


def token_of(request: HttpRequest) -> str:
    """The token of the form that was sent, "" without one."""
    return request.POST.get(FIELD, "") or request.GET.get(FIELD, "")


def is_done(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether a form did what it says: it leads to another page, with no message of an error."""
    return 300 <= response.status_code < 400 and all(
        message.level < constants.ERROR for message in _added_messages(request)
    )


def form_key(request: HttpRequest, token: str) -> str:
    """What makes two sendings the same: the page's token, who sends it, where to, and what it says."""
    user = request.user.pk if request.user.is_authenticated else request.META.get("CSRF_COOKIE", "")
    parts = hashlib.sha256()
    for part in (token, str(user), request.get_full_path(), *_content(request)):
        encoded = part.encode("utf-8", "surrogatepass")
        parts.update(b"%d:%b" % (len(encoded), encoded))
    return parts.hexdigest()


def _content(request: HttpRequest) -> Iterator[str]:
    for name, values in request.POST.lists():
        if name not in NOT_CONTENT:
            yield from (name, *values)
    for name, files in request.FILES.lists():
        for file in files:
            digest = hashlib.sha256()
            for chunk in file.chunks():
                digest.update(chunk)
            file.seek(0)
            yield from (name, file.name or "", digest.hexdigest())


def _cache_key(key: str) -> str:
    return f"once:{key}"


def _added_messages(request: HttpRequest) -> list[Message]:
    """Return the messages that this request adds for the next page."""
    storage = get_messages(request)
    return storage.added if isinstance(storage, NotedMessages) else []


def _kept_response(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    return {
        "to": response.headers.get("Location", ""),
        "status": response.status_code,
        "messages": [
            (message.level, str(message.message), message.extra_tags, isinstance(message.message, SafeData))
            for message in _added_messages(request)
        ],
        "session": request.session.session_key if _has_signed_in(request) else None,
        "cookies": [
            (name, morsel.value, {key: str(value) for key, value in morsel.items() if value})
            for name, morsel in response.cookies.items()
        ],
    }


def _give_again(request: HttpRequest, kept: dict[str, Any]) -> HttpResponse:
    waiting = get_messages(request)
    for level, plain_text, tags, is_safe in kept["messages"]:
        text = mark_safe(plain_text) if is_safe else plain_text  # noqa: S308
        if Message(level, text, tags) not in waiting:  # else the first response came through too
            messages.add_message(request, level, text, tags)
    if kept["session"]:
        request.session = type(request.session)(kept["session"])
        request.session.modified = True
    response = HttpResponseRedirect(kept["to"])
    response.status_code = kept["status"]
    for name, value, attributes in kept["cookies"]:
        response.cookies[name] = value
        response.cookies[name].update(attributes)
    return response


def _has_signed_in(request: HttpRequest) -> bool:
    """Whether the form signed somebody in: the browser may have dropped the answer that said so."""
    return request.user.is_authenticated and not request.was_signed_in  # type: ignore[attr-defined]
