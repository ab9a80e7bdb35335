"""Reception of all events of a day: each person once, marked as arrived or gone for all of them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.entries.organiser.arrivals import QUIET, SEARCH_LENGTH, redirect_to_list
from tournaments.entries.queries.day_arrivals import events_of_day, load_day
from tournaments.entries.services.day_arrivals import mark_person_of_day
from tournaments.models import Person, Tournament

STEPS = {"arrive": True, "parti": False}
"""True for the arrival, False for the departure, by the address of each button."""


@require_safe
@never_cache
def day_page(request: HttpRequest, slug: str) -> HttpResponse:
    """List the people of all events of the day that the user receives."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    context = _context(request, tournament, request.GET) | {"tab": "entries"}
    return render(request, "tournaments/entries/organiser/day_arrivals.html", context)


@require_safe
@never_cache
def poll_day(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list alone, or status 204 if the page already shows its latest version."""
    context = _context(request, find_tournament(request, slug, Right.WELCOME), request.GET)
    if request.GET.get("shown") == context["day"].mark:
        return HttpResponse(status=204)
    return render(request, "tournaments/entries/organiser/_day_arrivals.html", context)


@require_POST
def mark_person_view(request: HttpRequest, slug: str, pk: int, step: str) -> HttpResponse:
    """Mark a person as arrived (`arrive`) or gone (`parti`). The next page has the same filters."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    if step not in STEPS:
        raise Http404
    person = get_object_or_404(tournament.known_people(), pk=pk)
    _mark(request, tournament, person, is_here=STEPS[step])
    if QUIET in request.headers:
        context = _context(request, tournament, request.POST)
        return render(request, "tournaments/entries/organiser/_day_arrivals.html", context)
    return redirect_to_list("organiser-arrivals-day", tournament, request.POST)


def _mark(request: HttpRequest, tournament: Tournament, person: Person, *, is_here: bool) -> None:
    events = events_of_day(request.user, tournament)
    try:
        result = mark_person_of_day(
            person=person,
            tournaments=events,
            is_here=is_here,
            marked_by=signed_in_user(request),
        )
    except AppError as error:
        messages.error(request, str(error.message))
        return
    marked_ids = {entry.tournament_id for entry in result.marked}
    names = ", ".join(event.name for event in events if event.pk in marked_ids)
    if names:
        message = _("%(person)s : arrivée notée (%(events)s).")
        if not is_here:
            message = _("%(person)s : départ noté (%(events)s).")
        messages.success(request, message % {"person": person, "events": names})
    for under_way in result.under_way:
        message = _(
            "%(person)s joue encore dans « %(event)s » : notez ce départ à"
            " sa page « Présence et remplacements »."
        )
        messages.warning(request, message % {"person": person, "event": under_way.name})


def _context(request: HttpRequest, tournament: Tournament, parameters: QueryDict) -> dict[str, Any]:
    search = parameters.get("q", "").strip()[:SEARCH_LENGTH]
    only_missing = bool(parameters.get("reste"))
    events = events_of_day(request.user, tournament)
    return {
        "tournament": tournament,
        "events": events,
        "search": search,
        "only_missing": only_missing,
        "day": load_day(events, search, only_missing=only_missing),
    }
