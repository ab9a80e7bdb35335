"""Answers that the web server gives by itself, without asking the site: what it refuses, and why."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from common.errors import error_shape, is_for_programs

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request goes no further; `message` says what to do about it."""

    status: int
    code: str
    message: str | Promise
    retry_after: int | None = None
    """Seconds after which it may be sent again."""


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


class Refuser:
    """Says no in the language of who asks.

    Args:
        language_of: the language of a stranger, from the header and the cookie.
        language_cookie: the name of that cookie.
    """

    def __init__(self, language_of: Callable[[str, str], str], language_cookie: str) -> None:
        self._language_of, self._cookie = language_of, language_cookie

    def head_and_body(
        self, scope: Any, refusal: Refusal, *, closes: bool = False
    ) -> tuple[dict[str, Any], bytes]:
        """The first message of the answer, and its body."""
        is_program = is_for_programs(scope["path"])
        body = _body(refusal, self._language(scope), is_program)
        kind = b"application/json" if is_program else b"text/html; charset=utf-8"
        headers = [
            (b"content-type", kind),
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

    async def refuse(self, scope: Any, send: Send, refusal: Refusal, *, closes: bool = False) -> None:
        head, body = self.head_and_body(scope, refusal, closes=closes)
        await send(head)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _language(self, scope: Any) -> str:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        cookies = dict(
            part.strip().partition("=")[::2] for part in headers.get(b"cookie", "").split(";") if part
        )
        return self._language_of(headers.get(b"accept-language", ""), cookies.get(self._cookie, ""))


@lru_cache(maxsize=64)
def _body(refusal: Refusal, language: str, is_program: bool) -> bytes:
    with override(language):
        if is_program:
            return json.dumps(error_shape(refusal.code, str(refusal.message))).encode()
        return render_to_string("refused.html", {"message": refusal.message}).encode()
