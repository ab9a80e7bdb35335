"""Day of an event."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

from tournaments.core.event_series import FIRST_DAY, LAST_DAY


class DayField(forms.DateField):
    """Day of an event, from `FIRST_DAY` to `LAST_DAY`."""

    def __init__(self, **options: Any) -> None:
        message = gettext_lazy("Choisissez un jour entre 1900 et 2199.")
        super().__init__(
            widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            validators=[MinValueValidator(FIRST_DAY, message), MaxValueValidator(LAST_DAY, message)],
            **options,
        )
