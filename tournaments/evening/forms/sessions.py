"""The next session of a tournament."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.formats.finals import FINALISTS
from tournaments.core.formats.ranking_plan import RankingPlan
from tournaments.enums import SessionStart
from tournaments.rankings.services.sessions import SessionPlan

FINEST_SHARE = 1_000
"""Largest denominator of the part carried into a final."""


class CoefficientForm(forms.Form):
    """What a session weighs in the event."""

    coefficient = forms.DecimalField(
        label=_("Coefficient"),
        min_value=Decimal("0.001"),
        max_value=Decimal(100),
        max_digits=6,
        decimal_places=3,
        localize=True,
        initial=1,
    )


class SessionForm(CoefficientForm):
    """Who plays the next session, from which places."""

    qualified = forms.IntegerField(
        label=_("Qualifiés"),
        min_value=1,
        max_value=20_000,
        required=False,
        help_text=_("Les premiers du classement. Laissez vide si tous jouent."),
    )
    seats = forms.ChoiceField(
        label=_("Places de départ"), choices=SessionStart.choices, initial=SessionStart.RANKING
    )

    def __init__(self, *args: Any, plan: RankingPlan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if plan.may_have_final:
            self.fields["is_final"] = forms.BooleanField(
                label=_("Finale"),
                required=False,
                help_text=_("Ses joueurs restent classés devant tous les autres."),
            )
            self.fields["carried"] = forms.CharField(
                label=_("Part des points gardée en finale"),
                max_length=9,
                required=False,
                initial="1",
                help_text=_("1 les garde tous, 1/2 la moitié, 0 aucun."),
            )
            self.fields["qualified"].help_text = _(
                "Les premiers du classement, %(known)s pour une finale. Laissez vide si tous jouent."
            ) % {"known": ", ".join(map(str, FINALISTS))}
        else:
            choices = [(value, label) for value, label in SessionStart.choices if value != SessionStart.FINAL]
            self.fields["seats"] = forms.ChoiceField(label=_("Places de départ"), choices=choices)

    def clean_carried(self) -> Fraction:
        """A fraction from 0 to 1."""
        text = self.cleaned_data["carried"].strip().replace(",", ".") or "1"
        try:
            share = Fraction(text)
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if not 0 <= share <= 1 or share.denominator > FINEST_SHARE:
            raise forms.ValidationError(_("Écrivez une part de 0 à 1, comme 1/2."))
        return share

    @property
    def plan(self) -> SessionPlan:
        """What is wanted, once the form is valid."""
        values = self.cleaned_data
        return SessionPlan(
            coefficient=values["coefficient"],
            qualified=values["qualified"],
            seats=SessionStart(values["seats"]),
            is_final=values.get("is_final", False),
            carried=values.get("carried", Fraction(1)),
        )
