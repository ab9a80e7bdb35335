"""The rankings of a tournament beside that of a session: over several sessions, by group; the prizes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.base.web.showing import showing_key, told_waiting, why_hidden
from tournaments.base.web.visits import visit_event, visit_session
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Moment, Part
from tournaments.enums import PrizeShowing
from tournaments.models import Tournament
from tournaments.rankings.public.rendering import answer_poll, rendered_once
from tournaments.rankings.queries.event_standings import event_mark, load_event_standings
from tournaments.rankings.queries.prizes import load_prizes
from tournaments.rankings.web.group_rankings import groups_page

FRAGMENT, HIDDEN = (
    "tournaments/rankings/public/_event.html",
    "tournaments/rankings/public/_ranking_hidden.html",
)


@require_safe
@never_cache
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's sum over the sessions, finalists first."""
    visit = visit_event(request, slug)
    tournament, waits = visit.tournament, visit.waits_for(Part.RANKING)
    mark = _mark(tournament, waits)
    rendered = rendered_once(_key(tournament, waits), mark, lambda: _render(tournament, waits))
    context = {"visit": visit, "tournament": tournament, "tab": "standings", "table": rendered.html}
    return render(request, "tournaments/rankings/public/event.html", context)


@require_safe
@never_cache
def event_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows is still the last to be had."""
    visit = visit_event(request, slug)
    tournament, waits = visit.tournament, visit.waits_for(Part.RANKING)
    mark = _mark(tournament, waits)
    return answer_poll(request, _key(tournament, waits), mark, lambda: _render(tournament, waits))


def _key(tournament: Tournament, waits: Moment | None) -> str:
    return f"event:{tournament.pk}:{get_language()}:{showing_key(tournament, waits)}"


def _mark(tournament: Tournament, waits: Moment | None) -> str:
    version = event_mark(tournament) if waits is None else tournament.state
    return f"{version}-{showing_key(tournament, waits)}"


def _render(tournament: Tournament, waits: Moment | None) -> str:
    if waits is not None:
        told = told_waiting(Part.RANKING, waits)
        return render_to_string(HIDDEN, {"mark": _mark(tournament, waits), "told": told})
    event = load_event_standings(tournament)
    context = {
        "tournament": tournament,
        "event": event,
        "mark": f"{event.mark}-{showing_key(tournament, waits)}",
        "plan": find_format(tournament.format).plan,
    }
    return render_to_string(FRAGMENT, context)


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


@require_safe
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Amounts, and winners once they and the ranking are shown; nothing before."""
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
