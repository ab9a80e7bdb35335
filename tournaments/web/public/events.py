"""The ranking of a tournament of several sessions, and the part of its page that changes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.queries.event_standings import event_mark, load_event_standings
from tournaments.web.finding import find_tournament


@require_safe
@never_cache
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's sum over the sessions, finalists first."""
    tournament = find_tournament(request, slug, Right.VIEW)
    return render(request, "tournaments/public/event.html", _context(tournament))


@require_safe
@never_cache
def event_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows is still the last."""
    tournament = find_tournament(request, slug, Right.VIEW)
    if request.GET.get("shown") == event_mark(tournament):
        return HttpResponse(status=204)
    return render(request, "tournaments/public/_event.html", _context(tournament))


def _context(tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "tab": "standings",
        "event": load_event_standings(tournament),
        "plan": find_format(tournament.format).plan,
    }
