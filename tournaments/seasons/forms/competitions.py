"""Competitions: made, changed, and joined by tournaments."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.enums import CompetitionKind, CompetitionMethod
from tournaments.models import Competition, Tournament
from tournaments.seasons.services.competitions import CODE_LENGTH, CompetitionPlan


class CompetitionForm(forms.Form):
    """What a competition is called and how it counts."""

    name = forms.CharField(label=_("Nom de la compétition"), max_length=120)
    kind = forms.ChoiceField(label=_("Genre"), choices=CompetitionKind.choices)
    method = forms.ChoiceField(
        label=_("Pour un championnat, additionner"),
        choices=CompetitionMethod.choices,
        initial=CompetitionMethod.SUM,
    )
    best_events = forms.IntegerField(
        label=_("Tournois comptés"),
        min_value=1,
        max_value=1_000,
        required=False,
        help_text=_("Les meilleurs de chacun. Laissez vide pour les compter tous."),
    )
    least_events = forms.IntegerField(
        label=_("Tournois à jouer pour être classé"), min_value=1, max_value=1_000, initial=1
    )

    def __init__(self, *args: Any, competition: Competition | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if competition is not None:
            del self.fields["kind"]
            self.initial = {name: getattr(competition, name) for name in self.fields}
        self._kind = competition.kind if competition else None

    @property
    def plan(self) -> CompetitionPlan:
        """What is wanted, once the form is valid."""
        values = self.cleaned_data
        return CompetitionPlan(
            name=values["name"],
            kind=CompetitionKind(self._kind or values["kind"]),
            method=CompetitionMethod(values["method"]),
            best_events=values["best_events"],
            least_events=values["least_events"],
        )


class MemberForm(forms.Form):
    """A tournament of the club that is to count in a competition."""

    tournament = forms.ModelChoiceField(label=_("Tournoi"), queryset=Tournament.objects.none())
    site = forms.CharField(label=_("Lieu"), max_length=80, required=False)
    coefficient = forms.DecimalField(
        label=_("Coefficient"),
        min_value=Decimal("0.001"),
        max_value=Decimal(100),
        max_digits=6,
        decimal_places=3,
        localize=True,
        initial=1,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = competition.club.tournaments.filter(is_practice=False)
        others = own.exclude(competitions__competition=competition)
        self.fields["tournament"].queryset = others  # type: ignore[attr-defined]


class JoinForm(forms.Form):
    """The access code that another organiser gave."""

    code = forms.CharField(label=_("Code d’accès"), max_length=3 * CODE_LENGTH)
    site = forms.CharField(label=_("Lieu"), max_length=80, required=False)
