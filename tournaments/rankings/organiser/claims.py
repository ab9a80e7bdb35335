"""Page of the claims: the announced hour, and the answers."""

import datetime
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.models import RankingClaim, Tournament
from tournaments.rankings.queries.claims import claims_state, list_claims
from tournaments.rankings.services.claims import LONGEST_TEXT, announce_claims, answer_ranking_claim

NIGHT = datetime.timedelta(hours=12)
"""An hour that lies further back than this is one of the next day."""


class ClaimHourForm(forms.Form):
    """A form for the hour until which claims are taken."""

    hour = forms.TimeField(
        label=gettext_lazy("Réclamations jusqu’à"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        help_text=gettext_lazy("Aujourd’hui, ou cette nuit. Vide : aucune réclamation sur le site."),
    )

    def until(self) -> datetime.datetime | None:
        """Return the time of this hour today, or tomorrow if it is long past; None without an hour."""
        hour = self.cleaned_data["hour"]
        if hour is None:
            return None
        now = timezone.localtime()
        until = timezone.make_aware(datetime.datetime.combine(now.date(), hour))
        return until + datetime.timedelta(days=1) if now - until > NIGHT else until


class ClaimAnswerForm(forms.Form):
    """A form for the organiser's answer to a claim."""

    answer = forms.CharField(label=gettext_lazy("Votre réponse"), max_length=LONGEST_TEXT, required=False)
    verdict = forms.ChoiceField(choices=[("accept", ""), ("refuse", "")])


@require_http_methods(["GET", "POST"])
def manage_claims_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the claims and the announced hour; a POST changes the hour."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_RESULTS
    tournament = find_tournament(request, slug, right)
    form = ClaimHourForm(posted_data(request), initial={"hour": _hour_of(tournament)})
    if request.method == "POST" and form.is_valid():
        try:
            announce_claims(tournament=tournament, until=form.until(), announced_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("C’est annoncé."))
            return redirect("organiser-claims", slug)
    context: dict[str, Any] = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "state": claims_state(tournament),
        "claims": list_claims(tournament),
    }
    return render(request, "tournaments/rankings/organiser/claims.html", context)


@require_POST
def answer_ranking_claim_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Accept or refuse a claim."""
    tournament = find_tournament(request, slug, Right.RUN)
    claim = get_object_or_404(
        RankingClaim.objects.select_related("entry__person"), pk=pk, tournament=tournament
    )
    claim.tournament = tournament
    form = ClaimAnswerForm(request.POST)
    if form.is_valid():
        run_service(
            request,
            answer_ranking_claim,
            _("Le joueur peut lire votre réponse."),
            claim=claim,
            is_accepted=form.cleaned_data["verdict"] == "accept",
            answer=form.cleaned_data["answer"],
            answered_by=signed_in_user(request),
        )
    return redirect("organiser-claims", slug)


def _hour_of(tournament: Tournament) -> datetime.time | None:
    until = tournament.claims_until
    return None if until is None else timezone.localtime(until).time()
