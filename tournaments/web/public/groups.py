"""Rankings by category, series, age, club and the like, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.core.showing import Part
from tournaments.web.finding import asked_session, find_tournament
from tournaments.web.group_rankings import groups_page
from tournaments.web.showing import why_hidden


@require_safe
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Every group of a kind, each with places of its own."""
    tournament = find_tournament(request, slug, Right.VIEW)
    told = why_hidden(request, asked_session(request, tournament), Part.RANKING)
    shown = None if told else groups_page(request, tournament)
    context = {"tournament": tournament, "tab": "standings", "shown": shown, "told": told}
    return render(request, "tournaments/public/groups.html", context)
