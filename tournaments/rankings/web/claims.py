"""The page on which a player makes a claim, by the private link or from their own device."""

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import AppError
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.enums import ClaimSource
from tournaments.models import Entry, Play
from tournaments.rankings.queries.claims import claims_state, list_entry_claims, list_entry_plays
from tournaments.rankings.services.claims import LONGEST_TEXT, make_claim
from tournaments.results.words.deal_names import placed_deal_name


class ClaimForm(forms.Form):
    """A form for the line concerned and the fault."""

    play = forms.ChoiceField(label=gettext_lazy("Ligne concernée"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Ce qui est faux"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 3}),
        help_text=gettext_lazy("Par exemple : nous avons fait 56 points, la feuille en compte 46."),
    )
    token = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any, *, plays: list[Play]) -> None:
        super().__init__(data, initial={"token": uuid.uuid4()})
        self._plays = {str(play.pk): play for play in plays}
        choices = [("", _("le classement, ou plusieurs lignes"))]
        choices += [(number, placed_deal_name(play)) for number, play in self._plays.items()]
        self.fields["play"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def values(self) -> dict[str, Any]:
        """Return the arguments of `make_claim`."""
        return self.cleaned_data | {"play": self._plays.get(self.cleaned_data["play"])}


def claim_page(
    request: HttpRequest, entry: Entry, source: ClaimSource, *, here: str, back: str
) -> HttpResponse:
    """Show an entry's claims with their answers, and take a new one until the announced hour.

    Args:
        entry: with its tournament.
        here: address of the page.
        back: address of the evening of the player.
    """
    state = claims_state(entry.tournament)
    form = ClaimForm(posted_data(request), plays=list_entry_plays(entry) if state.is_open else [])
    if request.method == "POST" and form.is_valid():
        try:
            make_claim(entry=entry, source=source, **form.values())
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("L’organisateur a votre réclamation. Sa réponse sera ici."))
            return redirect(here)
    context = {
        "tournament": entry.tournament,
        "tab": "standings",
        "entry": entry,
        "state": state,
        "form": form,
        "claims": list_entry_claims(entry),
        "back": back,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/rankings/public/claim.html", context, status=status)
