"""Rankings by category, series, age, club and the like, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.web.showing import why_hidden
from tournaments.base.web.visits import visit_session
from tournaments.core.showing import Part
from tournaments.rankings.web.group_rankings import groups_page


@require_safe
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Every group of a kind, each with places of its own."""
    visit = visit_session(request, slug)
    told = why_hidden(visit, Part.RANKING)
    shown = None if told else groups_page(request, visit.tournament)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "shown": shown,
        "told": told,
    }
    return render(request, "tournaments/rankings/public/groups.html", context)
