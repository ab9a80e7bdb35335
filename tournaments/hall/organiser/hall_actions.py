"""Running the hall: the clock turned, calls taken and ended, messages taken back."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from common.errors import AppError
from tournaments.base.queries.rounds import load_round
from tournaments.base.web.acting import act, show_error, tell
from tournaments.base.web.finding import signed_in
from tournaments.hall.forms.hall import ClockForm, ExtensionForm
from tournaments.hall.organiser.hall import current_hall, hall_page
from tournaments.hall.services.hall_calls import close_call, take_call
from tournaments.hall.services.hall_messages import take_back_message
from tournaments.hall.services.round_clock import (
    call_next_round,
    extend_round,
    pause_round,
    resume_round,
    start_round,
    turn_clock,
)
from tournaments.models import HallCall, HallMessage, Tournament

TURNS: dict[str, tuple[Callable[..., Any], str, str | Promise]] = {
    "partir": (start_round, "started_by", gettext_lazy("La position commence.")),
    "arreter": (pause_round, "paused_by", gettext_lazy("L’horloge est arrêtée.")),
    "reprendre": (resume_round, "resumed_by", gettext_lazy("L’horloge repart.")),
    "suivante": (call_next_round, "called_by", gettext_lazy("Changement de position.")),
}
"""Last part of the address: the service, what it calls who acts, what the page says."""


@require_POST
def set_clock(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the clock for a round, not started."""
    _tournament, session = current_hall(request, slug)
    last = load_round(session, timezone.now()).round_count
    form = ClockForm(request.POST, round_count=last)
    if form.is_valid():
        try:
            turn_clock(session=session, turned_by=signed_in(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("L’horloge est réglée."))
            return redirect("organiser-hall", slug)
    return hall_page(request, session, clock_form=form)


@require_POST
def turn(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Start, stop, resume, or call the next round."""
    _tournament, session = current_hall(request, slug)
    if action not in TURNS:
        raise Http404
    service, by_whom, done = TURNS[action]
    act(request, service, str(done), session=session, **{by_whom: signed_in(request)})
    return redirect("organiser-hall", slug)


@require_POST
def extend(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the round minutes more, or less."""
    _tournament, session = current_hall(request, slug)
    form = ExtensionForm(request.POST)
    if form.is_valid():
        minutes = form.cleaned_data["minutes"]
        done = _("La durée de la position a changé.")
        act(request, extend_round, done, session=session, minutes=minutes, extended_by=signed_in(request))
    return redirect("organiser-hall", slug)


@require_POST
def take(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Go to a table that calls."""
    tournament, _session = current_hall(request, slug)
    call = _find_call(tournament, pk)
    done = _("La table %(number)d sait que vous arrivez.") % {"number": call.table.number}
    act(request, take_call, done, call=call, taken_by=signed_in(request))
    return redirect("organiser-hall", slug)


@require_POST
def close(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The call is dealt with."""
    tournament, _session = current_hall(request, slug)
    call = _find_call(tournament, pk)
    done = _("L’appel de la table %(number)d est clos.") % {"number": call.table.number}
    act(request, close_call, done, call=call, closed_by=signed_in(request))
    return redirect("organiser-hall", slug)


@require_POST
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a message from the phones and the screen."""
    tournament, _session = current_hall(request, slug)
    message = get_object_or_404(HallMessage, pk=pk, session__tournament=tournament)
    done = _("Le message ne s’affiche plus.")
    act(request, take_back_message, done, message=message, taken_back_by=signed_in(request))
    return redirect("organiser-hall", slug)


def _find_call(tournament: Tournament, pk: int) -> HallCall:
    calls = HallCall.objects.select_related("table")
    return get_object_or_404(calls, pk=pk, table__section__session__tournament=tournament)
