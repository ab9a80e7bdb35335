"""Day of an event."""

import datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

FIRST_DAY = datetime.date(1900, 1, 1)
LAST_DAY = datetime.date(2199, 12, 31)


class DayField(forms.DateField):
    """Day of an event. Its hours in UTC, and those days later, exist in each time zone."""

    def __init__(self, **options: Any) -> None:
        message = gettext_lazy("Choisissez un jour entre 1900 et 2199.")
        super().__init__(
            widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            validators=[MinValueValidator(FIRST_DAY, message), MaxValueValidator(LAST_DAY, message)],
            **options,
        )
