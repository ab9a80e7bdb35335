"""Rankings of an event from the values of its units: overall, alternated by line, of a group, of teams."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Self

import numpy as np

from tournaments.core.ranking.places import assign_places, place_units, places_among
from tournaments.core.ranking.score_grid import IntArray
from tournaments.core.ranking.values import Column, Value, add_values, known_in, levels_of


class OverSessions(Enum):
    """Rule that joins the values of a criterion over several sessions."""

    WEIGHTED = auto()
    """Sum, each session times its coefficient."""
    COUNT = auto()
    """Sum of whole numbers, without coefficients."""
    HIGHEST = auto()
    """Highest value."""
    NONE = auto()
    """No values to join: the criterion is computed from the sessions themselves."""


class Criterion(StrEnum):
    """Criterion of a tie-break. An organiser chooses the criteria of an event and their order."""

    ATTACK = "attack", OverSessions.WEIGHTED
    """Attack percentage."""
    DEFENCE = "defence", OverSessions.WEIGHTED
    """Defence percentage."""
    LAST_SESSION = "last_session", OverSessions.NONE
    BEST_SESSION = "best_session", OverSessions.NONE
    TOPS = "tops", OverSessions.COUNT
    """Number of deals with 100 %."""
    BEST_DEAL = "best_deal", OverSessions.HIGHEST
    """Highest number of points or match points on one deal."""
    DEALS = "deals", OverSessions.COUNT
    """Number of deals played."""
    VICTORIES = "victories", OverSessions.COUNT
    """Number of matches won.

    `VICTORIES`, `BONUS` and `SCORED` belong to the rule of matches. An organiser cannot choose them.
    """
    BONUS = "bonus", OverSessions.COUNT
    """Match points given before the matches."""
    SCORED = "scored", OverSessions.WEIGHTED
    """Match points scored."""

    over_sessions: OverSessions

    def __new__(cls, code: str, over_sessions: OverSessions | None = None) -> Self:
        # the default is for type checkers: they read this signature for Criterion("attack"), too
        if over_sessions is None:
            raise TypeError(f"{code} has no over_sessions")
        criterion = str.__new__(cls, code)
        # the code alone is the value, so that Criterion("attack") finds the member
        criterion._value_ = code
        criterion.over_sessions = over_sessions
        return criterion


class Presence(StrEnum):
    """Presence of a unit in a ranking."""

    RANKED = "ranked"
    WITHDRAWN = "withdrawn"
    """Left the event. The unit is listed after the others, without a place."""
    UNRANKED = "unranked"
    """Plays to fill a table. The unit is listed without a place."""
    SUBSTITUTE = "substitute"
    """Finished for another unit, whose line has the result. The substitute is not listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Properties by which a unit can be grouped; "" and None for unknown ones."""

    line: int = 0
    """Line of the unit: 0=N, 1=W, 2=S, 3=E. A triplet has line 0 (N-S) or 1 (E-W)."""
    category: str = ""
    series: str = ""
    club: str = ""
    country: str = ""
    age: int | None = None
    team: str = ""
    """Name of the team whose members are added up."""
    presence: Presence = Presence.RANKED


class Group(StrEnum):
    """Property that the units of a group share."""

    CATEGORY = "category"
    SERIES = "series"
    CLUB = "club"
    COUNTRY = "country"

    def of(self, profile: Profile) -> str:
        """Return the name of the group of a unit, "" for none."""
        return {
            Group.CATEGORY: profile.category,
            Group.SERIES: profile.series,
            Group.CLUB: profile.club,
            Group.COUNTRY: profile.country,
        }[self]


@dataclass(frozen=True, slots=True)
class RankedUnit:
    """One line of a ranking."""

    unit: int
    place: int | None
    """Place from 1, shared by equals; None without a place."""
    value: Value | None
    criteria: tuple[tuple[Criterion, Value | int | None], ...] = ()
    """Every tie-break of the chain with its value, even if it decided nothing."""


@dataclass(frozen=True, slots=True)
class TieBreaks:
    """Tie-breaks of an event: the chain of its criteria, with their values."""

    chain: tuple[Criterion, ...] = ()
    values: Mapping[Criterion, Column] = field(default_factory=dict)
    """values[criterion][unit], higher is better. A criterion without values decides nothing."""
    first: tuple[Criterion, ...] = ()
    """Criteria that come before the value of the units: victories, where matches are won."""

    def of(self, unit: int) -> tuple[tuple[Criterion, Value | int | None], ...]:
        """Return the criteria of a unit in their order, with None for one without values."""
        columns = [(criterion, self.values.get(criterion)) for criterion in (*self.first, *self.chain)]
        return tuple((criterion, None if column is None else column[unit]) for criterion, column in columns)

    def keys(self, values: Column) -> list[IntArray]:
        """Return the keys of a ranking for `places_among`: first criteria, values, chain."""
        leading_keys, trailing_keys = (
            [levels_of(self.values[criterion]) for criterion in criteria if criterion in self.values]
            for criteria in (self.first, self.chain)
        )
        return [*leading_keys, levels_of(values), *trailing_keys]


@dataclass(frozen=True, slots=True)
class TeamResult:
    """A team of individuals, with the sum of its members' values."""

    name: str
    place: int
    value: Value
    members: tuple[int, ...]
    """Units that count, the best first."""


