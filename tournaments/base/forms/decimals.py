"""Numbers with decimals, as people type or paste them in any language."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy


class DecimalField(forms.DecimalField):
    """A number with a decimal comma or point, in French and in English. The sign − counts as a minus.

    It is displayed in the notation of the page's language.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(localize=True, **options)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.translate(_SIGNS) if isinstance(value, str) else value)


class CoefficientField(DecimalField):
    """Weight of a session or an event in a sum: above 0, by default 1."""

    def __init__(self, **options: Any) -> None:
        size = {"min_value": Decimal("0.001"), "max_value": Decimal(100), "max_digits": 6}
        super().__init__(label=gettext_lazy("Coefficient"), initial=1, decimal_places=3, **size, **options)


_SIGNS = str.maketrans({",": ".", "−": "-"})
