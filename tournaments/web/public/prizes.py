"""The prizes, as far as the organiser shows them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.enums import PrizeShowing
from tournaments.queries.prizes import load_prizes
from tournaments.web.finding import find_tournament


@require_safe
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Amounts, and winners once they are shown; nothing before."""
    tournament = find_tournament(request, slug, Right.VIEW)
    sheet = load_prizes(tournament)
    if sheet is None or sheet.plan.showing == PrizeShowing.NOTHING:
        raise Http404
    context = {
        "tournament": tournament,
        "tab": "standings",
        "sheet": sheet,
        "has_winners": sheet.plan.showing == PrizeShowing.WINNERS,
    }
    return render(request, "tournaments/public/prizes.html", context)
