"""Serializer fields and shapes shared by several resources."""

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.core.seats import SEAT_LETTERS
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.shown_values import as_shown, decimals_of
from tournaments.core.ranking.values import Value, rounded_percent, rounded_value


@extend_schema_field({"type": "string", "pattern": r"^-?\d+\.\d{2}$", "example": "57.64"})
class PercentField(serializers.Field[Fraction, Any, str, Any]):
    """An exact percentage, rounded half up to two decimals."""

    def to_representation(self, value: Fraction) -> str:
        return str(rounded_percent(value))


@extend_schema_field({"type": "string", "pattern": r"^-?\d+(\.\d{2,3})?$", "example": "12.838"})
class MeasuredField(serializers.Field[Value, Any, str, Any]):
    """A value of a ranking, rounded as on the pages. The context has the `measure`."""

    def to_representation(self, value: Value) -> str:
        return measured_text(value, self.context["measure"])


def measured_text(value: Value | int, measure: Measure) -> str:
    """Return a value with two decimals for percentages, three for match points, none for whole numbers."""
    displayed_value = as_shown(value, measure)
    exact_value = Fraction(displayed_value) if isinstance(displayed_value, int) else displayed_value
    return str(rounded_value(exact_value, decimals_of(value, measure)))


MOST_SEATS = 16
SEAT_CODES: tuple[str, ...] = (*SEAT_LETTERS, *map(str, range(len(SEAT_LETTERS), MOST_SEATS)))
"""code[seat], in playing order: a stored letter (west is W), and "4" to "15" beyond four."""


@extend_schema_field({"type": "string", "pattern": "^([NWSE]|[4-9]|1[0-5])$"})
class SeatField(serializers.Field[int, Any, str, Any]):
    """A seat by its code."""

    def to_representation(self, value: int) -> str:
        return SEAT_CODES[value]


class ErrorSerializer(serializers.Serializer[Any]):
    """The common shape of all errors. `code` is stable; `message` is for people."""

    code = serializers.CharField()
    message = serializers.CharField(allow_blank=True)
    fields_ = serializers.DictField(help_text="A message, or several, for each field at fault.")
    extra = serializers.DictField(help_text="Figures for programs.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return the fields with `fields_` under its name in the response."""
        # a serializer uses the attribute `fields` itself, so the class declares `fields_`
        declared_fields = super().get_fields()
        return {name.rstrip("_"): field for name, field in declared_fields.items()}
