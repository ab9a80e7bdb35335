"""Entry fees: what everybody owes and has paid."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import act, posted, show_error, tell
from tournaments.base.web.finding import find_entry, find_tournament, signed_in
from tournaments.entries.forms.fees import PaymentForm, RatesForm
from tournaments.entries.queries.fees import load_fees
from tournaments.entries.services.fees import record_payment, set_fee_rates


@require_http_methods(["GET", "POST"])
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """The account, entry by entry; posting writes the rates."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    account = load_fees(tournament)
    form = RatesForm(
        posted(request), tournament=tournament, rates=account.rates, is_per_member=account.is_per_member
    )
    if request.method == "POST" and form.is_valid():
        try:
            set_fee_rates(
                tournament=tournament,
                rates=form.lines(),
                is_per_member=form.cleaned_data["per_member"],
                set_by=signed_in(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            tell(request, _("Les tarifs sont enregistrés."))
            return redirect("organiser-fees", tournament.slug)
    context = {"tournament": tournament, "tab": "standings", "account": account, "form": form}
    return render(request, "tournaments/entries/organiser/fees.html", context)


@require_POST
def pay(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What one entry owes and has paid; one of the buttons says "all of it"."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    entry = find_entry(tournament, pk)
    form = PaymentForm(request.POST, tournament=tournament)
    if form.is_valid():
        act(
            request,
            record_payment,
            _("%(entry)s : paiement noté.") % {"entry": entry},
            entry=entry,
            rate=form.cleaned_data["rate"],
            paid_cents=None if "all" in request.POST else form.cleaned_data["paid"] or 0,
            recorded_by=signed_in(request),
        )
    else:
        messages.error(request, " ".join(str(error) for told in form.errors.values() for error in told))
    return redirect("organiser-fees", tournament.slug)
