"""The hall's screen for a projector, the clock of public pages, the QR code of the results."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.live.telling import answer_live
from common.web_server.policy import shared_poll
from tournaments.base.access import Right
from tournaments.base.queries.rounds import clock_mark, public_clock
from tournaments.base.web.addresses import public_url, qr_response
from tournaments.base.web.finding import find_tournament
from tournaments.base.web.showing import showing_key
from tournaments.base.web.visits import Visit, visit_event
from tournaments.core.showing import Moment, Part, Viewer
from tournaments.hall.forms.hall import ScreenForm
from tournaments.hall.queries.screen import ScreenFacts, load_screen, screen_facts
from tournaments.work.topics import event_topic, ranking_topics

RANKING = "classement"


@dataclass(frozen=True, slots=True)
class ScreenContents:
    """What a screen shows at a moment."""

    visit: Visit
    parts: tuple[str, ...]
    waits: Moment | None
    """What the ranking waits for before everybody sees it."""
    facts: ScreenFacts

    @property
    def mark(self) -> str:
        """What changes whenever the screen does."""
        tournament = self.visit.tournament
        return f"{self.facts.mark}_{tournament.state}_{showing_key(tournament, self.waits)}"


@require_safe
@never_cache
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """A page that nobody touches: clock, next seats and ranking in turn, messages."""
    form = _asked(request)
    context = _context(request, _look(visit_event(request, slug), form))
    context |= {"seconds": form.seconds, "is_light": form.is_light, "query": request.GET.urlencode()}
    return render(request, "tournaments/hall/public/screen.html", context)


@shared_poll
@require_safe
@never_cache
def screen_live(request: HttpRequest, slug: str) -> HttpResponse:
    """All that changes on the screen, or 204 while what it shows is still the last."""
    visit = visit_event(request, slug)

    def answer() -> HttpResponse:
        look = _look(visit, _asked(request))
        if request.GET.get("shown") == look.mark:
            return HttpResponse(status=204)
        return render(request, "tournaments/hall/public/_screen.html", _context(request, look))

    topics = ranking_topics(visit.tournament.pk)
    return answer_live(request, *topics, answer=answer)


@require_safe
@never_cache
def round_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock of public pages, or 204 while the one that they show still counts."""
    tournament, now = find_tournament(request, slug, Right.VIEW), timezone.now()
    clock = public_clock(tournament, now)
    mark = clock_mark(clock, now)

    def answer() -> HttpResponse:
        if request.GET.get("shown") == mark:
            return HttpResponse(status=204)
        context = {"clock": clock, "now": now, "mark": mark}
        return render(request, "tournaments/hall/public/_round_now.html", context)

    return answer_live(request, event_topic(tournament.pk), answer=answer)


@require_safe
def qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """The address of the results as a QR code."""
    return qr_response(public_url(request, find_tournament(request, slug, Right.VIEW)))


def _asked(request: HttpRequest) -> ScreenForm:
    """What the address asks for; what is wrong in it counts as not asked."""
    form = ScreenForm(request.GET)
    form.is_valid()
    return form


def _look(visit: Visit, form: ScreenForm) -> ScreenContents:
    """The screen's facts of this moment: a wall shows no more than everybody sees."""
    waits = visit.waits_for(Part.RANKING, Viewer.EVERYBODY)
    parts = tuple(part for part in form.parts if waits is None or part != RANKING)
    return ScreenContents(visit, parts, waits, screen_facts(visit.session, timezone.now(), parts))


def _context(request: HttpRequest, look: ScreenContents) -> dict[str, Any]:
    visit = look.visit
    return {
        "tournament": visit.tournament,
        "parts": look.parts,
        "screen": load_screen(visit.session, look.facts, look.parts),
        "mark": look.mark,
        "public_url": public_url(request, visit.tournament),
    }
