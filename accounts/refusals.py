"""Refusal of visitors without an account, and of tries beyond a limit (`common.requests.limits`)."""

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.requests.limits import MINUTE, By, Kind, Limit, limit_kind, seconds_to_wait

WRONG_LINK = limit_kind("wrong-link", Limit(By.ADDRESS, 120, MINUTE), Limit(By.DEVICE, 60, MINUTE))
"""Limit for wrong links: tables, registrations, results, signing in. A hall with old codes stays below it."""


def account_required(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse visitors with `PermissionDenied`.

    The response leads to the sign-in page, or shows a form that was sent again with its content.
    """

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded_view


def describe_wait(seconds: int) -> str:
    """Return the message with the time to wait, for a form."""
    minutes = math.ceil(seconds / MINUTE)
    if seconds <= 90:
        return ngettext(
            "Trop d’essais. Réessayez dans %(count)d seconde.",
            "Trop d’essais. Réessayez dans %(count)d secondes.",
            seconds,
        ) % {"count": seconds}
    return _("Trop d’essais. Réessayez dans %(count)d minutes.") % {"count": minutes}


def limit_form(request: HttpRequest, form: BaseForm, kind: Kind, *, thing: str = "") -> int:
    """Count a POST of a form as one try. Return the seconds to wait, also as an error of the form, else 0."""
    wait = seconds_to_wait(request, kind, thing=thing) if request.method == "POST" else 0
    if wait:
        form.add_error(None, describe_wait(wait))
    return wait


class TooManyTries(Exception):
    """Refusal in a view without a form. The middleware renders the page."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def count_wrong_link(request: HttpRequest) -> None:
    """Count a request for a link that does not exist. Raises TooManyTries beyond the limit."""
    if wait := seconds_to_wait(request, WRONG_LINK):
        raise TooManyTries(wait)


class TooManyTriesMiddleware:
    """Middleware that renders the page for TooManyTries."""

    def __init__(self, site: Callable[[HttpRequest], HttpResponse]) -> None:
        self._site = site

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._site(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refuse_for_now(request, error.seconds) if isinstance(error, TooManyTries) else None


def as_too_many_requests(response: HttpResponse, seconds: int) -> HttpResponse:
    """Turn a response into a refusal: status 429 and the time to wait in Retry-After."""
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    return response


def refuse_for_now(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return a page with status 429 and the time to wait."""
    return as_too_many_requests(render(request, "429.html", {"seconds": seconds}), seconds)
