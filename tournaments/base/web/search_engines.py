"""Exclusion of search engines, except from the archives that clubs have opened to them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.enums import Visibility
from tournaments.models import Club, Tournament

HEADER = "X-Robots-Tag"
KEPT_OUT = "noindex, nofollow, noarchive"
OPEN = "etui.open_to_search_engines"
"""Key in the request's META, set by the code that found a page open to search engines."""


def keep_search_engines_out(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that forbids indexing every response, unless its page is open."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if OPEN not in request.META:
            response.headers.setdefault(HEADER, KEPT_OUT)
        return response

    return middleware


def open_archive(request: HttpRequest, tournament: Tournament, right: Right) -> None:
    """Let search engines index this page if it belongs to an archive that its club has opened."""
    is_public = tournament.visibility == Visibility.PUBLIC and right is Right.VIEW
    if is_public and tournament.archived_at is not None and tournament.club.opens_archives:
        request.META[OPEN] = True


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt: everything is disallowed until a club opens its archives."""
    rules = ["User-agent: *"]
    if Club.objects.filter(opens_archives=True).exists():
        rules += ["Allow: /t/", "Allow: /static/"]
    return HttpResponse("\n".join([*rules, "Disallow: /", ""]), content_type="text/plain")
