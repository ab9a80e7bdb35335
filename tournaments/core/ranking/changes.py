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
    old_ranking: Sequence[RankedLine[Key]], new_ranking: Sequence[RankedLine[Key]]
) -> tuple[RankingChange[Key], ...]:
    """Return the differences in the order of the later ranking, then the units that left it.

    Equal lines give no difference.
    """
    earlier_lines = {line.key: line for line in old_ranking}
    later_keys = {line.key for line in new_ranking}
    changes = [change for line in new_ranking if (change := _change(earlier_lines.get(line.key), line))]
    departures = [
        RankingChange(RankingChangeKind.LEFT, line, None)
        for line in old_ranking
        if line.key not in later_keys
    ]
    return (*changes, *departures)


def _change(old_line: RankedLine[Key] | None, new_line: RankedLine[Key]) -> RankingChange[Key] | None:
    if old_line is None:
        return RankingChange(RankingChangeKind.APPEARED, None, new_line)
    if old_line.place != new_line.place:
        return RankingChange(RankingChangeKind.MOVED, old_line, new_line)
    if old_line.value != new_line.value:
        return RankingChange(RankingChangeKind.REVALUED, old_line, new_line)
    return None
