"""Pages beside the ranking of a tournament: rankings by group, and prizes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web_server.policy import shared_between_anonymous_clients
from tournaments.base.web.showing import why_hidden
from tournaments.base.web.visits import visit_event, visit_session
from tournaments.core.showing import Part
from tournaments.enums import PrizeShowing
from tournaments.rankings.queries.prizes import load_prizes
from tournaments.rankings.web.group_rankings import groups_page


@shared_between_anonymous_clients
@require_safe
def public_groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all groups of a kind, each with its own places."""
    visit = visit_session(request, slug)
    hiding_reason = why_hidden(visit, Part.RANKING)
    page = None if hiding_reason else groups_page(request, visit.tournament)
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "shown": page,
        "told": hiding_reason,
    }
    return render(request, "tournaments/rankings/public/groups.html", context)


@shared_between_anonymous_clients
@require_safe
def prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the amounts, and the winners once they and the ranking are public; 404 without public prizes."""
    visit = visit_event(request, slug)
    sheet = load_prizes(visit.tournament)
    if sheet is None or sheet.plan.showing == PrizeShowing.NOTHING:
        raise Http404
    has_winners = sheet.plan.showing == PrizeShowing.WINNERS
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "sheet": sheet,
        "has_winners": has_winners and Part.RANKING in visit.parts(),
    }
    return render(request, "tournaments/rankings/public/prizes.html", context)
