"""Numbers with decimals, as people type or paste them in any language."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy


class DecimalField(forms.DecimalField):
    """A number whose decimals stand behind a comma or a point, in French and in English; − is a minus.

    It is shown again as the language of the page writes it.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(localize=True, **options)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.translate(_SIGNS) if isinstance(value, str) else value)


class CoefficientField(DecimalField):
    """What a session, or an event, weighs in a sum: above 0, 1 unless somebody says otherwise."""

    def __init__(self, **options: Any) -> None:
        size = {"min_value": Decimal("0.001"), "max_value": Decimal(100), "max_digits": 6}
        super().__init__(label=gettext_lazy("Coefficient"), initial=1, decimal_places=3, **size, **options)


_SIGNS = str.maketrans({",": ".", "−": "-"})
