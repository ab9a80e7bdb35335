"""Cache headers of responses: nothing is stored, except public pages that are the same for all readers."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from common.requests.secret_addresses import SECRET_ARGUMENTS

HEADER = "Cache-Control"
NOT_KEPT = "private, no-store"
PUBLIC_NAMES = re.compile(r"(public|rules|lessons?|api-v1)-")
"""Prefixes of URL names whose responses hold no personal data, unless the reader is recognised."""


def mark_responses_private(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that forbids storing a response to a recognised reader or at a URL with a secret.

    On a club's shared laptop the back button then shows nothing after the user has signed out.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "no-store" not in response.get(HEADER, "") and not is_public_response(request, response):
            response.headers[HEADER] = NOT_KEPT
        return response

    return middleware


def is_public_response(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether every stranger gets the same response."""
    if request.method not in ("GET", "HEAD") or response.status_code >= 400 or response.cookies:
        return False
    match = request.resolver_match
    if match is None or match.url_name is None or PUBLIC_NAMES.match(match.url_name) is None:
        return False
    if SECRET_ARGUMENTS & match.kwargs.keys() or "Authorization" in request.headers:
        return False
    # any other cookie may have changed the response
    return request.COOKIES.keys() <= {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
