"""The facts of one game at one table as fields, and the nearest possible values of refused ones."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, zip_longest
from typing import ClassVar

from games.core.facts.fields import FactField, FactsReading, Kind, NearFact
from games.core.rules import RuleSet

MOST_OFFERED = 6
MOST_OF_FIELD = 2
"""Values offered for one field: below and above, or the first ones that go."""
SUM_MISSING = "missing"
"""The value of a refusal that tells what a sum lacks (less than 0: what it has too much)."""


class FactsForm(ABC):
    """What a person writes of a deal of one game, and what it comes to."""

    fields: tuple[FactField, ...]
    """In the order in which a page shows them; the names are all different."""
    related: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """For a fact that is refused, other facts that may be the wrong ones."""
    reach: ClassVar[int] = 30
    """How far from what is written a number is looked for."""

    def __init__(self, rules: RuleSet) -> None:
        """The form of a game adds its fields."""
        self.rules = rules

    def read(self, typed: Mapping[str, str]) -> FactsReading:
        """What typed facts come to, with everything that is wrong at once; of one thing wrong, what is near.

        Args:
            typed: texts by the name of their field; an absent one is empty, unknown names are left alone.
        """
        reading = self._read(typed)
        if len(reading.problems) != 1:
            return reading
        return replace(reading, nearest=tuple(islice(self._nearest(typed, reading), MOST_OFFERED)))

    def is_empty(self, typed: Mapping[str, str]) -> bool:
        """Whether nothing is written yet."""
        return not any(typed.get(each.name, "").strip() for each in self.fields)

    def field(self, name: str) -> FactField:
        """The field of a name."""
        return next(each for each in self.fields if each.name == name)

    @abstractmethod
    def _read(self, typed: Mapping[str, str]) -> FactsReading:
        """The reading without the nearest values."""

    def _nearest(self, typed: Mapping[str, str], reading: FactsReading) -> Iterator[NearFact]:
        refused = [error.field for error in reading.problems]
        facts = [self.field(name).fact for name in refused]
        also = [other for fact in facts for other in self.related.get(fact, ())]
        kin = [each.name for each in self.fields if each.fact in (*facts, *also)]
        for name in dict.fromkeys([*refused, *kin]):
            possible = (
                NearFact(name, text)
                for text in self._candidates(self.field(name), typed.get(name, "").strip(), reading)
                if not self._read({**typed, name: text}).problems
            )
            yield from islice(possible, MOST_OF_FIELD)

    def _candidates(self, each: FactField, text: str, reading: FactsReading) -> Iterator[str]:
        if each.kind in (Kind.CHOICE, Kind.SEAT):
            if text:
                yield from (choice for choice in ("", *each.choices) if choice != text)
            return
        written = each.parse(text) if text else each.least - 1
        if written is None:
            return
        lacks = [int(error.values[SUM_MISSING]) for error in reading.problems if SUM_MISSING in error.values]
        if lacks:
            counted = each.parse(text or "0") or 0
            yield from (each.write(counted + lack) for lack in lacks if counted + lack >= each.least)
            return
        top = min(written - 1, each.most)
        below = range(top, max(each.least, top - self.reach) - 1, -1)
        above = range(written + 1, min(each.most, written + self.reach) + 1)
        for pair in zip_longest(below, above):
            yield from (each.write(number) for number in pair if number is not None)
