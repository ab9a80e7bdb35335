"""Public pages of the hall: the projector screen, the clock, the QR code of the results."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.live.notifying import answer_live_poll
from common.web_server.policy import shared_poll
from tournaments.base.access import Right
from tournaments.base.queries.rounds import clock_mark, public_clock
from tournaments.base.web.addresses import public_url, qr_response
from tournaments.base.web.finding import find_tournament
from tournaments.base.web.showing import showing_key
from tournaments.base.web.visits import Visit, visit_event
from tournaments.core.hall.halls import EventHall, read_halls
from tournaments.core.showing import Moment, Part, Viewer
from tournaments.hall.forms.hall import ScreenForm
from tournaments.hall.queries.screen import ScreenFacts, load_screen, screen_facts
from tournaments.rankings.queries.claims import claims_mark
from tournaments.work.topics import event_topic, ranking_topics

RANKING = "classement"
"""Code of the ranking among `ScreenForm.PARTS`."""


@dataclass(frozen=True, slots=True)
class ScreenContents:
    """Contents of a screen at one point in time."""

    visit: Visit
    parts: tuple[str, ...]
    """Codes of the parts to show, of `ScreenForm.PARTS`."""
    waits: Moment | None
    """Moment from which the public may see the ranking; None if it may see it."""
    facts: ScreenFacts
    hall: EventHall | None
    """The hall whose seats are shown; None for all."""

    @property
    def mark(self) -> str:
        """Version of the screen: another text for other contents."""
        tournament = self.visit.tournament
        shown = f"{showing_key(tournament, self.waits)}{claims_mark(tournament)}"
        return f"{self.facts.mark}_{tournament.state}_{shown}"


@require_safe
@never_cache
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clock, the next seats and the ranking in turn, and messages. The page needs no input."""
    visit = visit_event(request, slug)
    options = _screen_options(request, visit)
    context = _context(request, _screen_contents(visit, options))
    context |= {"seconds": options.seconds, "is_light": options.is_light, "query": request.GET.urlencode()}
    return render(request, "tournaments/hall/public/screen.html", context)


@shared_poll
@require_safe
@never_cache
def screen_live(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the parts of the screen that change, or 204 if the client's version is current."""
    visit = visit_event(request, slug)

    def render_screen() -> HttpResponse:
        contents = _screen_contents(visit, _screen_options(request, visit))
        if request.GET.get("shown") == contents.mark:
            return HttpResponse(status=204)
        return render(request, "tournaments/hall/public/_screen.html", _context(request, contents))

    topics = ranking_topics(visit.tournament.pk)
    return answer_live_poll(request, *topics, answer=render_screen)


@require_safe
@never_cache
def round_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the clock of public pages, or 204 if the client's version is current."""
    tournament, moment = find_tournament(request, slug, Right.VIEW), timezone.now()
    clock = public_clock(tournament, moment)
    mark = clock_mark(clock, moment)

    def render_clock() -> HttpResponse:
        if request.GET.get("shown") == mark:
            return HttpResponse(status=204)
        context = {"clock": clock, "now": moment, "mark": mark}
        return render(request, "tournaments/hall/public/_round_now.html", context)

    return answer_live_poll(request, event_topic(tournament.pk), answer=render_clock)


@require_safe
def screen_qr_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the address of the results as a QR code."""
    return qr_response(public_url(request, find_tournament(request, slug, Right.VIEW)))


def _screen_options(request: HttpRequest, visit: Visit) -> ScreenForm:
    """Return the options of the screen's address. Invalid options fall back to their defaults."""
    form = ScreenForm(request.GET, halls=read_halls(visit.tournament.halls))
    # for its effect: it fills `cleaned_data`, and leaves out the invalid fields
    form.is_valid()
    return form


def _screen_contents(visit: Visit, options: ScreenForm) -> ScreenContents:
    """Return the present contents of the screen."""
    # the whole hall sees the screen: the rights of the organiser who opened it do not count
    waits = visit.waits_for(Part.RANKING, Viewer.EVERYBODY)
    parts = tuple(part for part in options.parts if waits is None or part != RANKING)
    return ScreenContents(
        visit, parts, waits, screen_facts(visit.session, timezone.now(), parts), options.hall
    )


def _context(request: HttpRequest, contents: ScreenContents) -> dict[str, Any]:
    visit = contents.visit
    return {
        "tournament": visit.tournament,
        "parts": contents.parts,
        "screen": load_screen(visit.session, contents.facts, contents.parts, contents.hall),
        "hall": contents.hall,
        "mark": contents.mark,
        "public_url": public_url(request, visit.tournament),
    }
