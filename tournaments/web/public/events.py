"""The ranking of a tournament of several sessions, and the part of its page that changes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.queries.event_standings import event_mark, load_event_standings
from tournaments.web.finding import find_tournament
from tournaments.web.public.rendering import answer_poll, rendered_once

FRAGMENT = "tournaments/public/_event.html"


@require_safe
@never_cache
@gzip_page
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody's sum over the sessions, finalists first."""
    tournament = find_tournament(request, slug, Right.VIEW)
    rendered = rendered_once(_key(tournament), event_mark(tournament), lambda: _render(tournament))
    context = {"tournament": tournament, "tab": "standings", "table": rendered.html}
    return render(request, "tournaments/public/event.html", context)


@require_safe
@never_cache
def event_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking alone, or 204 while the one that the page shows is still the last to be had."""
    tournament = find_tournament(request, slug, Right.VIEW)
    return answer_poll(request, _key(tournament), event_mark(tournament), lambda: _render(tournament))


def _key(tournament: Tournament) -> str:
    return f"event:{tournament.pk}:{get_language()}"


def _render(tournament: Tournament) -> str:
    context = {
        "tournament": tournament,
        "event": load_event_standings(tournament),
        "plan": find_format(tournament.format).plan,
    }
    return render_to_string(FRAGMENT, context)
