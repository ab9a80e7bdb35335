"""Page of the partners of free deals: a team name for each entry."""

import random
from collections.abc import Iterable, Mapping

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.alphabet import sort_key
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.partners import draw_partners, partner_count, set_partners
from tournaments.enums import TournamentState
from tournaments.models import Entry, Tournament

NAME_LENGTH = 60
DRAW = "draw"
"""Value of the button that draws the teams of the players without one."""


class PartnersForm(forms.Form):
    """A form with one field for each entry, `partners-<id>`."""

    def __init__(self, data: Mapping[str, str] | None = None, *, entries: Iterable[Entry]) -> None:
        super().__init__(data)
        self.entries = list(entries)
        for entry in self.entries:
            self.fields[f"partners-{entry.pk}"] = forms.CharField(
                label=gettext_lazy("Équipe"),
                required=False,
                max_length=NAME_LENGTH,
                initial=entry.partners,
                widget=forms.TextInput(
                    attrs={"list": "partners", "autocomplete": "off", "aria-label": str(entry)}
                ),
            )

    @property
    def rows(self) -> list[tuple[Entry, forms.BoundField]]:
        """Each entry with its field."""
        return [(entry, self[f"partners-{entry.pk}"]) for entry in self.entries]

    @property
    def names(self) -> dict[int, str]:
        """Team name by entry id. The form must be valid."""
        return {entry.pk: self.cleaned_data[f"partners-{entry.pk}"] for entry in self.entries}


@require_http_methods(["GET", "POST"])
def partners_page(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.PREPARE)
    if not find_format(tournament.format).has_partners:
        return redirect("organiser-entries", slug)
    entries = tournament.entries.select_related("person")
    form = PartnersForm(posted_data(request), entries=entries)
    if request.method == "POST" and form.is_valid():
        try:
            message = _store(request, tournament, form)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, message)
            return redirect("organiser-partners", slug)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "form": form,
        "size": partner_count(tournament),
        "names": sorted({entry.partners for entry in form.entries if entry.partners}, key=sort_key),
        "is_draft": tournament.state == TournamentState.DRAFT,
        "may_draw": sum(not entry.partners for entry in form.entries) >= partner_count(tournament),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/entries/organiser/partners.html", context, status=status)


@transaction.atomic
def _store(request: HttpRequest, tournament: Tournament, form: PartnersForm) -> str:
    """Store the typed names, draw the other teams if the button says so, and return the message."""
    user = signed_in_user(request)
    set_partners(tournament=tournament, names=form.names, set_by=user)
    if request.POST.get("then") != DRAW:
        return _("Les équipes sont enregistrées.")
    team_count = draw_partners(tournament=tournament, rng=random.SystemRandom(), drawn_by=user)
    message = ngettext("%(count)d équipe tirée au sort.", "%(count)d équipes tirées au sort.", team_count)
    return message % {"count": team_count}
