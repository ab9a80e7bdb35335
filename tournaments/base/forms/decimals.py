"""Numbers with decimals, as people type or paste them in any language."""

from typing import Any

from django import forms


class DecimalField(forms.DecimalField):
    """A number whose decimals stand behind a comma or a point, in French and in English; − is a minus.

    It is shown again as the language of the page writes it.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(localize=True, **options)

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.translate(_SIGNS) if isinstance(value, str) else value)


_SIGNS = str.maketrans({",": ".", "−": "-"})