def rank_units(
    values: Sequence[Value | None],
    profiles: Sequence[Profile],
    tie_breaks: TieBreaks | None = None,
    is_member: Callable[[Profile], bool] | None = None,
) -> tuple[RankedUnit, ...]:
    """Rank the units of an event, or those of a group of them, from 1.

    Args:
        is_member: returns whether a unit is in the group; by default all are.

    Returns:
        Lines by place, then by number of the unit. Units without a value or a place come last; substitutes
        are left out.
    """
    listed_units = [
        unit
        for unit, profile in enumerate(profiles)
        if profile.presence is not Presence.SUBSTITUTE and (is_member is None or is_member(profile))
    ]
    chain = tie_breaks or TieBreaks()
    is_placed = np.zeros(len(values), dtype=np.bool_)
    is_placed[listed_units] = [profiles[unit].presence is Presence.RANKED for unit in listed_units]
    is_placed &= known_in(values)
    places = places_among(is_placed, chain.keys(values)).tolist()
    rows = [RankedUnit(unit, places[unit] or None, values[unit], chain.of(unit)) for unit in listed_units]
    return tuple(sorted(rows, key=_by_place))


def is_in_group(group: Group, name: str) -> Callable[[Profile], bool]:
    """Return a test for the members of a category, a series, a club or a country, for `rank_units`."""
    return lambda profile: group.of(profile) == name


def is_on_line(line: int) -> Callable[[Profile], bool]:
    """Return a test for the units of a line, for `rank_units`."""
    return lambda profile: profile.line == line


def is_aged(youngest: int, oldest: int) -> Callable[[Profile], bool]:
    """Return a test for players of these ages, both included. A player of unknown age fails it."""
    return lambda profile: profile.age is not None and youngest <= profile.age <= oldest


def alternate(overall_ranking: Sequence[RankedUnit], profiles: Sequence[Profile]) -> tuple[RankedUnit, ...]:
    """Return the alternated ranking: the firsts of all lines by value, then the seconds, and so on.

    Args:
        overall_ranking: an overall ranking of the units.

    Source:
        FFT, Règlement officiel (2012) R18-R19; ties as in docs/ranking.md, step 5.
    """
    overall_places = np.zeros(len(profiles), dtype=np.int64)
    for row in overall_ranking:
        overall_places[row.unit] = row.place or 0
    lines = np.array([profile.line for profile in profiles], dtype=np.int64)
    alternated_places = place_units([-overall_places], lines, overall_places > 0).alternated.tolist()
    rows = [
        RankedUnit(row.unit, alternated_places[row.unit] or None, row.value, row.criteria)
        for row in overall_ranking
    ]
    return tuple(sorted(rows, key=_by_place))


def rank_final(ranking: Sequence[RankedUnit], final: Sequence[RankedUnit]) -> tuple[RankedUnit, ...]:
    """Return the ranking after a final: finalists in the order of the final, then the others as before.

    Source:
        FFT, Manuel de l'organisateur (2011) M3: the ranking after the final is final.
    """
    finalists = {row.unit for row in final if row.place is not None}
    other_rows = [row for row in ranking if row.unit not in finalists]
    rows = [row for row in final if row.unit in finalists] + other_rows
    places = assign_places(
        # the finalists' True sorts above the others' False; within each half a smaller place is better
        [None if row.place is None else (row.unit in finalists, -row.place) for row in rows]
    )
    placed_rows = [
        RankedUnit(row.unit, place, row.value, row.criteria) for row, place in zip(rows, places, strict=True)
    ]
    return tuple(sorted(placed_rows, key=_by_place))


def rank_teams(
    values: Sequence[Value | None], profiles: Sequence[Profile], *, counted: int | None = None
) -> tuple[TeamResult, ...]:
    """Rank teams by the sum of their members' values.

    Args:
        counted: number of members that count, the best ones; None for all. A team with fewer values is ranked
            by the values that it has.
    """
    members: dict[str, list[int]] = {}
    for unit, profile in enumerate(profiles):
        if profile.team and values[unit] is not None:
            members.setdefault(profile.team, []).append(unit)
    names = sorted(members)
    best = {
        name: sorted(members[name], key=lambda unit: _not_none(values[unit]), reverse=True)[:counted]
        for name in names
    }
    sums = {name: add_values(_not_none(values[unit]) for unit in best[name]) for name in names}
    places = assign_places([(sums[name],) for name in names])
    results = [
        TeamResult(name, place or 0, sums[name], tuple(best[name]))
        for name, place in zip(names, places, strict=True)
    ]
    return tuple(sorted(results, key=lambda result: (result.place, result.name)))


def _by_place(row: RankedUnit) -> tuple[bool, int, int]:
    """Return the sort key of a row: place, then unit; rows without a place come last."""
    return row.place is None, row.place or 0, row.unit


def _not_none(value: Value | None) -> Value:
    assert value is not None
    return value
