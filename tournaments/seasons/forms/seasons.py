"""Forms of seasons, tables of points, and weights of events."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.decimals import DecimalField
from tournaments.base.forms.merged import MergedForm
from tournaments.core.ranking.season import Band, SeasonTariff
from tournaments.enums import SeasonMeasure
from tournaments.models import Season, Tournament
from tournaments.seasons.services.seasons import SeasonPlan

BAND_COUNT = 6
"""Number of lines of a table of points in its form; empty ones are ignored."""
MOST_PLACES = 500
# decimals after a point or a comma, as people type them
_POINTS = re.compile(r"\d{1,6}(?:[.,]\d{1,3})?")


class SeasonForm(MergedForm):
    """A form for a season and its counting rules."""

    name = forms.CharField(label=_("Nom de la saison"), max_length=80)
    starts_on = forms.DateField(
        label=_("Premier jour"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    ends_on = forms.DateField(
        label=_("Dernier jour"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    measure = forms.ChoiceField(
        label=_("Ce qui s’ajoute"), choices=SeasonMeasure.choices, initial=SeasonMeasure.POINTS
    )
    best_events = forms.IntegerField(
        label=_("Tournois comptés"),
        min_value=1,
        max_value=1_000,
        required=False,
        help_text=_("Les meilleurs de chacun. Laissez vide pour les compter tous."),
    )
    least_events = forms.IntegerField(
        label=_("Tournois joués pour le prix de régularité"), min_value=1, max_value=1_000, initial=1
    )

    @property
    def plan(self) -> SeasonPlan:
        """Return the plan of the season. The form must be valid."""
        return SeasonPlan(**self.cleaned_data)


def season_initial(season: Season) -> dict[str, Any]:
    """Return the initial values of the form for a season."""
    return {name: getattr(season, name) for name in SeasonForm.base_fields}


class TariffForm(forms.Form):
    """A form for a new table of points: its first day, and lines by size of the field."""

    valid_from = forms.DateField(
        label=_("En vigueur depuis"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, BAND_COUNT + 1):
            self.fields[f"least_{number}"] = forms.IntegerField(
                label=_("Classés, au moins (ligne %(number)d)") % {"number": number},
                min_value=1,
                max_value=20_000,
                required=False,
            )
            self.fields[f"attendance_{number}"] = forms.CharField(
                label=_("Présence (ligne %(number)d)") % {"number": number}, max_length=10, required=False
            )
            self.fields[f"points_{number}"] = forms.CharField(
                label=_("Points par place (ligne %(number)d)") % {"number": number},
                max_length=3_000,
                required=False,
            )

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Return the fields line by line, for the template."""
        return [
            (self[f"least_{number}"], self[f"attendance_{number}"], self[f"points_{number}"])
            for number in range(1, BAND_COUNT + 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Add the lines with content as bands, under `bands`."""
        values = super().clean() or {}
        bands = []
        for number in range(1, BAND_COUNT + 1):
            least, attendance, points = (
                values.get(f"{name}_{number}") for name in ("least", "attendance", "points")
            )
            if not (least or attendance or points):
                continue
            if not least:
                self.add_error(f"least_{number}", _("À partir de combien de classés ?"))
                continue
            bands.append(
                Band(
                    least,
                    tuple(self._read(f"points_{number}", points or "")),
                    (self._read(f"attendance_{number}", attendance or "") or [Fraction(0)])[0],
                )
            )
        values["bands"] = bands
        return values

    def _read(self, field: str, text: str) -> list[Fraction]:
        """Return the numbers of a text, separated by spaces or semicolons; [] and an error for other text."""
        # not at a no-break space, which stands between thousands
        words = [word for word in re.split(r"[ \t\r\n;]+", text) if word]
        if len(words) > MOST_PLACES or not all(_POINTS.fullmatch(word) for word in words):
            self.add_error(field, _("Des nombres séparés par des espaces, comme 40 25 12,5."))
            return []
        return [Fraction(word.replace(",", ".")) for word in words]


class TariffChangeForm(MergedForm, TariffForm):
    """A form for a stored table of points."""


@dataclass(frozen=True, slots=True)
class TariffExample:
    """An example of a table of points."""

    name: str | Promise
    bands: tuple[Band, ...]

    def tariff(self, valid_from: datetime.date) -> SeasonTariff:
        """Return the example as a table in force from a day on."""
        return SeasonTariff(valid_from, self.bands)


def _points(*points: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, points))


TARIFF_EXAMPLES = {
    "presence": TariffExample(_("La présence seule : un point par soirée"), (Band(1, (), Fraction(1)),)),
    "places": TariffExample(
        _("Les places, et un point de présence"),
        (
            Band(4, _points(8, 5, 3, 1), Fraction(1)),
            Band(12, _points(15, 12, 10, 8, 6, 5, 4, 3, 2, 1), Fraction(1)),
            Band(24, _points(25, 20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), Fraction(1)),
        ),
    ),
}
"""Examples by their name in addresses. They are ours: the federation publishes none."""


def tariff_initial(tariff: SeasonTariff) -> dict[str, Any]:
    """Return the initial values of the form for a table of points."""
    values: dict[str, Any] = {"valid_from": tariff.valid_from}
    for number, band in enumerate(tariff.bands, start=1):
        values |= {
            f"least_{number}": band.least_field,
            f"attendance_{number}": _points_text(band.attendance) if band.attendance else "",
            f"points_{number}": " ".join(map(_points_text, band.points)),
        }
    return values


def _points_text(points: Fraction) -> str:
    """Return points as text in the language of the page, with at most three decimals."""
    return (
        f"{Decimal(points.numerator) / points.denominator:.3f}".rstrip("0")
        .rstrip(".")
        .replace(".", get_format("DECIMAL_SEPARATOR"))
    )


class WeightsForm(MergedForm):
    """A form for the weight of each event of a season."""

    def __init__(
        self, *args: Any, events: Sequence[Tournament], weights: Mapping[int, Decimal], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.events = events
        for event in events:
            self.fields[f"weight_{event.pk}"] = DecimalField(
                label=_("Coefficient de « %(name)s »") % {"name": event.name},
                min_value=Decimal(0),
                max_value=Decimal(100),
                max_digits=6,
                decimal_places=3,
                initial=weights.get(event.pk, Decimal(1)).normalize(),
            )

    @property
    def rows(self) -> list[tuple[Tournament, forms.BoundField]]:
        return [(event, self[f"weight_{event.pk}"]) for event in self.events]

    @property
    def weights(self) -> dict[Tournament, Decimal]:
        """Return the weight of each event. The form must be valid."""
        return {event: self.cleaned_data[f"weight_{event.pk}"] for event in self.events}
