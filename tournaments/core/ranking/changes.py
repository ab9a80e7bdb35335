"""What would change: two rankings of the same event, line by line."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from tournaments.core.ranking.values import Value

Key = TypeVar("Key", bound=Hashable)


class RankingChangeKind(StrEnum):
    """What happened to a unit between two rankings."""

    APPEARED = "appeared"
    LEFT = "left"
    MOVED = "moved"
    """Another place, whatever the value."""
    REVALUED = "revalued"
    """The same place with another value."""


@dataclass(frozen=True, slots=True)
class RankedLine(Generic[Key]):
    """One unit of a ranking, under any name that both rankings share."""

    key: Key
    place: int | None
    value: Value | None


@dataclass(frozen=True, slots=True)
class RankingChange(Generic[Key]):
    """One difference; a line that is missing on one side is None there."""

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
    """The differences in the order of the later ranking, then those who left; nothing for equal lines."""
    earlier = {line.key: line for line in before}
    later = {line.key for line in after}
    changes = [change for line in after if (change := _change(earlier.get(line.key), line))]
    gone = [RankingChange(RankingChangeKind.LEFT, line, None) for line in before if line.key not in later]
    return (*changes, *gone)


def _change(before: RankedLine[Key] | None, after: RankedLine[Key]) -> RankingChange[Key] | None:
    if before is None:
        return RankingChange(RankingChangeKind.APPEARED, None, after)
    if before.place != after.place:
        return RankingChange(RankingChangeKind.MOVED, before, after)
    if before.value != after.value:
        return RankingChange(RankingChangeKind.REVALUED, before, after)
    return None
