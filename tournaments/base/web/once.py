"""Forms that are carried out once, even if they are sent again by two taps, two devices or a reload.

A form carries a token that was made with its page (`{% once %}`). If the same form is sent again with the
same content, it gets the first response and has no further effect. It is carried out if the first one was
refused or if its content differs. The forms that need no token are listed with their reasons in
`tests/tournaments/walks/once_rules.py`.

The database decides which request is the first. The response is stored in the cache alone, because it may
hold a link that is shown once. Such a link must be in no row and in no backup.
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
from tournaments.base.web.error_pages import find_form_page
from tournaments.models import SentForm

Site = Callable[[HttpRequest], HttpResponse]

FIELD = "once"
"""Name of the field that holds the token of a form."""
TOKEN = re.compile(r"[\w-]{22}", re.ASCII)
PATIENCE = 3.0
"""Seconds for which a repeated request waits for the first. After that it gets a page that explains it."""
PAUSE = 0.05
KEPT_SECONDS = int(KEPT_FOR.total_seconds())
NOT_CONTENT = frozenset({FIELD, "csrfmiddlewaretoken"})


def make_token() -> str:
    """Return a token for one form of a page."""
    return secrets.token_urlsafe(16)


class NotedMessages(FallbackStorage):
    """Django's storage of messages that also lists the messages which this request adds for the next page."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        self.added: list[Message] = []

    def add(self, level: int, message: Any, extra_tags: str | None = "") -> None:
        super().add(level, message, extra_tags)
        if message:
            self.added.append(Message(level, message, extra_tags or ""))


class OnceMiddleware:
    """Middleware that carries out each form with a token once.

    It comes after accounts, messages and the CSRF check.
    """

    def __init__(self, get_response: Site) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        sent_form: SentForm | None = getattr(request, "sent_form", None)
        if sent_form is not None:
            if has_succeeded(request, response):
                cache.set(_cache_key(sent_form.key), _response_values(request, response), KEPT_SECONDS)
                note_done(sent_form)
            else:
                release_form(sent_form)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return the response to a form that was carried out before; None to let the view run."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        token = token_of(request)
        if not TOKEN.fullmatch(token):
            return None
        key = form_key(request, token)
        limit = time.monotonic() + PATIENCE
        while True:
            sent_form = claim_form(key)
            if sent_form is not None:
                request.sent_form = sent_form  # type: ignore[attr-defined]
                # the view may sign the user in, so the earlier state is noted here
                request.was_signed_in = request.user.is_authenticated  # type: ignore[attr-defined]
                return None
            first_form = find_sent(key)
            is_done_before = first_form is not None and first_form.answer is not None
            if is_done_before and (cached_response := cache.get(_cache_key(key))) is not None:
                return _repeat_response(request, cached_response)
            # its response is no longer in the cache, or the first request is still at work
            if is_done_before or time.monotonic() > limit:
                return render(
                    request,
                    "tournaments/base/public/sent_before.html",
                    {"page": find_form_page(request)},
                    status=409,
                )
            time.sleep(PAUSE)


def token_of(request: HttpRequest) -> str:
    """Return the token of the form, "" without one."""
    return request.POST.get(FIELD, "") or request.GET.get(FIELD, "")


def has_succeeded(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a form succeeded: it redirects to another page, without an error message."""
    return 300 <= response.status_code < 400 and all(
        message.level < constants.ERROR for message in _added_messages(request)
    )


def form_key(request: HttpRequest, token: str) -> str:
    """Return the key of a form: a digest of its token, sender, URL and content.

    Equal requests have equal keys.
    """
    user = request.user.pk if request.user.is_authenticated else request.META.get("CSRF_COOKIE", "")
    parts = hashlib.sha256()
    for part in (token, str(user), request.get_full_path(), *_content(request)):
        data = part.encode("utf-8", "surrogatepass")
        # each part has its length in front, so that no two lists of parts give the same bytes
        parts.update(b"%d:%b" % (len(data), data))
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
            # the view reads the file again
            file.seek(0)
            yield from (name, file.name or "", digest.hexdigest())


def _cache_key(key: str) -> str:
    return f"once:{key}"


def _added_messages(request: HttpRequest) -> list[Message]:
    """Return the messages that this request adds for the next page."""
    storage = get_messages(request)
    return storage.added if isinstance(storage, NotedMessages) else []


def _response_values(request: HttpRequest, response: HttpResponse) -> dict[str, Any]:
    return {
        "to": response.headers.get("Location", ""),
        "status": response.status_code,
        "messages": [
            (message.level, str(message.message), message.extra_tags, isinstance(message.message, SafeData))
            for message in _added_messages(request)
        ],
        # the browser may have dropped the first response with the session's cookie
        "session": request.session.session_key if _has_signed_in(request) else None,
        "cookies": [
            (name, morsel.value, {key: str(value) for key, value in morsel.items() if value})
            for name, morsel in response.cookies.items()
        ],
    }


def _repeat_response(request: HttpRequest, values: dict[str, Any]) -> HttpResponse:
    waiting_messages = get_messages(request)
    for level, plain_text, tags, is_safe in values["messages"]:
        text = mark_safe(plain_text) if is_safe else plain_text  # noqa: S308
        if Message(level, text, tags) not in waiting_messages:  # else the first response came through too
            messages.add_message(request, level, text, tags)
    if values["session"]:
        request.session = type(request.session)(values["session"])
        request.session.modified = True
    response = HttpResponseRedirect(values["to"])
    response.status_code = values["status"]
    for name, value, attributes in values["cookies"]:
        response.cookies[name] = value
        response.cookies[name].update(attributes)
    return response


def _has_signed_in(request: HttpRequest) -> bool:
    """Return whether the form signed the user in."""
    return request.user.is_authenticated and not request.was_signed_in  # type: ignore[attr-defined]
