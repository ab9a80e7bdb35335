"""A problem on a slip, ready to be translated beside its field."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from games.core.errors import ImpossibleOutcome

FIELDS_OF_OUTCOME = {"half_points": "points"}
"""Names of the fields of an outcome that differ on a slip."""
COUNT_VALUES = ("half_points", "least", "most")
"""Values of an outcome's error that are in half points, if it has `half_points` at all."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of one field: a stable code, and the figures that its sentence needs."""

    field: str
    """Name of the field of `LineInput` at fault."""
    code: str
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.field}: {self.code}" + (f" ({figures})" if figures else "")

    @classmethod
    def of_outcome(cls, error: ImpossibleOutcome) -> "Problem":
        """Return the problem of an outcome with the field names of the slip, and counts in points."""
        values: dict[str, object] = dict(error.values)
        if "half_points" in values:
            half_counts = {name: values.pop(name) for name in COUNT_VALUES if name in values}
            in_points = {
                name: _points(count) for name, count in half_counts.items() if isinstance(count, int)
            }
            values |= {FIELDS_OF_OUTCOME.get(name, name): points for name, points in in_points.items()}
        return cls(FIELDS_OF_OUTCOME.get(error.field, error.field), error.code, values)


def _points(half_points: int) -> int | Decimal:
    points, half = divmod(half_points, 2)
    return Decimal(half_points) / 2 if half else points
