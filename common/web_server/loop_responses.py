"""Responses that the web server sends without calling the site: refusals with their reasons."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext_lazy as _

from common.errors import is_api_path, make_error_body

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]
LONGEST_LANGUAGES = 500
"""Characters of a header or cookie that are read for a language, as in Django."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Reason for the refusal of a request. `message` explains to people what to do."""

    status: int
    code: str
    message: str | Promise
    retry_after: int | None = None
    """Seconds after which the client may retry."""


TOO_LARGE = Refusal(
    413,
    "too_large",
    _("Ce que vous envoyez est trop lourd pour cette page. Choisissez un fichier plus petit et réessayez."),
)
TOO_SLOW = Refusal(
    408,
    "too_slow",
    _("L’envoi s’est arrêté en route : le réseau est sans doute trop faible. Réessayez."),
)
BUSY = Refusal(
    503, "busy", _("Étui est très occupé en ce moment. Attendez quelques secondes et réessayez."), 5
)
TOO_LONG = Refusal(
    503,
    "too_long",
    _("Cette demande prenait trop de temps : elle a été arrêtée. Réessayez, ou demandez moins à la fois."),
    5,
)
TOO_MUCH = Refusal(
    503,
    "too_much",
    _("Cette demande prenait trop de place en mémoire : elle a été arrêtée. Demandez moins à la fois."),
    5,
)


async def send_refusal(scope: Any, send: Send, refusal: Refusal, *, closes: bool = False) -> None:
    """Send a refusal in the client's language."""
    head, body = build_refusal(scope, refusal, closes=closes)
    await send(head)
    await send({"type": "http.response.body", "body": body, "more_body": False})


def build_refusal(scope: Any, refusal: Refusal, *, closes: bool = False) -> tuple[Message, bytes]:
    """Return the first message of a refusal and its body."""
    is_program = is_api_path(scope["path"])
    accepted_languages = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    cookie = cookies_of(scope).get(settings.LANGUAGE_COOKIE_NAME, "")
    body = _body(refusal, anonymous_language(accepted_languages.decode("latin-1"), cookie), is_program)
    headers = [
        (b"content-type", b"application/json" if is_program else b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if refusal.retry_after:
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    if closes:
        headers.append((b"connection", b"close"))
    return {"type": "http.response.start", "status": refusal.status, "headers": headers}, body


def client_host(scope: Any) -> str:
    """Return the network address of the client, "" for none."""
    return scope["client"][0] if scope.get("client") else ""


def cookies_of(scope: Any) -> dict[str, str]:
    """Return the cookies of a request as Django parses them."""
    header = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    cookies: dict[str, str] = parse_cookie(header.decode("latin-1"))
    return cookies


def anonymous_language(header: str, cookie: str) -> str:
    """Return the language of the response to a client without an account."""
    return _language_of(header[:LONGEST_LANGUAGES], cookie[:LONGEST_LANGUAGES])


@lru_cache(maxsize=1024)
def _language_of(header: str, cookie: str) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = cookie
    return get_language_from_request(request)


@lru_cache(maxsize=64)
def _body(refusal: Refusal, language: str, is_program: bool) -> bytes:
    with override(language):
        if is_program:
            return json.dumps(make_error_body(refusal.code, str(refusal.message))).encode()
        return render_to_string("refused.html", {"message": refusal.message}).encode()
