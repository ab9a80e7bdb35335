"""The browser of a request, recognised by a signed cookie."""

import secrets
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

DEVICE_COOKIE = "etui_device"
DEVICE_SECONDS = 400 * 24 * 60 * 60
MOST_MARKS = 8
"""Number of accounts that a browser remembers. A new one replaces the oldest."""


@dataclass(frozen=True, slots=True)
class Browser:
    """Browser with a cookie signed by the site. Rate limits count it by itself."""

    key: str
    marks: tuple[str, ...] = ()
    """Keyed hashes of the email addresses that signed in here, the last first. They reveal no address."""

    def has_signed_in(self, email: str) -> bool:
        return self._mark(email) in self.marks

    def signed_in(self, email: str) -> "Browser":
        """Return the browser with the mark of `email` in first place."""
        mark = self._mark(email)
        return Browser(
            self.key,
            (mark, *(earlier_mark for earlier_mark in self.marks if earlier_mark != mark))[:MOST_MARKS],
        )

    def _mark(self, email: str) -> str:
        return salted_hmac("common.devices.mark", f"{self.key} {email.strip().lower()}").hexdigest()[:16]


def known_device(request: HttpRequest) -> Browser | None:
    """Return the browser of a request, None without a cookie signed by the site."""
    return read_browser_cookie(request.COOKIES.get(DEVICE_COOKIE, ""))


def read_browser_cookie(cookie: str) -> Browser | None:
    """Return the browser of a cookie, None for a value that the site did not sign."""
    try:
        key, *marks = _SIGNER.unsign(cookie).split(".")
    except BadSignature:
        return None
    return Browser(key, tuple(marks))


def make_device() -> Browser:
    """Return a new browser with a random key."""
    return Browser(secrets.token_hex(12))


def keep_device(
    request: HttpRequest, response: HttpResponse, *, signed_in: str = "", made: Browser | None = None
) -> None:
    """Set the device cookie. A browser that already has one keeps its key.

    Args:
        signed_in: email address that has just signed in.
        made: browser created by `make_device` for this request, used if the request has no cookie.
    """
    previous = known_device(request)
    device = previous or made or make_device()
    if signed_in:
        device = device.signed_in(signed_in)
    if device != previous:
        response.set_cookie(
            DEVICE_COOKIE,
            _SIGNER.sign(".".join((device.key, *device.marks))),
            max_age=DEVICE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )


_SIGNER = Signer(salt="common.devices")
