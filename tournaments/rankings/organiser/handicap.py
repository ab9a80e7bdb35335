"""Page of the handicap: the points that the club gives to players by series or by category."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.forms.merged import MergedForm
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.handicap import LARGEST_HANDICAP, HandicapBy, HandicapPer, HandicapScale
from tournaments.enums import Series
from tournaments.models import Person, Tournament
from tournaments.rankings.queries.points_tables import has_points_table, load_points_table
from tournaments.rankings.services.ranking_options import set_ranking_options

MOST_CATEGORIES = 40
"""Largest number of categories of a register that the form shows."""


class HandicapForm(MergedForm):
    """A form with the points of each series and of each category of the register."""

    by = forms.ChoiceField(
        label=gettext_lazy("Points donnés selon"),
        choices=[
            ("", gettext_lazy("aucun handicap")),
            (HandicapBy.SERIES.value, gettext_lazy("la série")),
            (HandicapBy.CATEGORY.value, gettext_lazy("la catégorie du registre")),
        ],
        required=False,
    )
    per = forms.ChoiceField(
        label=gettext_lazy("Points comptés"),
        choices=[
            (HandicapPer.EVENT.value, gettext_lazy("une fois, pour tout le tournoi")),
            (HandicapPer.DEAL.value, gettext_lazy("pour chaque donne jouée")),
        ],
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, scale: HandicapScale | None, categories: Sequence[str]
    ) -> None:
        stored_scale = scale or HandicapScale()
        super().__init__(data, initial={"by": scale.by.value if scale else "", "per": stored_scale.per.value})
        groups = {
            HandicapBy.SERIES: [(series.value, str(series.label)) for series in Series],
            HandicapBy.CATEGORY: [(category, category) for category in categories],
        }
        self._names: dict[HandicapBy, dict[str, str]] = {}
        for by, group_labels in groups.items():
            self._names[by] = {
                f"{by.value}_{place}": group for place, (group, _label) in enumerate(group_labels)
            }
            for place, (group, label) in enumerate(group_labels):
                self.fields[f"{by.value}_{place}"] = forms.IntegerField(
                    label=label,
                    min_value=0,
                    max_value=LARGEST_HANDICAP,
                    required=False,
                    initial=stored_scale.points.get(group) if stored_scale.by is by else None,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )

    @property
    def series_fields(self) -> list[forms.BoundField]:
        """Return the fields of the series."""
        return [self[name] for name in self._names[HandicapBy.SERIES]]

    @property
    def category_fields(self) -> list[forms.BoundField]:
        """Return the fields of the categories."""
        return [self[name] for name in self._names[HandicapBy.CATEGORY]]

    def clean(self) -> dict[str, Any]:
        """Check that a chosen scale gives points to a group."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("by") and not self.errors and not self._points(HandicapBy(cleaned["by"])):
            self.add_error(
                "by", _("Donnez des points à un groupe au moins, ou choisissez « aucun handicap ».")
            )
        return cleaned

    def changes(self) -> dict[str, Any]:
        """Return the option in its stored form; None for no handicap."""
        if not self.cleaned_data["by"]:
            return {"handicap": None}
        by = HandicapBy(self.cleaned_data["by"])
        return {"handicap": {"by": by.value, "per": self.cleaned_data["per"], "points": self._points(by)}}

    def _points(self, by: HandicapBy) -> dict[str, int]:
        return {
            group: points
            for name, group in self._names[by].items()
            if (points := self.cleaned_data.get(name))
        }


@require_http_methods(["GET", "POST"])
def handicap_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the handicap, with both rankings. A format without points of players has none."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    if not has_points_table(tournament):
        context = {"tournament": tournament, "tab": "standings", "form": None}
        return render(request, "tournaments/rankings/organiser/handicap.html", context)
    options = read_event_options(tournament.options, find_format(tournament.format).plan)
    form = HandicapForm(posted_data(request), scale=options.handicap, categories=_categories(tournament))
    if request.method == "POST" and form.is_valid():
        try:
            set_ranking_options(tournament=tournament, changes=form.changes(), set_by=signed_in_user(request))
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le handicap est enregistré."))
            return redirect("organiser-handicap", tournament.slug)
    context = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "table": load_points_table(tournament) if options.handicap else None,
    }
    return render(request, "tournaments/rankings/organiser/handicap.html", context)


def _categories(tournament: Tournament) -> list[str]:
    """Return the categories of the club's register. One query."""
    people = Person.objects.filter(club=tournament.club_id).exclude(category="")
    return list(people.order_by("category").values_list("category", flat=True).distinct()[:MOST_CATEGORIES])
