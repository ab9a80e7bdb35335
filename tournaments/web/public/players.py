"""One player's evening, deal by deal."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.queries.players import load_player
from tournaments.web.device import own_entries
from tournaments.web.finding import asked_session, find_entry, find_tournament
from tournaments.web.public.circulation import sees_circulating
from tournaments.web.public.explained import explained_context


@require_safe
@never_cache
def player_page(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.VIEW)
    entry = find_entry(tournament, entry_id)
    sees_all = sees_circulating(request, tournament)
    session = asked_session(request, tournament)
    report = load_player(session, entry, sees_all=sees_all)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "report": report,
        "is_own": entry.pk in own_entries(request, tournament),
    }
    context |= explained_context(session, entry, sees_all=sees_all)
    return render(request, "tournaments/public/player.html", context)
