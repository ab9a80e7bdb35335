"""Page of arrivals: presence, payment and licence of each entry. Two devices at the door stay in step."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.finding import find_tournament, find_tournament_entry, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.arrivals import ArrivalList, load_arrivals
from tournaments.entries.queries.day_arrivals import events_of_day
from tournaments.entries.queries.reception import find_licensee, search_at_reception
from tournaments.entries.services.entries import mark_arrival
from tournaments.entries.services.fees import arrive_paid, settle_fee
from tournaments.entries.services.walk_ins import enter_walk_in
from tournaments.entries.words.namesake_words import namesake_warning
from tournaments.enums import PaymentMeans, TournamentState
from tournaments.models import Entry, Person, Tournament
from tournaments.people.forms.people import VISITOR, VisitorForm
from tournaments.people.queries.licences import licensee_values

QUIET = "X-Etui-Part"
"""Request header of a script that updates only the list of the page."""
SEARCH_LENGTH = 100
MEANS = "moyen"
"""Parameter of the means of payment, chosen once for all payments at the door."""
FILTERS = ("q", "reste", MEANS)
STEPS: dict[str, Callable[[Entry, User, str | None], object]] = {
    "arrive": lambda entry, user, _means: mark_arrival(entry=entry, is_here=True, marked_by=user),
    "arrive-paye": lambda entry, user, means: arrive_paid(entry=entry, means=means, recorded_by=user),
    "absent": lambda entry, user, _means: mark_arrival(entry=entry, is_here=False, marked_by=user),
    "paye": lambda entry, user, means: settle_fee(entry=entry, is_paid=True, means=means, recorded_by=user),
    "impaye": lambda entry, user, _means: settle_fee(entry=entry, is_paid=False, means="", recorded_by=user),
}
"""Service of each button of a row."""
DONE = {
    "arrive": gettext_lazy("%(entry)s : arrivée notée."),
    "arrive-paye": gettext_lazy("%(entry)s : arrivée et paiement notés."),
    "absent": gettext_lazy("%(entry)s : arrivée annulée."),
    "paye": gettext_lazy("%(entry)s : paiement noté."),
    "impaye": gettext_lazy("%(entry)s : paiement annulé."),
}
"""Confirmation of each step. It names the entry, whose row may have left the filtered list."""


@require_safe
@never_cache
def arrivals(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.WELCOME)
    context = _context(request, tournament, request.GET) | {"tab": "entries"}
    return render(request, "tournaments/entries/organiser/arrivals.html", context)


@require_safe
@never_cache
def poll_arrivals(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list alone, or status 204 if the page already shows its latest version."""
    context = _context(request, find_tournament(request, slug, Right.WELCOME), request.GET)
    if request.GET.get("shown") == context["arrivals"].mark:
        return HttpResponse(status=204)
    return render(request, "tournaments/entries/organiser/_arrivals.html", context)


@require_POST
def act_on(request: HttpRequest, slug: str, pk: int, step: str) -> HttpResponse:
    """Carry out one of the `STEPS` for an entry. The next page has the same filters."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    if step not in STEPS:
        raise Http404
    entry = find_tournament_entry(tournament, pk)
    try:
        STEPS[step](entry, signed_in_user(request), _means(request.POST))
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        messages.success(request, DONE[step] % {"entry": entry})
    if QUIET in request.headers:
        return render(
            request,
            "tournaments/entries/organiser/_arrivals.html",
            _context(request, tournament, request.POST),
        )
    return redirect_to_list("organiser-arrivals", tournament, request.POST)


@require_POST
def walk_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter a person at the door: of the register, of the list of licensees, or as the form says."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    key = request.POST.get("person", "")
    has_paid = "paid" in request.POST
    form = VisitorForm(request.POST, prefix=VISITOR)
    try:
        if key:
            people = tournament.known_people().filter(pk=key) if is_row_number(key) else Person.objects.none()
            _enter(request, tournament, get_object_or_404(people), has_paid=has_paid)
        elif "licensee" in request.POST:
            licensee = find_licensee(tournament, request.POST["licensee"])
            _enter(request, tournament, licensee_values(licensee), has_paid=has_paid)
        elif form.is_valid():
            _enter(request, tournament, form.cleaned_data, has_paid=has_paid)
        else:
            messages.error(
                request, " ".join(str(problem) for errors in form.errors.values() for problem in errors)
            )
    except AppError as error:
        messages.error(request, str(error.message))
    if QUIET in request.headers:
        return render(
            request,
            "tournaments/entries/organiser/_arrivals.html",
            _context(request, tournament, request.POST),
        )
    return redirect_to_list("organiser-arrivals", tournament, request.POST, (MEANS,))


def redirect_to_list(
    name: str, tournament: Tournament, parameters: QueryDict, filters: Sequence[str] = FILTERS
) -> HttpResponse:
    """Redirect to a list of arrivals by the name of its address, with those of its filters that are set."""
    chosen = {key: parameters[key] for key in filters if parameters.get(key)}
    address = reverse(name, args=[tournament.slug])
    return redirect(f"{address}?{urlencode(chosen)}" if chosen else address)


def _means(parameters: QueryDict) -> str | None:
    """Return the means of payment that was chosen, or None: an unknown one counts as none."""
    means = parameters.get(MEANS)
    return means if means in PaymentMeans.values else None


def _enter(
    request: HttpRequest, tournament: Tournament, visitor: Person | dict[str, Any], *, has_paid: bool
) -> None:
    user = signed_in_user(request)
    entry = enter_walk_in(
        tournament=tournament, who=visitor, has_paid=has_paid, means=_means(request.POST), entered_by=user
    )
    message = _("%(entry)s : inscrit, arrivée notée.")
    if has_paid:
        message = _("%(entry)s : inscrit, arrivée et paiement notés.")
    messages.success(request, message % {"entry": entry})
    if not isinstance(visitor, Person) and (warning := namesake_warning(entry.person)):
        messages.warning(request, warning)


def _context(request: HttpRequest, tournament: Tournament, parameters: QueryDict) -> dict[str, Any]:
    search = parameters.get("q", "").strip()[:SEARCH_LENGTH]
    only_missing = bool(parameters.get("reste"))
    arrivals = load_arrivals(tournament, search, only_missing=only_missing)
    context = {
        "tournament": tournament,
        "search": search,
        "only_missing": only_missing,
        "means": _means(parameters),
        "all_means": PaymentMeans.choices,
        "arrivals": arrivals,
        # called where the list is rendered alone, and not by a poll without news
        "has_other_events": lambda: len(events_of_day(request.user, tournament)) > 1,
    }
    if search and not arrivals.lines:
        context |= _offers(tournament, search, arrivals)
    return context


def _offers(tournament: Tournament, search: str, arrivals: ArrivalList) -> dict[str, Any]:
    """Return the choices at the door for a search without a matching entry. Five queries at most."""
    if tournament.state != TournamentState.DRAFT or find_format(tournament.format).has_teams:
        return {}
    rate = next(iter(arrivals.account.rates), None)
    search_result = search_at_reception(tournament, search)
    return {
        "offers": [row.person for row in search_result.rows if row.entry is None],
        "licensees": search_result.licensees,
        "visitor_form": VisitorForm.from_search(search),
        "fee": rate.cents if rate else 0,
    }
