"""Entry fees: the rates, and what one entry has paid."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.base.forms.money import CentsField
from tournaments.entries.services.fees import RateLine
from tournaments.models import FeeRate, Tournament

NEW_RATES = 3
"""Empty rows for rates to add."""


class RatesForm(forms.Form):
    """One row for each rate of the tournament, a few for new ones."""

    per_member = forms.BooleanField(
        label=gettext_lazy("Les équipes paient pour chaque équipier"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        tournament: Tournament,
        rates: Sequence[FeeRate],
        is_per_member: bool,
    ) -> None:
        super().__init__(data, initial={"per_member": is_per_member})
        self._rates = dict(enumerate([*rates, *[None] * NEW_RATES], start=1))
        for row, rate in self._rates.items():
            label = _("Tarif %(row)d") % {"row": row}
            self.fields[f"name_{row}"] = forms.CharField(
                label=label, max_length=40, required=False, initial=rate.name if rate else ""
            )
            amount = CentsField(label=_("Montant %(row)d, en €") % {"row": row}, required=False)
            amount.initial = rate.cents if rate else None
            self.fields[f"cents_{row}"] = amount

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Name and amount of each rate."""
        return [(self[f"name_{row}"], self[f"cents_{row}"]) for row in self._rates]

    def lines(self) -> list[RateLine]:
        """The rates as the service takes them; a row without a name takes its rate away."""
        return [
            RateLine(
                rate.pk if rate else None,
                self.cleaned_data[f"name_{row}"].strip(),
                self.cleaned_data[f"cents_{row}"] or 0,
            )
            for row, rate in self._rates.items()
        ]


class PaymentForm(forms.Form):
    """What one entry owes and has paid in all."""

    rate = forms.ModelChoiceField(FeeRate.objects.none(), label=gettext_lazy("Tarif"))
    paid = CentsField(label=gettext_lazy("Payé, en €"), required=False)

    def __init__(self, data: Mapping[str, Any], *, tournament: Tournament) -> None:
        super().__init__(data)
        rate = cast("forms.ModelChoiceField[FeeRate]", self.fields["rate"])
        rate.queryset = FeeRate.objects.filter(tournament=tournament)
