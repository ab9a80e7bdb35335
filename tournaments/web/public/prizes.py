"""The prizes, as far as the organiser shows them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.core.showing import Part
from tournaments.enums import PrizeShowing
from tournaments.queries.prizes import load_prizes
from tournaments.queries.sessions import current_session
from tournaments.web.finding import find_tournament
from tournaments.web.showing import sees


@require_safe
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Amounts, and winners once they and the ranking are shown; nothing before."""
    tournament = find_tournament(request, slug, Right.VIEW)
    sheet = load_prizes(tournament)
    if sheet is None or sheet.plan.showing == PrizeShowing.NOTHING:
        raise Http404
    has_winners = sheet.plan.showing == PrizeShowing.WINNERS
    context = {
        "tournament": tournament,
        "tab": "standings",
        "sheet": sheet,
        "has_winners": has_winners and sees(request, current_session(tournament), Part.RANKING),
    }
    return render(request, "tournaments/public/prizes.html", context)
