"""Pages of the entry fees: rates, amounts owed and paid."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.forms.merged import MergedForm
from tournaments.base.forms.money import CentsField
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, find_tournament_entry, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.fees import load_fees
from tournaments.entries.services.fees import RateLine, record_payment, return_payment, set_fee_rates
from tournaments.entries.services.withdrawals import WITHDRAWN, find_left_payments
from tournaments.enums import PaymentMeans
from tournaments.models import AuditEvent, EntryFee, FeeRate, Tournament

NEW_RATES = 3
"""Number of empty rows for new rates."""


class RatesForm(MergedForm):
    """One row for each rate of the tournament, and empty rows for new ones."""

    per_member = forms.BooleanField(
        label=gettext_lazy("Les équipes paient pour chaque équipier"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        tournament: Tournament,
        rates: Sequence[FeeRate],
        is_per_member: bool,
    ) -> None:
        super().__init__(data, initial={"per_member": is_per_member})
        if not find_format(tournament.format).has_teams:
            del self.fields["per_member"]
        self._rates = dict(enumerate([*rates, *[None] * NEW_RATES], start=1))
        for row, rate in self._rates.items():
            label = _("Tarif %(row)d") % {"row": row}
            self.fields[f"name_{row}"] = forms.CharField(
                label=label, max_length=40, required=False, initial=rate.name if rate else ""
            )
            amount = CentsField(label=_("Montant %(row)d, en €") % {"row": row}, required=False)
            amount.initial = rate.cents if rate else None
            self.fields[f"cents_{row}"] = amount

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Name field and amount field of each rate."""
        return [(self[f"name_{row}"], self[f"cents_{row}"]) for row in self._rates]

    def lines(self) -> list[RateLine]:
        """Return the rates for the service. A row without a name deletes its rate."""
        return [
            RateLine(
                rate.pk if rate else None,
                self.cleaned_data[f"name_{row}"].strip(),
                self.cleaned_data[f"cents_{row}"] or 0,
            )
            for row, rate in self._rates.items()
        ]


class PaymentForm(MergedForm):
    """Rate of an entry and the total amount that it has paid."""

    rate = forms.ModelChoiceField(
        FeeRate.objects.none(), label=gettext_lazy("Tarif"), empty_label=gettext_lazy("Choisir…")
    )
    paid = CentsField(label=gettext_lazy("Payé, en €"), required=False)
    means = forms.ChoiceField(
        label=gettext_lazy("Moyen de paiement"),
        choices=[("", gettext_lazy("Moyen…")), *PaymentMeans.choices],
        required=False,
    )

    def __init__(self, data: Mapping[str, Any], *, tournament: Tournament, fee: EntryFee | None) -> None:
        # the page shows no sum for nothing paid
        initial = {"paid": fee.paid_cents or None, "means": fee.means} if fee else {}
        super().__init__(data, initial=initial)
        rate = cast("forms.ModelChoiceField[FeeRate]", self.fields["rate"])
        rate.queryset = FeeRate.objects.filter(tournament=tournament)


@require_http_methods(["GET", "POST"])
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the amounts owed and paid by each entry. A POST request changes the rates."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    account = load_fees(tournament)
    form = RatesForm(
        posted_data(request), tournament=tournament, rates=account.rates, is_per_member=account.is_per_member
    )
    if request.method == "POST" and form.is_valid():
        try:
            set_fee_rates(
                tournament=tournament,
                rates=form.lines(),
                is_per_member=form.cleaned_data.get("per_member", False),
                set_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les tarifs sont enregistrés."))
            return redirect("organiser-fees", tournament.slug)
    left_payments = list(find_left_payments(tournament).values())
    context = {
        "tournament": tournament,
        "tab": "standings",
        "account": account,
        "form": form,
        "means": PaymentMeans.choices,
        "left_payments": left_payments,
        # nothing is owed for an event that does not take place
        "to_return": sum(payment.cents for payment in left_payments)
        + (account.paid if tournament.cancelled_at else 0),
    }
    return render(request, "tournaments/entries/organiser/fees.html", context)


@require_POST
def pay(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record the rate and the total payment of an entry.

    The button `all` means the full amount, and `returned`, in a cancelled event, that all is given back.
    """
    tournament = find_tournament(request, slug, Right.WELCOME)
    entry = find_tournament_entry(tournament, pk)
    fee = EntryFee.objects.filter(entry=entry).first()
    form = PaymentForm(request.POST, tournament=tournament, fee=fee)
    address = reverse("organiser-fees", args=[tournament.slug])
    if form.is_valid():
        is_returned = "returned" in request.POST
        note = _("%(entry)s : paiement rendu.") if is_returned else _("%(entry)s : paiement noté.")
        amount = 0 if is_returned else form.cleaned_data["paid"] or 0
        run_service(
            request,
            record_payment,
            note % {"entry": entry},
            entry=entry,
            rate=form.cleaned_data["rate"],
            paid_cents=None if "all" in request.POST else amount,
            means=form.cleaned_data["means"],
            recorded_by=signed_in_user(request),
        )
        # the row shows what was noted: a long list would begin again at its top
        address += f"#droit-{entry.pk}"
    else:
        why = " ".join(str(error) for errors in form.errors.values() for error in errors)
        messages.error(request, _("%(entry)s : %(why)s") % {"entry": entry, "why": why})
    return redirect(address)


@require_POST
def return_payment_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record that a withdrawn player has got their payment back."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    event = get_object_or_404(AuditEvent.objects.filter(tournament=tournament, action=WITHDRAWN), pk=pk)
    run_service(
        request,
        return_payment,
        _("%(entry)s : paiement rendu.") % {"entry": event.subject},
        tournament=tournament,
        event=event,
        returned_by=signed_in_user(request),
    )
    return redirect("organiser-fees", tournament.slug)
