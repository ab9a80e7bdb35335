"""What browsers and proxies may keep: nothing, unless it is a public page as everybody sees it."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from common.requests.secret_addresses import SECRET_ARGUMENTS

HEADER = "Cache-Control"
NOT_KEPT = "private, no-store"
PUBLIC_NAMES = re.compile(r"(public|rules|lessons?|api-v1)-")
"""How the names of addresses begin whose answers hold nothing of anybody, unless somebody is known there."""


def keep_private(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware: an answer to somebody known, or at an address with a secret, stays on no disk.

    On a club's shared laptop the button that goes back shows nothing either, once somebody has signed out.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "no-store" not in response.get(HEADER, "") and not is_for_everybody(request, response):
            response.headers[HEADER] = NOT_KEPT
        return response

    return answer


def is_for_everybody(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether the answer holds what any stranger gets."""
    if request.method not in ("GET", "HEAD") or response.status_code >= 400 or response.cookies:
        return False
    asked = request.resolver_match
    if asked is None or asked.url_name is None or PUBLIC_NAMES.match(asked.url_name) is None:
        return False
    if SECRET_ARGUMENTS & asked.kwargs.keys() or "Authorization" in request.headers:
        return False
    return request.COOKIES.keys() <= {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
