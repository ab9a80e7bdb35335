"""The prizes of a tournament: its fund, and one list."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.money import AmountsField, CentsField
from tournaments.base.words.wording import sentence
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import PrizeCumulation, PrizeRanking, PrizeSharing, PrizeShowing, Series
from tournaments.models import PrizePlan, PrizeRule
from tournaments.seating.words.seat_names import line_label

MOST_PRIZES = 500


class PrizePlanForm(forms.Form):
    """Where the money comes from, how it is shared, what the public page says."""

    redistribution = forms.IntegerField(
        label=gettext_lazy("Part des droits redistribuée, en %"),
        min_value=70,
        max_value=100,
        required=False,
        help_text=gettext_lazy("De 70 à 100 ; vide : le fonds est l’apport seul."),
    )
    extra_cents = CentsField(
        label=gettext_lazy("Apport, en €"),
        required=False,
        help_text=gettext_lazy("Ajouté par le club, la ville, un mécène."),
    )
    sharing = forms.ChoiceField(label=gettext_lazy("Prix d’une place partagée"), choices=PrizeSharing.choices)
    cumulation = forms.ChoiceField(label=gettext_lazy("Plusieurs listes"), choices=PrizeCumulation.choices)
    showing = forms.ChoiceField(label=gettext_lazy("La page publique montre"), choices=PrizeShowing.choices)

    @classmethod
    def initial_of(cls, plan: PrizePlan | None) -> dict[str, object]:
        """The form's values for a plan, those of a new one for None."""
        return {name: getattr(plan or PrizePlan(), name) for name in cls.base_fields}

    def values(self) -> dict[str, Any]:
        """Fields of `PrizePlan` by name."""
        return self.cleaned_data | {"extra_cents": self.cleaned_data["extra_cents"] or 0}


class PrizeRuleForm(forms.Form):
    """One list: for whom, and its amounts or its part of the fund."""

    name = forms.CharField(label=gettext_lazy("Nom de la liste"), max_length=60)
    ranking = forms.ChoiceField(label=gettext_lazy("Pour qui"))
    group = forms.CharField(
        label=gettext_lazy("Lequel, laquelle"),
        max_length=100,
        required=False,
        help_text=gettext_lazy(
            "Le nom du groupe tel que le registre l’écrit : la catégorie, le club, le pays, la tranche d’âge"
            " ; 1, 2, 3, 4 ou NC pour une série ; N, O, S, E, ou N-S, E-O, pour une ligne."
        ),
    )
    amounts = AmountsField(
        label=gettext_lazy("Montants, en €"),
        help_text=gettext_lazy(
            "Du premier au dernier, séparés par des espaces : 50 30 20. Ou bien un barème :"
        ),
    )
    fund_share = forms.IntegerField(
        label=gettext_lazy("Barème : part du fonds, en %"), min_value=1, max_value=100, required=False
    )
    prize_count = forms.IntegerField(
        label=gettext_lazy("Nombre de prix (vide : un quart des classés)"),
        min_value=1,
        max_value=MOST_PRIZES,
        required=False,
    )
    step_cents = CentsField(
        label=gettext_lazy("Prix arrondis à, en €"), required=False, help_text=gettext_lazy("1 € par défaut.")
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, rule: PrizeRule | None, event: TournamentFormat
    ) -> None:
        self.line_numbers = _line_numbers(event)
        super().__init__(data, initial=_initial(rule, self.line_numbers))
        choices = [
            choice
            for choice in PrizeRanking.choices
            if event.has_alternated_ranking or choice[0] not in (PrizeRanking.ALTERNATED, PrizeRanking.LINE)
        ]
        self.fields["ranking"].choices = choices  # type: ignore[attr-defined]  # a ChoiceField

    def clean(self) -> dict[str, Any]:
        """Either amounts or a part of the fund; a group where the ranking is of one."""
        cleaned: dict[str, Any] = super().clean() or {}
        if bool(cleaned.get("amounts")) == bool(cleaned.get("fund_share")) and not self.errors:
            self.add_error("amounts", _("Donnez les montants, ou la part du fonds : l’un des deux."))
        amounts = cleaned.get("amounts") or []
        if amounts != sorted(amounts, reverse=True):
            self.add_error("amounts", sentence("prizes_increase", {}))
        ranking, group = cleaned.get("ranking"), cleaned.get("group", "")
        if ranking in (PrizeRanking.OVERALL, PrizeRanking.ALTERNATED):
            cleaned["group"] = ""
        elif ranking and not group:
            self.add_error("group", _("Dites quel groupe a ces prix."))
        elif ranking == PrizeRanking.SERIES and group not in Series.values:
            self.add_error("group", _("Les séries sont 1, 2, 3, 4 et NC."))
        elif ranking == PrizeRanking.LINE:
            self._clean_line(cleaned)
        return cleaned

    def values(self) -> dict[str, Any]:
        """Fields of `PrizeRule` by name."""
        return self.cleaned_data | {"step_cents": self.cleaned_data["step_cents"] or 100}

    def _clean_line(self, cleaned: dict[str, Any]) -> None:
        """A line is stored by its number in playing order."""
        written = cleaned["group"].strip().upper()
        if written not in self.line_numbers:
            self.add_error("group", _("Les lignes sont %(lines)s.") % {"lines": ", ".join(self.line_numbers)})
        cleaned["group"] = self.line_numbers.get(written, "")


def _line_numbers(event: TournamentFormat) -> dict[str, str]:
    """The lines of a format as people write them, with their numbers: N, O, S, E or N-S, E-O in French."""
    count = event.plan.line_count
    return {line_label(line, count): str(line) for line in range(count)}


def _initial(rule: PrizeRule | None, line_numbers: Mapping[str, str]) -> dict[str, Any]:
    if rule is None:
        return {"ranking": PrizeRanking.OVERALL.value}
    initial = {name: getattr(rule, name) for name in PrizeRuleForm.base_fields}
    if rule.ranking == PrizeRanking.LINE:
        initial["group"] = next((line for line, number in line_numbers.items() if number == rule.group), "")
    return initial
