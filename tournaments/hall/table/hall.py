"""The hall on a phone: call the referee, take the call back, put a message away."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import refuse_for_now
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from tournaments.base.web.acting import run_service
from tournaments.hall.forms.hall import CallForm
from tournaments.hall.queries.hall import load_table_hall, messages_to_table
from tournaments.hall.services.hall_calls import call_referee, take_back_call
from tournaments.hall.services.hall_messages import put_away
from tournaments.models import TableAccess
from tournaments.results.services.table_access import table_secret
from tournaments.results.services.table_phones import Device
from tournaments.results.web.table_opening import at_table, find_table_round, redirect_to_round

TABLE_CALL = limit_kind("table-call", Limit(By.THING, 6, MINUTE))
"""Limit of calls for the referee: 6 per minute and table."""


@require_safe
@at_table
def poll_table_hall(request: HttpRequest, access: TableAccess, device: Device, number: int) -> HttpResponse:
    """Return clock, messages and call, or 204 if the client's version is current."""
    this_round = find_table_round(access, number)
    table_hall = load_table_hall(access.table, device.key, timezone.now())
    if request.GET.get("shown") == table_hall.mark:
        return HttpResponse(status=204)
    context = {"secret": table_secret(access), "round": this_round, "hall": table_hall}
    return render(request, "tournaments/hall/table/_hall.html", context)


@require_POST
@at_table
def call(request: HttpRequest, access: TableAccess, device: Device, number: int) -> HttpResponse:
    """Call the referee to the table, with an optional reason."""
    this_round = find_table_round(access, number)
    # counted by table, not by phone: several players may call at once
    if wait := seconds_to_wait(request, TABLE_CALL, thing=str(access.pk)):
        return refuse_for_now(request, wait)
    form = CallForm(request.POST)
    if form.is_valid():
        notice = _("L’arbitre est appelé.")
        run_service(
            request,
            call_referee,
            notice,
            access=access,
            this_round=this_round,
            device=device,
            reason=form.cleaned_data["reason"],
        )
    else:
        messages.error(request, _("Dites-le en 200 signes au plus."))
    return redirect_to_round(access, this_round)


@require_POST
@at_table
def take_back_call_view(
    request: HttpRequest, access: TableAccess, device: Device, number: int
) -> HttpResponse:
    """Take back the table's call for the referee."""
    run_service(request, take_back_call, _("L’appel est retiré."), access=access)
    return redirect_to_round(access, find_table_round(access, number))


@require_POST
@at_table
def put_message_away(
    request: HttpRequest, access: TableAccess, device: Device, number: int, pk: int
) -> HttpResponse:
    """Hide a message on this phone."""
    this_round = find_table_round(access, number)
    message_by_key = {message.pk: message for message in messages_to_table(access.table, timezone.now())}
    if pk not in message_by_key:
        raise Http404
    put_away(message=message_by_key[pk], device=device)
    return redirect_to_round(access, this_round)
