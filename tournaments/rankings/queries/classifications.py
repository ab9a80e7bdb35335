"""Rankings inside a ranking: by line, series, category, age, club or country, and of teams of individuals."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.base.queries.teams import people_of
from tournaments.core.formats.event_options import EventOptions, read_event_options
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.ruling_effects import measure_of
from tournaments.core.ranking.classification import Profile, is_aged, rank_teams
from tournaments.core.ranking.places import places_within
from tournaments.core.ranking.values import Value
from tournaments.enums import Series
from tournaments.models import Entry, Person, Session, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.queries.standings import has_alternated, latest_standings, snapshot_rows


class GroupKind(StrEnum):
    """What the members of a group have in common; the order is that of the pages."""

    LINE = "line"
    SERIES = "series"
    CATEGORY = "category"
    AGE = "age"
    CLUB = "club"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedEntry:
    """An entry in the ranking that counts."""

    entry: Entry
    """With its people."""
    place: int | None
    alternated_place: int | None = None
    line: int | None = None
    """As in `RankedEntry`; None over several sessions."""
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class RankedField:
    """Everybody in the ranking that counts, by place: over all sessions, or in one."""

    tournament: Tournament
    rows: tuple[PlacedEntry, ...]
    profiles: tuple[Profile, ...]
    """profiles[row]."""
    options: EventOptions
    measure: Measure
    line_count: int
    """Lines that are ranked apart; 0 where nobody keeps one."""
    covers_sessions: bool = False
    """Several sessions are added up."""


@dataclass(frozen=True, slots=True)
class GroupRanking:
    """One group with places of its own."""

    kind: GroupKind
    name: str
    """As stored: "2", "Dames", "N"…; a line by its number."""
    rows: tuple[PlacedEntry, ...]
    """`place` is that inside the group."""
    overall: tuple[int | None, ...]
    """overall[row]: the place in the whole field."""


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team of individuals, or a club: its members' values added up."""

    name: str
    place: int
    value: Value
    members: tuple[PlacedEntry, ...]
    """Those who count, best first."""


def load_field(tournament: Tournament, session: Session | None = None) -> RankedField:
    """The ranking over all sessions, or of one session. Three to five queries."""
    plan = find_format(tournament.format).plan
    options = read_event_options(tournament.options, plan)
    alone = session or _only_session(tournament)
    rows = _session_rows(alone) if alone else _event_rows(tournament)
    return RankedField(
        tournament=tournament,
        rows=rows,
        profiles=tuple(profile_of(row, tournament.starts_on.year) for row in rows),
        options=options,
        measure=measure_of(plan, options.comparison.method),
        line_count=plan.line_count if alone and has_alternated(alone) else 0,
        covers_sessions=alone is None,
    )


def profile_of(row: PlacedEntry, year: int) -> Profile:
    """What an entry may be grouped by; of a team, what all its members have in common.

    Args:
        year: ages are those reached in it.
    """
    people = people_of(row.entry) if row.entry.name else [row.entry.person]
    births = {person.birth_year for person in people}
    birth = births.pop() if len(births) == 1 else None
    return Profile(
        line=row.line or 0,
        category=_common(people, lambda person: person.category),
        series=_common(people, lambda person: person.series),
        club=_common(people, lambda person: person.home_club),
        country=_common(people, lambda person: person.country),
        age=None if birth is None else year - birth,
    )


def list_kinds(field: RankedField) -> list[GroupKind]:
    """What the field can be divided by."""
    return [kind for kind in GroupKind if group_names(field, kind)]


def group_names(field: RankedField, kind: GroupKind) -> list[str]:
    """Names of the groups of a kind that have a member but not all of them, in order."""
    if kind is GroupKind.LINE:
        names = [str(line) for line in range(field.line_count)]
    elif kind is GroupKind.AGE:
        names = [group.name for group in field.options.ages]
    elif kind is GroupKind.SERIES:
        names = list(Series.values)
    else:
        names = sorted({getattr(profile, kind) for profile in field.profiles} - {""})
    return [name for name in names if 0 < len(_members(field, kind, name)) < len(field.rows)]


def rank_group(field: RankedField, kind: GroupKind, name: str) -> GroupRanking:
    """The members of a group, from place 1; those without a place last."""
    rows = [field.rows[row] for row in _members(field, kind, name)]
    overall = [row.place for row in rows]
    placed = zip(rows, places_within(overall), strict=True)
    return GroupRanking(kind, name, tuple(replace(row, place=place) for row, place in placed), tuple(overall))


def rank_groups(field: RankedField, kind: GroupKind) -> list[GroupRanking]:
    """Every group of a kind."""
    return [rank_group(field, kind, name) for name in group_names(field, kind)]


def rank_partners(field: RankedField) -> list[TeamRow]:
    """Players who share a team's name, added up; [] where nobody does."""
    return _rank_teams(field, [row.entry.partners for row in field.rows], field.options.counted_members)


def rank_clubs(field: RankedField) -> list[TeamRow]:
    """Clubs by their best players, once it is said how many of them count; [] before."""
    if field.options.counted_members is None:
        return []
    return _rank_teams(field, [profile.club for profile in field.profiles], field.options.counted_members)


def _rank_teams(field: RankedField, names: Sequence[str], counted: int | None) -> list[TeamRow]:
    values = [None if row.place is None else row.value for row in field.rows]
    teams = rank_teams(values, [Profile(team=name) for name in names], counted=counted)
    return [
        TeamRow(team.name, team.place, team.value, tuple(field.rows[row] for row in team.members))
        for team in teams
    ]


def _members(field: RankedField, kind: GroupKind, name: str) -> list[int]:
    """Rows of the field that are in a group, by place."""
    if kind is GroupKind.AGE:
        ages = [group for group in field.options.ages if group.name == name]
        wanted = [is_aged(group.youngest, group.oldest) for group in ages]
        return [row for row, own in enumerate(field.profiles) if any(test(own) for test in wanted)]
    if kind is GroupKind.LINE:
        return [row for row, placed in enumerate(field.rows) if str(placed.line) == name]
    return [row for row, own in enumerate(field.profiles) if getattr(own, kind) == name]


def _only_session(tournament: Tournament) -> Session | None:
    """The session of a tournament that has no other. One query."""
    sessions = list(tournament.sessions.all()[:2])
    return sessions[0] if len(sessions) == 1 else None


def _session_rows(session: Session) -> tuple[PlacedEntry, ...]:
    return tuple(
        PlacedEntry(
            entry=row.entry,
            place=row.overall_place,
            alternated_place=row.alternated_place,
            line=row.line,
            value=row.value,
        )
        for row in snapshot_rows(latest_standings(session))
    )


def _event_rows(tournament: Tournament) -> tuple[PlacedEntry, ...]:
    rows = load_event_standings(tournament).rows
    return tuple(PlacedEntry(entry=row.entry, place=row.place, value=row.value) for row in rows)


def _common(people: Iterable[Person], told: Callable[[Person], str]) -> str:
    """What all say, "" where they differ."""
    answers = {told(person) for person in people}
    return answers.pop() if len(answers) == 1 else ""
