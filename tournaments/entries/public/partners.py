"""Proposals of players who look for partners, from the private page of a registration."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.mails import can_send
from accounts.refusals import refuse_for_now
from common.requests.limits import seconds_to_wait
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.acting import run_service
from tournaments.entries.public.registrations import (
    REGISTERING,
    REGISTRATION_MAIL,
    find_own_registration,
)
from tournaments.entries.queries.registrations import holder_of
from tournaments.entries.services.seekers import (
    accept_proposal,
    decline_proposal,
    propose_partner,
    withdraw_proposal,
)

PROPOSE = "proposer"
STEPS: dict[str, tuple[Callable[..., None], Any]] = {
    PROPOSE: (propose_partner, gettext_lazy("C’est proposé. La réponse viendra sur cette page.")),
    "retirer": (withdraw_proposal, gettext_lazy("La proposition est retirée.")),
    "accepter": (accept_proposal, gettext_lazy("Vous voilà réunis.")),
    "decliner": (decline_proposal, gettext_lazy("La proposition est déclinée.")),
}
"""Service and message of each step, by the end of its address."""


@never_cache
@require_POST
def partner_step(request: HttpRequest, slug: str, secret: str, step: str) -> HttpResponse:
    """Propose to another player who looks for partners, take it back, accept or decline."""
    registration = find_own_registration(request, slug, secret)
    if step not in STEPS:
        raise Http404
    partner_id = request.POST.get("partner", "")
    partners = registration.tournament.registrations.select_related("tournament")
    partner = partners.filter(pk=partner_id).first() if is_row_number(partner_id) else None
    if wait := seconds_to_wait(request, REGISTERING):
        return refuse_for_now(request, wait)
    if partner is None:
        messages.error(request, _("Choisissez avec qui."))
        return redirect("public-registration", slug, secret)
    if step == PROPOSE and partner.email and can_send():
        # any visitor may propose: the message counts like one to a typed address
        wait = seconds_to_wait(request, REGISTRATION_MAIL, thing=partner.email.casefold())
        if wait:
            return refuse_for_now(request, wait)
    service, message = STEPS[step]
    run_service(request, service, message, registration=holder_of(registration), partner=partner)
    return redirect("public-registration", slug, secret)
