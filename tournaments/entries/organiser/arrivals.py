"""The arrivals page: who is there, who has paid, whose licence is to be checked; two devices stay in step."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.finding import find_entry, find_tournament, signed_in
from tournaments.entries.queries.arrivals import load_arrivals
from tournaments.entries.services.entries import mark_arrival
from tournaments.entries.services.fees import arrive_paid, settle_fee
from tournaments.models import Entry, Tournament

QUIET = "X-Etui-Part"
"""Header of a page that wants its list alone, not a whole page."""
SEARCH_LENGTH = 100
STEPS: dict[str, Callable[[Entry, User], object]] = {
    "arrive": lambda entry, user: mark_arrival(entry=entry, is_here=True, marked_by=user),
    "arrive-paye": lambda entry, user: arrive_paid(entry=entry, recorded_by=user),
    "absent": lambda entry, user: mark_arrival(entry=entry, is_here=False, marked_by=user),
    "paye": lambda entry, user: settle_fee(entry=entry, is_paid=True, recorded_by=user),
    "impaye": lambda entry, user: settle_fee(entry=entry, is_paid=False, recorded_by=user),
}
"""What a row's buttons do."""
DONE = {
    "arrive": gettext_lazy("%(entry)s : arrivée notée."),
    "arrive-paye": gettext_lazy("%(entry)s : arrivée et paiement notés."),
    "absent": gettext_lazy("%(entry)s : arrivée annulée."),
    "paye": gettext_lazy("%(entry)s : paiement noté."),
    "impaye": gettext_lazy("%(entry)s : paiement annulé."),
}
"""Said after each step: the row may have left the list."""


@require_safe
@never_cache
def arrivals(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.WELCOME)
    context = _context(tournament, request.GET) | {"tab": "entries"}
    return render(request, "tournaments/entries/organiser/arrivals.html", context)


@require_safe
@never_cache
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """The list alone, or 204 while the one that the page shows is still the last."""
    context = _context(find_tournament(request, slug, Right.WELCOME), request.GET)
    if request.GET.get("shown") == context["arrivals"].mark:
        return HttpResponse(status=204)
    return render(request, "tournaments/entries/organiser/_arrivals.html", context)


@require_POST
def act_on(request: HttpRequest, slug: str, pk: int, step: str) -> HttpResponse:
    """One of the `STEPS` for one entry; the list comes back as it was narrowed."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    if step not in STEPS:
        raise Http404
    entry = find_entry(tournament, pk)
    try:
        STEPS[step](entry, signed_in(request))
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, DONE[step] % {"entry": entry})
    if QUIET in request.headers:
        return render(
            request, "tournaments/entries/organiser/_arrivals.html", _context(tournament, request.POST)
        )
    asked = {name: request.POST[name] for name in ("q", "reste") if request.POST.get(name)}
    address = reverse("organiser-arrivals", args=[tournament.slug])
    return redirect(f"{address}?{urlencode(asked)}" if asked else address)


def _context(tournament: Tournament, asked: QueryDict) -> dict[str, Any]:
    search = asked.get("q", "").strip()[:SEARCH_LENGTH]
    only_missing = bool(asked.get("reste"))
    return {
        "tournament": tournament,
        "search": search,
        "only_missing": only_missing,
        "arrivals": load_arrivals(tournament, search, only_missing=only_missing),
    }
