"""Base class of the forms: fields for the facts of one game at one table, and values near refused ones."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, zip_longest
from typing import ClassVar

from games.core.facts.fields import FactField, FactsReading, Kind, NearFact
from games.core.rules import RuleSet

MOST_OFFERED = 6
"""Largest number of near values in one reading."""
MOST_OF_FIELD = 2
"""Largest number of near values of one field: below and above, or the first possible ones."""
SUM_MISSING = "missing"
"""Key of an error's values: the number that a sum lacks, negative when it is too large."""


class FactsForm(ABC):
    """Fields for the facts of a deal of one game, and their reading."""

    fields: tuple[FactField, ...]
    """Fields in the order of the page, with distinct names."""
    related: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Facts that may be the wrong ones instead of a refused fact, by the refused fact."""
    reach: ClassVar[int] = 30
    """Largest distance between a written number and the near values tried for it."""

    sums: dict[str, int]
    """Sum over all seats of each fact that has a fixed one."""

    def __init__(self, rules: RuleSet) -> None:
        """Store the rules. Subclasses add their fields."""
        self.rules = rules
        self.sums = {}

    def read(self, typed: Mapping[str, str]) -> FactsReading:
        """Read typed facts and report all their problems at once. A single problem comes with near values.

        Args:
            typed: texts by field name. An absent one is empty; unknown names are ignored.
        """
        reading = self._read(typed)
        if len(reading.problems) != 1:
            return reading
        return replace(reading, nearest=tuple(islice(self._nearest(typed, reading), MOST_OFFERED)))

    def is_empty(self, typed: Mapping[str, str]) -> bool:
        """Return whether all fields are empty."""
        return not any(typed.get(field.name, "").strip() for field in self.fields)

    def field(self, name: str) -> FactField:
        """Return the field named `name`."""
        return next(field for field in self.fields if field.name == name)

    @abstractmethod
    def _read(self, typed: Mapping[str, str]) -> FactsReading:
        """Return the reading without the nearest values."""

    def _nearest(self, typed: Mapping[str, str], reading: FactsReading) -> Iterator[NearFact]:
        refused_names = [error.field for error in reading.problems]
        facts = [self.field(name).fact for name in refused_names]
        # The refused field may be right and another one wrong, as bouts for points.
        related_facts = [related_fact for fact in facts for related_fact in self.related.get(fact, ())]
        related_names = [field.name for field in self.fields if field.fact in (*facts, *related_facts)]
        for name in dict.fromkeys([*refused_names, *related_names]):
            possible = (
                NearFact(name, text)
                for text in self._candidates(self.field(name), typed.get(name, "").strip(), reading)
                if not self._read({**typed, name: text}).problems
            )
            yield from islice(possible, MOST_OF_FIELD)

    def _candidates(self, field: FactField, text: str, reading: FactsReading) -> Iterator[str]:
        if field.kind in (Kind.CHOICE, Kind.SEAT):
            if text:
                yield from (choice for choice in ("", *field.choices) if choice != text)
            return
        # An empty field is tried from its least value upwards.
        typed_number = field.parse(text) if text else field.least - 1
        if typed_number is None:
            return
        gaps = [int(error.values[SUM_MISSING]) for error in reading.problems if SUM_MISSING in error.values]
        # A sum names its gap, so that a single value closes it in this field.
        if gaps:
            current_number = field.parse(text or "0") or 0
            yield from (
                field.write(current_number + gap) for gap in gaps if current_number + gap >= field.least
            )
            return
        top = min(typed_number - 1, field.most)
        below = range(top, max(field.least, top - self.reach) - 1, -1)
        above = range(typed_number + 1, min(field.most, typed_number + self.reach) + 1)
        # The nearest values come first, below and above in turn.
        for pair in zip_longest(below, above):
            yield from (field.write(number) for number in pair if number is not None)
