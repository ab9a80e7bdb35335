"""Pages beside the ranking of a tournament: rankings by group, averages and handicap, and prizes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web_server.policy import shared_between_anonymous_clients
from tournaments.base.web.device import own_entries
from tournaments.base.web.showing import why_hidden
from tournaments.base.web.visits import visit_event, visit_session
from tournaments.core.showing import Part
from tournaments.enums import PrizeShowing
from tournaments.rankings.queries.claims import claims_state
from tournaments.rankings.queries.points_tables import has_points_table, load_points_table
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


@shared_between_anonymous_clients
@require_safe
def points_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show totals with averages, attack and defence, and the handicap; 404 if no points are added up."""
    visit = visit_event(request, slug)
    if not has_points_table(visit.tournament):
        raise Http404
    hiding_reason = why_hidden(visit, Part.RANKING)
    table = None if hiding_reason else load_points_table(visit.tournament)
    by_handicap = request.GET.get("ordre") == "handicap" and table is not None and table.scale is not None
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "standings",
        "told": hiding_reason,
        "claims": claims_state(visit.tournament),
        "table": table,
        "by_handicap": by_handicap,
        "rows": () if table is None else table.by_handicap if by_handicap else table.rows,
        "own": own_entries(request, visit.tournament),
    }
    return render(request, "tournaments/rankings/public/points.html", context)
