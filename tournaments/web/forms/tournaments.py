"""A tournament to create: its format's shapes as choices, the recommended one first."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.formats.registry import FORMATS, find_format
from tournaments.core.movements.catalogue import EveningOption, find_option
from tournaments.services.sections import SectionPlan
from tournaments.services.wording import FORMAT_NAMES

DEFAULT_SHAPE = "straight-7-4-7"


def full_evenings(format_code: str) -> list[EveningOption]:
    """One shape for each number of tables and of étuis per position: everybody plays every position."""
    tournament_format = find_format(format_code)
    return [
        option
        for tables in tournament_format.table_counts
        for option in tournament_format.list_options(tables * tournament_format.seats_per_table)
        if option.round_count == tables
    ]


class TournamentForm(forms.Form):
    """Name, date, format and shape of an evening."""

    name = forms.CharField(label=_("Nom du tournoi"), max_length=120)
    starts_on = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    format = forms.ChoiceField(label=_("Formule"), choices=[(code, FORMAT_NAMES[code]) for code in FORMATS])
    shape = forms.ChoiceField(
        label=_("Tables et étuis"),
        choices=[(option.code, option.code) for code in FORMATS for option in full_evenings(code)],
        initial=DEFAULT_SHAPE,
        error_messages={"required": _("Choisissez un nombre de tables.")},
    )
    round_count = forms.IntegerField(
        label=_("Positions à jouer"),
        min_value=1,
        max_value=99,
        required=False,
        help_text=_("Laissez vide pour les jouer toutes ; moins raccourcit la soirée."),
    )

    def arguments(self) -> dict[str, Any]:
        """The cleaned values as `create_tournament` takes them."""
        option = find_option(self.cleaned_data["shape"])
        return {
            "name": self.cleaned_data["name"],
            "starts_on": self.cleaned_data["starts_on"],
            "format_code": self.cleaned_data["format"],
            "sections": [
                SectionPlan(
                    table_count=option.table_count,
                    boards_per_set=option.boards_per_set,
                    round_count=self.cleaned_data["round_count"] or option.round_count,
                )
            ],
        }
