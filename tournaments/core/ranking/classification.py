"""Rankings of an event from the values of its units: overall, woven by line, of a group, of teams."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import Self

import numpy as np

from tournaments.core.ranking.places import assign_places, place_units, places_among
from tournaments.core.ranking.score_grid import IntArray
from tournaments.core.ranking.values import Column, Value, add, known_in, levels_of


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
    """What may part units with the same value, in the order that an organiser chooses."""

    ATTACK = "attack", OverSessions.WEIGHTED
    """Attack percentage."""
    DEFENCE = "defence", OverSessions.WEIGHTED
    """Defence percentage."""
    LAST_SESSION = "last_session", OverSessions.NONE
    BEST_SESSION = "best_session", OverSessions.NONE
    TOPS = "tops", OverSessions.COUNT
    """Deals with 100 %."""
    BEST_DEAL = "best_deal", OverSessions.HIGHEST
    """Most points or match points on one deal."""
    DEALS = "deals", OverSessions.COUNT
    """Deals played."""
    VICTORIES = "victories", OverSessions.COUNT
    """Matches won; like the next two it is no choice but the rule of matches."""
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
    """How a unit stands in a ranking."""

    RANKED = "ranked"
    WITHDRAWN = "withdrawn"
    """Left the event: shown after the others, without a place."""
    UNRANKED = "unranked"
    """Plays to fill a table: shown, without a place."""
    SUBSTITUTE = "substitute"
    """Finished for somebody else, whose line holds the result: not shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What a unit may be grouped by; "" and None where nothing is known."""

    line: int = 0
    """0=N, 1=W, 2=S, 3=E; a triplet's line is 0 (N-S) or 1 (E-W)."""
    category: str = ""
    series: str = ""
    club: str = ""
    country: str = ""
    age: int | None = None
    team: str = ""
    """Name of the team whose members are added up."""
    presence: Presence = Presence.RANKED


class Group(StrEnum):
    """What a group of units has in common."""

    CATEGORY = "category"
    SERIES = "series"
    CLUB = "club"
    COUNTRY = "country"

    def of(self, profile: Profile) -> str:
        """The name of the group that a unit is in, "" for none."""
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
    """From 1, equals sharing it; None without a place."""
    value: Value | None
    criteria: tuple[tuple[Criterion, Value | int | None], ...] = ()
    """Every tie-break of the chain with its value, whether it was needed or not."""


@dataclass(frozen=True, slots=True)
class TieBreaks:
    """The chain of an event and the values that it looks at."""

    chain: tuple[Criterion, ...] = ()
    values: Mapping[Criterion, Column] = field(default_factory=dict)
    """values[criterion][unit], higher is better; a criterion of the chain that is missing parts nobody."""
    first: tuple[Criterion, ...] = ()
    """Criteria that come before what the units are ranked by: victories, where matches are won."""

    def of(self, unit: int) -> tuple[tuple[Criterion, Value | int | None], ...]:
        return tuple(
            (criterion, self.values.get(criterion, {unit: None})[unit])
            for criterion in (*self.first, *self.chain)
        )

    def keys(self, values: Column) -> list[IntArray]:
        """Keys to rank by, for `places_among`: those before the values, the values, those after them."""
        before, after = (
            [levels_of(self.values[criterion]) for criterion in part if criterion in self.values]
            for part in (self.first, self.chain)
        )
        return [*before, levels_of(values), *after]


@dataclass(frozen=True, slots=True)
class TeamResult:
    """A team of individuals: members' values added up."""

    name: str
    place: int
    value: Value
    members: tuple[int, ...]
    """Units that count, best first."""


