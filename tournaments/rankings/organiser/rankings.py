"""Rankings as organisers read them: by group with full names, and what moved between two states."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import asked_session, find_tournament
from tournaments.models import Session, StandingsSnapshot
from tournaments.rankings.queries.changes import compare_snapshots
from tournaments.rankings.queries.rulings import load_rules, read_effects
from tournaments.rankings.web.group_rankings import groups_page
from tournaments.rankings.words.ruling_wording import effects_text, fault_name


class ChangesForm(forms.Form):
    """The numbers of two states; without them the last two."""

    de = forms.IntegerField(label=gettext_lazy("De l’état"), min_value=1, max_value=2**31 - 1)
    a = forms.IntegerField(label=gettext_lazy("à l’état"), min_value=1, max_value=2**31 - 1)

    def __init__(self, data: Mapping[str, Any], *, session: Session) -> None:
        self.session = session
        last = session.snapshots.order_by("-version").values_list("version", flat=True)[:2]
        numbers = {"a": last[0], "de": last[len(last) - 1]} if len(last) > 1 else {}
        asked = {name: data.get(name) or number for name, number in numbers.items()}
        super().__init__(asked if numbers else None)

    def clean(self) -> dict[str, Any]:
        """The states asked for, the earlier one first."""
        cleaned = super().clean() or {}
        versions = sorted(number for name in ("de", "a") if (number := cleaned.get(name)))
        found = {row.version: row for row in self.session.snapshots.filter(version__in=versions)}
        for name in ("de", "a"):
            if name in cleaned and cleaned[name] not in found:
                self.add_error(name, gettext_lazy("Cet état n’existe pas."))
        return cleaned | {"found": [found[number] for number in versions if number in found]}

    def chosen(self) -> tuple[StandingsSnapshot, StandingsSnapshot] | None:
        """The two states, the earlier one first; None when there are not two or one is not there."""
        if not self.is_valid() or len(self.cleaned_data["found"]) != 2:
            return None
        earlier, later = self.cleaned_data["found"]
        return earlier, later


@require_safe
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Two states compared, by default the last two."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = asked_session(request, tournament)
    form = ChangesForm(request.GET, session=session)
    chosen = form.chosen()
    rules = load_rules(tournament)
    compared = compare_snapshots(session, *chosen) if chosen else None
    context = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "compared": compared,
        "measure": rules.shown,
        "rulings": [
            (row, fault_name(row.fault), effects_text(read_effects(row.effects), rules.measure), is_given)
            for rows, is_given in (((compared.given, True), (compared.withdrawn, False)) if compared else ())
            for row in rows
        ],
    }
    return render(request, "tournaments/rankings/organiser/changes.html", context)


@require_safe
def groups(request: HttpRequest, slug: str) -> HttpResponse:
    """Every group of a kind, each with places of its own."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    context = {"tournament": tournament, "tab": "standings", "shown": groups_page(request, tournament)}
    return render(request, "tournaments/rankings/organiser/groups.html", context)
