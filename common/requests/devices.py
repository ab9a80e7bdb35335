"""The browser of a request, known again by its cookie."""

import secrets
from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

DEVICE_COOKIE = "etui_device"
DEVICE_SECONDS = 400 * 24 * 60 * 60
MOST_MARKS = 8
"""Accounts that one browser is known to have signed in with; the oldest give way."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that shows a cookie of ours: counted by itself, where tries are counted."""

    key: str
    marks: tuple[str, ...] = ()
    """Of the addresses that signed in here, the last first; they tell no address."""

    def has_signed_in(self, email: str) -> bool:
        return self._mark(email) in self.marks

    def signed_in(self, email: str) -> "Browser":
        """The same once somebody signed in there."""
        mark = self._mark(email)
        return Browser(self.key, (mark, *(other for other in self.marks if other != mark))[:MOST_MARKS])

    def _mark(self, email: str) -> str:
        return salted_hmac("common.devices.mark", f"{self.key} {email.strip().lower()}").hexdigest()[:16]


def known_device(request: HttpRequest) -> Browser | None:
    """Return the browser of a request, None without a cookie that we signed."""
    return browser_of(request.COOKIES.get(DEVICE_COOKIE, ""))


def browser_of(cookie: str) -> Browser | None:
    """Return the browser that a cookie is of, None for a value that we did not sign."""
    try:
        key, *marks = _SIGNER.unsign(cookie).split(".")
    except BadSignature:
        return None
    return Browser(key, tuple(marks))


def make_device() -> Browser:
    """A browser that was never seen before."""
    return Browser(secrets.token_hex(12))


def keep_device(
    request: HttpRequest, response: HttpResponse, *, signed_in: str = "", made: Browser | None = None
) -> None:
    """Give the browser a cookie to be known again by; one that has it keeps it.

    Args:
        signed_in: the address that signed in just now.
        made: by `make_device` for this request, for a browser that shows no cookie.
    """
    known = known_device(request)
    device = known or made or make_device()
    if signed_in:
        device = device.signed_in(signed_in)
    if device != known:
        response.set_cookie(
            DEVICE_COOKIE,
            _SIGNER.sign(".".join((device.key, *device.marks))),
            max_age=DEVICE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )


_SIGNER = Signer(salt="common.devices")
