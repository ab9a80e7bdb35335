"""Fields and shapes that several resources share."""

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
    """An exact percentage, rounded half up to two decimals as people read it."""

    def to_representation(self, value: Fraction) -> str:
        return str(rounded_percent(value))


@extend_schema_field({"type": "string", "pattern": r"^-?\d+(\.\d{2,3})?$", "example": "12.838"})
class MeasuredField(serializers.Field[Value, Any, str, Any]):
    """What is ranked by, rounded as people read it; the context has the `measure`."""

    def to_representation(self, value: Value) -> str:
        return measured_text(value, self.context["measure"])


def measured_text(value: Value | int, measure: Measure) -> str:
    """Two decimals of a percentage, three of match points, none of counts and of whole points."""
    shown = as_shown(value, measure)
    exact = Fraction(shown) if isinstance(shown, int) else shown
    return str(rounded_value(exact, decimals_of(value, measure)))


MOST_SEATS = 16
SEAT_CODES: tuple[str, ...] = (*SEAT_LETTERS, *map(str, range(len(SEAT_LETTERS), MOST_SEATS)))
"""code[seat], in playing order: a stored letter, west is W; "4" to "15" beyond four."""


@extend_schema_field({"type": "string", "pattern": "^([NWSE]|[4-9]|1[0-5])$"})
class SeatField(serializers.Field[int, Any, str, Any]):
    """A seat by its code."""

    def to_representation(self, value: int) -> str:
        return SEAT_CODES[value]


class ErrorSerializer(serializers.Serializer[Any]):
    """The one shape of every error; `code` is stable, `message` is for people."""

    code = serializers.CharField()
    message = serializers.CharField(allow_blank=True)
    fields_ = serializers.DictField(help_text="A message, or several, for each field at fault.")
    extra = serializers.DictField(help_text="Figures for programs.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`fields` is a name of the framework's own: it is given here under its name in the answer."""
        declared = super().get_fields()
        return {name.rstrip("_"): field for name, field in declared.items()}
