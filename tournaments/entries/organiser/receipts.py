"""Page of the receipts of an event: payments without one, all numbers, and other sums such as dues."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right, may_manage_club
from tournaments.base.forms.money import CentsField
from tournaments.base.row_numbers import is_row_number
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.entries.queries.receipts import load_receipt_book
from tournaments.entries.services.receipts import (
    cancel_receipt,
    issue_fee_receipts,
    issue_other_receipt,
    payer_name,
)
from tournaments.enums import PaymentMeans
from tournaments.models import ClubPage, PaymentReceipt


class OtherReceiptForm(forms.Form):
    """Sum other than the entry fee."""

    payer = forms.CharField(
        label=gettext_lazy("Reçu de"),
        max_length=170,
        help_text=gettext_lazy("Un inscrit, ou une autre personne."),
        widget=forms.TextInput(attrs={"list": "payers", "autocomplete": "off"}),
    )
    subject = forms.CharField(
        label=gettext_lazy("Objet"),
        max_length=80,
        help_text=gettext_lazy("Par exemple : cotisation 2026-2027."),
    )
    cents = CentsField(label=gettext_lazy("Montant, en €"))
    means = forms.ChoiceField(label=gettext_lazy("Moyen de paiement"), choices=PaymentMeans.choices)

    def clean_cents(self) -> int:
        """Refuse a sum of nothing."""
        cents: int = self.cleaned_data["cents"]
        if cents < 1:
            raise forms.ValidationError(_("Écrivez une somme au-dessus de zéro."))
        return cents


class CancellationForm(forms.Form):
    """Reason of a cancellation."""

    reason = forms.CharField(label=gettext_lazy("Motif"), max_length=120)


@require_http_methods(["GET", "POST"])
def receipts_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the receipts and the payments without one. A POST request issues one for another sum."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    form = OtherReceiptForm(posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            receipt = issue_other_receipt(
                tournament=tournament, issued_by=signed_in_user(request), **form.cleaned_data
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le reçu n° %(number)d est établi.") % {"number": receipt.number})
            return redirect("organiser-receipts", tournament.slug)
    club_page = ClubPage.objects.filter(club=tournament.club_id).first()
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "standings",
        "book": load_receipt_book(tournament),
        "form": form,
        "payers": [payer_name(entry) for entry in tournament.entries.select_related("person")],
        "head": club_page.receipt_head if club_page else "",
        "may_write_head": may_manage_club(request.user, tournament.club),
    }
    return render(request, "tournaments/entries/organiser/receipts.html", context)


@require_POST
def issue_receipts_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Issue the receipt of the payment of the entry `entry`, or all missing ones."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    number = request.POST.get("entry", "")
    # an entry that does not exist has nothing to receipt
    entry_id = int(number) if is_row_number(number) else 0
    try:
        receipts = issue_fee_receipts(
            tournament=tournament,
            entry_id=None if "all" in request.POST else entry_id,
            issued_by=signed_in_user(request),
        )
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        count = len(receipts)
        add_success_message(
            request, ngettext("%(count)d reçu établi.", "%(count)d reçus établis.", count) % {"count": count}
        )
    return redirect("organiser-receipts", tournament.slug)


@require_POST
def cancel_receipt_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel a receipt, with a reason."""
    tournament = find_tournament(request, slug, Right.WELCOME)
    receipt = get_object_or_404(PaymentReceipt.objects.filter(tournament=tournament), pk=pk)
    form = CancellationForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            cancel_receipt,
            _("Le reçu n° %(number)d est annulé ; il garde son numéro.") % {"number": receipt.number},
            receipt=receipt,
            reason=form.cleaned_data["reason"],
            cancelled_by=signed_in_user(request),
        )
    else:
        message = _("Reçu n° %(number)d : écrivez pourquoi vous l’annulez, en 120 caractères au plus.")
        messages.error(request, message % {"number": receipt.number})
    return redirect("organiser-receipts", tournament.slug)
