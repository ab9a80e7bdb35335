"""One thing wrong on a slip, ready to be translated beside its field."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from games.core.errors import ImpossibleOutcome

FIELDS_OF_OUTCOME = {"half_points": "points"}
"""Fields of an outcome that a slip calls otherwise."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one field: a stable code, and the figures that its sentence needs."""

    field: str
    """Name of the field of `LineInput` at fault."""
    code: str
    values: Mapping[str, object] = dataclasses.field(default_factory=dict)

    def __str__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.field}: {self.code}" + (f" ({figures})" if figures else "")

    @classmethod
    def of_outcome(cls, error: ImpossibleOutcome) -> "Problem":
        """The same problem, with the field's name on the slip."""
        return cls(FIELDS_OF_OUTCOME.get(error.field, error.field), error.code, error.values)
