"""Handicap of free deals and friendly totals: points given by group, ranked beside the scratch.

Source:
    Ours. The federation has no handicap for individuals (Règlement officiel 2012, R9-R19). Clubs that give
    one add points by series or by a list of their own, for the evening or for each deal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from tournaments.core.ranking.places import assign_places

LARGEST_HANDICAP = 10_000
"""Largest number of points of a scale."""


class HandicapBy(StrEnum):
    """Property of a player that decides their points. The values are names of fields of `Profile`."""

    SERIES = "series"
    CATEGORY = "category"


class HandicapPer(StrEnum):
    """Unit for which the points of a scale are given."""

    EVENT = "event"
    """Once, whatever number of deals a player plays."""
    DEAL = "deal"
    """For each deal that counts: a player with fewer deals gets fewer points."""


@dataclass(frozen=True, slots=True)
class HandicapScale:
    """The points that a club gives to players, by group."""

    by: HandicapBy = HandicapBy.SERIES
    per: HandicapPer = HandicapPer.EVENT
    points: Mapping[str, int] = field(default_factory=dict)
    """points[group]: 0 for a group that is not in it."""

    def allowance(self, group: str, deal_count: int) -> int:
        """Return the points that a player gets."""
        points = self.points.get(group, 0)
        return points * deal_count if self.per is HandicapPer.DEAL else points


@dataclass(frozen=True, slots=True)
class HandicapPlace:
    """Result of one player after the handicap."""

    value: Fraction | None
    """Scratch value and allowance together; None for a player without a value."""
    place: int | None


def rank_handicap(
    values: Sequence[Fraction | None], allowances: Sequence[int], is_placed: Sequence[bool]
) -> list[HandicapPlace]:
    """Return the value and place of every player after the handicap. Equals share a place.

    Args:
        values: scratch values, a higher one is better, as rankings store them.
        allowances: points of each player; they always help, also where the lowest total wins.
        is_placed: False for a player without a place in the scratch ranking, who has none here either.
    """
    adjusted_values = [
        None if value is None else value + allowance
        for value, allowance in zip(values, allowances, strict=True)
    ]
    places = assign_places(
        [
            (value,) if value is not None and has_place else None
            for value, has_place in zip(adjusted_values, is_placed, strict=True)
        ]
    )
    return [HandicapPlace(value, place) for value, place in zip(adjusted_values, places, strict=True)]
