"""Page of presence: ranked, unranked and withdrawn entries, and substitutions."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, find_tournament_entry, signed_in_user
from tournaments.entries.queries.presence import PresentEntry, list_present
from tournaments.entries.services.presence import CHOICES, cancel_substitution, replace_player, set_presence
from tournaments.enums import EntryPresence
from tournaments.models import Person, Substitution, Tournament


class PresenceForm(forms.Form):
    presence = forms.ChoiceField(
        label=gettext_lazy("Présence"), choices=[(choice.value, choice.label) for choice in CHOICES]
    )


class SubstitutionForm(forms.Form):
    """The person who leaves, the person who replaces them, and the first round of the change."""

    leaves = forms.ModelChoiceField(
        Person.objects.none(), label=gettext_lazy("Qui part"), empty_label=gettext_lazy("Choisir…")
    )
    person = forms.ModelChoiceField(
        Person.objects.none(),
        label=gettext_lazy("Qui le remplace"),
        empty_label=gettext_lazy("Choisir…"),
        help_text=gettext_lazy("Quelqu’un du registre qui ne joue pas cette séance."),
    )
    first_round = forms.IntegerField(
        label=gettext_lazy("À partir de la position"), min_value=1, max_value=999
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, tournament: Tournament, present: Sequence[PresentEntry]
    ) -> None:
        super().__init__(data)
        player_ids = [person.pk for row in present if row.round_count for person in row.people]
        people = tournament.known_people()
        self._choose("leaves").queryset = people.filter(pk__in=player_ids)
        self._choose("person").queryset = people.exclude(pk__in=player_ids)

    def _choose(self, name: str) -> "forms.ModelChoiceField[Person]":
        return cast("forms.ModelChoiceField[Person]", self.fields[name])


@require_http_methods(["GET", "POST"])
def presence_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the presence of all entries. A POST request adds a substitution."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    session = current_session(tournament)
    present = list_present(session)
    form = SubstitutionForm(posted_data(request), tournament=tournament, present=present)
    if request.method == "POST" and form.is_valid():
        try:
            substitution = replace_player(
                session=session, made_by=signed_in_user(request), **form.cleaned_data
            )
        except AppError as error:
            show_error(form, error)
        else:
            names = {"person": substitution.person, "leaves": substitution.leaves}
            add_success_message(request, _("%(person)s remplace %(leaves)s.") % names)
            return redirect("organiser-presence", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "present": present,
        "may_replace": any(row.round_count for row in present),
        "form": form,
        "choices": PresenceForm().fields["presence"].choices,  # type: ignore[attr-defined]
        "substitutions": [substitution for row in present for substitution in row.substitutions],
    }
    return render(request, "tournaments/entries/organiser/presence.html", context)


@require_POST
def change_presence(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.PREPARE)
    entry = find_tournament_entry(tournament, pk)
    form = PresenceForm(request.POST)
    # the service refuses this value with a message
    choice = form.cleaned_data["presence"] if form.is_valid() else EntryPresence.SUBSTITUTE
    run_service(
        request,
        set_presence,
        _("%(entry)s : %(presence)s.") % {"entry": entry, "presence": EntryPresence(choice).label},
        entry=entry,
        presence=EntryPresence(choice),
        set_by=signed_in_user(request),
    )
    return redirect("organiser-presence", tournament.slug)


@require_POST
def cancel_substitution_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.PREPARE)
    rows = Substitution.objects.select_related(
        "session__tournament__club", "entry__person", "leaves", "person"
    )
    substitution = get_object_or_404(rows, pk=pk, session__tournament=tournament)
    run_service(
        request,
        cancel_substitution,
        _("Le remplacement est annulé."),
        substitution=substitution,
        cancelled_by=signed_in_user(request),
    )
    return redirect("organiser-presence", tournament.slug)
