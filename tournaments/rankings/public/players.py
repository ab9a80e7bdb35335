"""One player's evening, deal by deal."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.base.web.device import own_entries
from tournaments.base.web.visits import visit_session
from tournaments.rankings.queries.play_figures import load_figures
from tournaments.rankings.web.evenings import evening_context


@require_safe
@never_cache
def player_page(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    visit = visit_session(request, slug)
    figures = load_figures(visit.session)
    entry = figures.entry_of.get(entry_id)
    if entry is None:
        raise Http404
    context = evening_context(visit, figures, entry, visit.parts(entry))
    context["is_own"] = entry.pk in own_entries(request, visit.tournament)
    return render(request, "tournaments/rankings/public/player.html", context)
