"""The ranking of a tournament of several sessions, and the part of its page that changes."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.queries.event_standings import event_mark, load_event_standings
from tournaments.web.finding import find_tournament

FRAGMENT = "tournaments/public/_event.html"
CACHED_SECONDS = 30
"""A ranking is rendered once as long as it stands; a change of a player's consent shows after this long."""


@require_safe
@never_cache
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's sum over the sessions, finalists first."""
    tournament = find_tournament(request, slug, Right.VIEW)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "table": _render_cached(tournament, event_mark(tournament)),
    }
    return render(request, "tournaments/public/event.html", context)


@require_safe
@never_cache
def event_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows is still the last."""
    tournament = find_tournament(request, slug, Right.VIEW)
    mark = event_mark(tournament)
    if request.GET.get("shown") == mark:
        return HttpResponse(status=204)
    return HttpResponse(_render_cached(tournament, mark))


def _render_cached(tournament: Tournament, mark: str) -> str:
    key = f"event:{tournament.pk}:{mark}:{get_language()}"
    return str(cache.get_or_set(key, lambda: _render(tournament), CACHED_SECONDS))


def _render(tournament: Tournament) -> str:
    context = {
        "tournament": tournament,
        "event": load_event_standings(tournament),
        "plan": find_format(tournament.format).plan,
    }
    return render_to_string(FRAGMENT, context)
