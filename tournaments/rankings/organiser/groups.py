"""Rankings by category, series, age, club and the like, with full names."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament
from tournaments.rankings.web.group_rankings import groups_page


@require_safe
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Every group of a kind, each with places of its own."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    context = {"tournament": tournament, "tab": "standings", "shown": groups_page(request, tournament)}
    return render(request, "tournaments/rankings/organiser/groups.html", context)
