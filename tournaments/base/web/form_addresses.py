"""Response to a person who opens an address that only takes forms.

A refused form is shown at such an address. A browser that reads it again later sends no form.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve

from common.errors import is_api_path


def lead_back_from_form_addresses(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that answers with a page and the way back, where Django would send an empty 405."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or request.method != "GET" or is_api_path(request.path):
            return response
        page = render(request, "405.html", {"page": find_page_above(request.path)}, status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware


def find_page_above(path: str) -> str:
    """Return the nearest address above a path that leads to a view."""
    while len(path) > 1:
        path = path[: path.rstrip("/").rindex("/") + 1]
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return "/"
