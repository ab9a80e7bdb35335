"""Sums of money: euros as people read and write them, cents in the code."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format
from django.utils.translation import gettext as _

LONGEST_GIFT = 60
"""Most letters of the name of a prize in kind."""
_DASHES = ("-", "–", "—")
_SUM = re.compile(r"\d{1,7}(?:[.,]\d{1,2})?")


def parse_cents(sum_text: str) -> int:
    """Return the cents of a sum such as "12", "12,5" or "12.50".

    Raises:
        ValidationError: for a text that is no sum.
    """
    text = sum_text.replace("€", "").strip()
    try:
        if not _SUM.fullmatch(text):
            raise InvalidOperation
        return int(Decimal(text.replace(",", ".")) * 100)
    except InvalidOperation:
        raise ValidationError(
            _("« %(written)s » n’est pas une somme.") % {"written": sum_text[:20]}
        ) from None


def written_cents(cents: int) -> str:
    """Return a sum as `parse_cents` reads it, in the language of the page. Whole euros have no decimals."""
    euros, odd_cents = divmod(cents, 100)
    return f"{euros}{get_format('DECIMAL_SEPARATOR')}{odd_cents:02d}" if odd_cents else str(euros)


class CentsField(forms.CharField):
    """A field for a sum in euros. Its value is in cents, None for an optional field left empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=12, **options)
        self.widget.attrs |= {"inputmode": "decimal", "class": "money", "autocomplete": "off"}

    def clean(self, value: str) -> int | None:
        text = super().clean(value)
        return parse_cents(text) if text else None

    def prepare_value(self, value: object) -> object:
        """Return cents as people write them. Text typed before stays unchanged."""
        return written_cents(value) if isinstance(value, int) else value


class AmountsField(forms.CharField):
    """A field for sums in euros, largest first, separated by spaces or semicolons.

    Its value is a list of cents.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=500, required=False, **options)
        self.widget.attrs |= {"autocomplete": "off"}

    def clean(self, value: str) -> list[int]:
        # not at a no-break space: it stands between thousands, and 1 200 must not become 1 and 200
        return [parse_cents(part) for part in re.split(r"[ \t\r\n;]+", super().clean(value).strip()) if part]

    def prepare_value(self, value: object) -> object:
        """Return cents as people write them. Text typed before stays unchanged."""
        return " ".join(map(written_cents, value)) if isinstance(value, list) else value


class GiftsField(forms.CharField):
    """A field for prizes in kind, one a line, such as "Jambon = 35".

    Its value is a list of names with cents or None.

    A line with a single dash gives an empty name: no prize in kind for that place.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=3000, required=False, widget=forms.Textarea(attrs={"rows": 3}), **options)

    def clean(self, value: str) -> list[dict[str, Any]]:
        gifts = [self._read(line) for line in super().clean(value).splitlines() if line.strip()]
        # dashes at the end stand for no place
        while gifts and not gifts[-1]["name"]:
            gifts.pop()
        return gifts

    def prepare_value(self, value: object) -> object:
        """Return prizes as people write them. Text typed before stays unchanged."""
        return "\n".join(map(_written_gift, value)) if isinstance(value, list) else value

    @staticmethod
    def _read(line: str) -> dict[str, Any]:
        name, equals, worth = (part.strip() for part in line.partition("="))
        if name in _DASHES:
            return {"name": "", "cents": None}
        if not name or len(name) > LONGEST_GIFT:
            raise ValidationError(
                _("« %(written)s » : écrivez le nom du lot, en %(most)d lettres au plus.")
                % {"written": line.strip()[:20], "most": LONGEST_GIFT}
            )
        return {"name": name, "cents": parse_cents(worth) if equals else None}


def _written_gift(gift: dict[str, Any]) -> str:
    if gift["cents"] is None:
        return gift["name"] or "-"
    return f"{gift['name']} = {written_cents(gift['cents'])}"
