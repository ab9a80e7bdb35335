"""The public page of the action log, once it is published."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament
from tournaments.site.queries.logs import LogFilter, list_log
from tournaments.site.services.logs import lines_in_words

PAGE_SIZE = 100


@require_safe
def public_log_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the actions in the tournament, without names and results."""
    tournament = find_tournament(request, slug, Right.VIEW)
    if tournament.log_published_at is None:
        raise Http404
    page = Paginator(list_log(tournament, LogFilter()), PAGE_SIZE).get_page(request.GET.get("page"))
    lines = lines_in_words(page.object_list, tournament, is_public=True)
    context = {"tournament": tournament, "tab": "log", "page": page, "lines": lines}
    return render(request, "tournaments/site/public/log.html", context)
