"""Differences between two rankings of the same event, line by line."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from tournaments.core.ranking.values import Value

Key = TypeVar("Key", bound=Hashable)


class RankingChangeKind(StrEnum):
    """Kind of change of a unit between two rankings."""

    APPEARED = "appeared"
    LEFT = "left"
    MOVED = "moved"
    """Another place, with any value."""
    REVALUED = "revalued"
    """The same place with another value."""


@dataclass(frozen=True, slots=True)
class RankedLine(Generic[Key]):
    """One unit of a ranking, under a key that both rankings share."""

    key: Key
    place: int | None
    value: Value | None


@dataclass(frozen=True, slots=True)
class RankingChange(Generic[Key]):
    """One difference. A line that is missing on one side is None there."""

    kind: RankingChangeKind
    before: RankedLine[Key] | None
    after: RankedLine[Key] | None

    @property
    def key(self) -> Key:
        line = self.after or self.before
        assert line is not None
        return line.key


def compare_rankings(
    before: Sequence[RankedLine[Key]], after: Sequence[RankedLine[Key]]
) -> tuple[RankingChange[Key], ...]:
    """Return the differences in the order of the later ranking, then the units that left it.

    Equal lines give no difference.
    """
    earlier_lines = {line.key: line for line in before}
    later_keys = {line.key for line in after}
    changes = [change for line in after if (change := _change(earlier_lines.get(line.key), line))]
    departures = [
        RankingChange(RankingChangeKind.LEFT, line, None) for line in before if line.key not in later_keys
    ]
    return (*changes, *departures)


def _change(before: RankedLine[Key] | None, after: RankedLine[Key]) -> RankingChange[Key] | None:
    if before is None:
        return RankingChange(RankingChangeKind.APPEARED, None, after)
    if before.place != after.place:
        return RankingChange(RankingChangeKind.MOVED, before, after)
    if before.value != after.value:
        return RankingChange(RankingChangeKind.REVALUED, before, after)
    return None
