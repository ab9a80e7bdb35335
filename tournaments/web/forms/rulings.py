"""A penalty, and taking one back."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.models import Entry, Tournament
from tournaments.services.rulings import RulingDraft


class PenaltyForm(forms.Form):
    """Percentage points to deduct from somebody's session."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Joueur"), empty_label=_("Choisir…"))
    percent = forms.DecimalField(
        label=_("Pénalité, en %"),
        max_digits=5,
        decimal_places=2,
        min_value=Decimal("0.01"),
        max_value=Decimal(100),
        localize=True,
        help_text=_("Retirée du résultat de la séance, de 0,01 à 100."),
    )
    reason = forms.CharField(
        label=_("Motif"), max_length=200, help_text=_("Il figure sur la feuille de route du joueur.")
    )

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        super().__init__(data)
        chosen = cast("forms.ModelChoiceField[Entry]", self.fields["entry"])
        chosen.queryset = tournament.entries.select_related("person")

    def draft(self) -> RulingDraft:
        """The ruling asked for, once the form is valid."""
        values = self.cleaned_data
        penalty = Effect(EffectKind.PENALTY, int(values["percent"] * 100))
        return RulingDraft(effects=(penalty,), guilty=(values["entry"],), reason=values["reason"])


class WithdrawalForm(forms.Form):
    """Why a penalty is taken back."""

    reason = forms.CharField(
        label=_("Motif du retrait"),
        max_length=200,
        error_messages={"required": _("Donnez le motif du retrait.")},
    )
