"""Rankings for organisers: by group with full names, and the changes between two snapshots."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import find_requested_session, find_tournament
from tournaments.models import Session, StandingsSnapshot
from tournaments.rankings.queries.changes import compare_snapshots
from tournaments.rankings.queries.rulings import load_rules, read_effects
from tournaments.rankings.web.group_rankings import groups_page
from tournaments.rankings.words.ruling_wording import effects_text, fault_name


class ChangesForm(forms.Form):
    """A form for the numbers of two snapshots, by default the last two."""

    de = forms.IntegerField(label=gettext_lazy("De l’état"), min_value=1, max_value=2**31 - 1)
    a = forms.IntegerField(label=gettext_lazy("à l’état"), min_value=1, max_value=2**31 - 1)

    def __init__(self, data: Mapping[str, Any], *, session: Session) -> None:
        self.session = session
        last_versions = session.snapshots.order_by("-version").values_list("version", flat=True)[:2]
        numbers = (
            {"a": last_versions[0], "de": last_versions[len(last_versions) - 1]}
            if len(last_versions) > 1
            else {}
        )
        form_data = {name: data.get(name) or number for name, number in numbers.items()}
        super().__init__(form_data if numbers else None)

    def clean(self) -> dict[str, Any]:
        """Find both snapshots, the earlier one first."""
        cleaned = super().clean() or {}
        versions = sorted(number for name in ("de", "a") if (number := cleaned.get(name)))
        snapshots = {row.version: row for row in self.session.snapshots.filter(version__in=versions)}
        for name in ("de", "a"):
            if name in cleaned and cleaned[name] not in snapshots:
                self.add_error(name, gettext_lazy("Cet état n’existe pas."))
        return cleaned | {"found": [snapshots[number] for number in versions if number in snapshots]}

    def chosen(self) -> tuple[StandingsSnapshot, StandingsSnapshot] | None:
        """Return both snapshots, the earlier one first; None if one is missing."""
        if not self.is_valid() or len(self.cleaned_data["found"]) != 2:
            return None
        first, second = self.cleaned_data["found"]
        return first, second


@require_safe
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare two snapshots, by default the last two."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = find_requested_session(request, tournament)
    form = ChangesForm(request.GET, session=session)
    snapshots = form.chosen()
    rules = load_rules(tournament)
    comparison = compare_snapshots(session, *snapshots) if snapshots else None
    context = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "compared": comparison,
        "measure": rules.shown,
        "rulings": [
            (row, fault_name(row.fault), effects_text(read_effects(row.effects), rules.measure), is_given)
            for rows, is_given in (
                ((comparison.given, True), (comparison.withdrawn, False)) if comparison else ()
            )
            for row in rows
        ],
    }
    return render(request, "tournaments/rankings/organiser/changes.html", context)


@require_safe
def organiser_groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all groups of a kind, each with its own places."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    context = {"tournament": tournament, "tab": "standings", "shown": groups_page(request, tournament)}
    return render(request, "tournaments/rankings/organiser/groups.html", context)