def rank_units(
    values: Sequence[Value | None],
    profiles: Sequence[Profile],
    tie_breaks: TieBreaks | None = None,
    is_member: Callable[[Profile], bool] | None = None,
) -> tuple[RankedUnit, ...]:
    """Rank the units of an event, or those of a group of them, from 1.

    Args:
        is_member: who is in the group; everybody by default.

    Returns:
        Lines by place, equals by number; units without a value or a place last; substitutes left out.
    """
    chosen = [
        unit
        for unit, profile in enumerate(profiles)
        if profile.presence is not Presence.SUBSTITUTE and (is_member is None or is_member(profile))
    ]
    chain = tie_breaks or TieBreaks()
    is_placed = np.zeros(len(values), dtype=np.bool_)
    is_placed[chosen] = [profiles[unit].presence is Presence.RANKED for unit in chosen]
    is_placed &= known_in(values)
    places = places_among(is_placed, chain.keys(values)).tolist()
    rows = [RankedUnit(unit, places[unit] or None, values[unit], chain.of(unit)) for unit in chosen]
    return tuple(sorted(rows, key=_by_place))


def is_in_group(group: Group, name: str) -> Callable[[Profile], bool]:
    """Who belongs to a category, a series, a club or a country, for `rank_units`."""
    return lambda profile: group.of(profile) == name


def is_on_line(line: int) -> Callable[[Profile], bool]:
    """Who keeps a line, for `rank_units`."""
    return lambda profile: profile.line == line


def is_aged(youngest: int, oldest: int) -> Callable[[Profile], bool]:
    """Who has one of these ages, both included; nobody whose age is not known."""
    return lambda profile: profile.age is not None and youngest <= profile.age <= oldest


def alternate(ranked: Sequence[RankedUnit], profiles: Sequence[Profile]) -> tuple[RankedUnit, ...]:
    """Weave the lines: the firsts of all lines by value, then the seconds, and so on.

    Args:
        ranked: an overall ranking of the units.

    Source:
        FFT, Règlement officiel (2012) R18-R19; ties as in docs/ranking.md, step 5.
    """
    overall = np.zeros(len(profiles), dtype=np.int64)
    for row in ranked:
        overall[row.unit] = row.place or 0
    lines = np.array([profile.line for profile in profiles], dtype=np.int64)
    woven = place_units([-overall], lines, overall > 0).alternated.tolist()
    rows = [RankedUnit(row.unit, woven[row.unit] or None, row.value, row.criteria) for row in ranked]
    return tuple(sorted(rows, key=_by_place))


def rank_final(before: Sequence[RankedUnit], final: Sequence[RankedUnit]) -> tuple[RankedUnit, ...]:
    """The ranking after a final: finalists in the order of the final, then the others as they were.

    Source:
        FFT, Manuel de l'organisateur (2011) M3: the ranking after the final is final.
    """
    finalists = {row.unit for row in final if row.place is not None}
    others = [row for row in before if row.unit not in finalists]
    rows = [row for row in final if row.unit in finalists] + others
    places = assign_places(
        [None if row.place is None else (row.unit in finalists, -row.place) for row in rows]
    )
    placed = [
        RankedUnit(row.unit, place, row.value, row.criteria) for row, place in zip(rows, places, strict=True)
    ]
    return tuple(sorted(placed, key=_by_place))


def rank_teams(
    values: Sequence[Value | None], profiles: Sequence[Profile], *, counted: int | None = None
) -> tuple[TeamResult, ...]:
    """Rank teams by the sum of their members' values.

    Args:
        counted: only so many members count, the best ones; all by default. A team with fewer values than
            that is ranked with those it has.
    """
    members: dict[str, list[int]] = {}
    for unit, profile in enumerate(profiles):
        if profile.team and values[unit] is not None:
            members.setdefault(profile.team, []).append(unit)
    names = sorted(members)
    best = {
        name: sorted(members[name], key=lambda unit: _known(values[unit]), reverse=True)[:counted]
        for name in names
    }
    sums = {name: add(_known(values[unit]) for unit in best[name]) for name in names}
    places = assign_places([(sums[name],) for name in names])
    results = [
        TeamResult(name, place or 0, sums[name], tuple(best[name]))
        for name, place in zip(names, places, strict=True)
    ]
    return tuple(sorted(results, key=lambda result: (result.place, result.name)))


def _by_place(row: RankedUnit) -> tuple[bool, int, int]:
    """By place, equals by number, those without a place last."""
    return row.place is None, row.place or 0, row.unit


def _known(value: Value | None) -> Value:
    assert value is not None
    return value
