"""Rankings of groups (line, series, category, age, club, country), and of teams of individuals."""

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
    """A property that the members of a group have in common, in the order of the pages."""

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
    """Entry with its people."""
    place: int | None
    alternated_place: int | None = None
    line: int | None = None
    """Line as in `RankedEntry`; None over several sessions."""
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class RankedField:
    """All entries in the ranking that counts, by place: over all sessions, or in one."""

    tournament: Tournament
    rows: tuple[PlacedEntry, ...]
    profiles: tuple[Profile, ...]
    """profiles[row]: properties of the entry by which it may be grouped."""
    options: EventOptions
    measure: Measure
    line_count: int
    """Number of lines that are ranked apart; 0 if entries do not keep their line."""
    covers_sessions: bool = False
    """True if several sessions are added up."""


@dataclass(frozen=True, slots=True)
class GroupRanking:
    """A group ranked by itself."""

    kind: GroupKind
    name: str
    """Name as stored: "2", "Dames", "N"…; for a line its number."""
    rows: tuple[PlacedEntry, ...]
    """Members; `place` is the place inside the group."""
    overall: tuple[int | None, ...]
    """overall[row]: place in the whole field."""


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team of individuals, or a club, with the sum of its members' values."""

    name: str
    place: int
    value: Value
    members: tuple[PlacedEntry, ...]
    """Members that count, best first."""


def load_field(tournament: Tournament, session: Session | None = None) -> RankedField:
    """Return the ranking over all sessions, or of one session. Three to five queries."""
    plan = find_format(tournament.format).plan
    options = read_event_options(tournament.options, plan)
    single_session = session or _only_session(tournament)
    rows = _session_rows(single_session) if single_session else _event_rows(tournament)
    return RankedField(
        tournament=tournament,
        rows=rows,
        profiles=tuple(profile_of(row, tournament.starts_on.year) for row in rows),
        options=options,
        measure=measure_of(plan, options.comparison.method),
        line_count=plan.line_count if single_session and has_alternated(single_session) else 0,
        covers_sessions=single_session is None,
    )


def profile_of(row: PlacedEntry, year: int) -> Profile:
    """Return the properties by which an entry may be grouped. A team has those that all its members share.

    Args:
        year: year in which ages are reached.
    """
    people = people_of(row.entry) if row.entry.name else [row.entry.person]
    births = {person.birth_year for person in people}
    # a team has an age only if all its members were born in one year
    birth = births.pop() if len(births) == 1 else None
    return Profile(
        line=row.line or 0,
        category=_common_value(people, lambda person: person.category),
        series=_common_value(people, lambda person: person.series),
        club=_common_value(people, lambda person: person.home_club),
        country=_common_value(people, lambda person: person.country),
        age=None if birth is None else year - birth,
    )


def list_kinds(field: RankedField) -> list[GroupKind]:
    """Return the kinds of groups that divide the field."""
    return [kind for kind in GroupKind if group_names(field, kind)]


def group_names(field: RankedField, kind: GroupKind) -> list[str]:
    """Return the names of the groups of a kind, in order. A group needs a member, but not all of them."""
    if kind is GroupKind.LINE:
        names = [str(line) for line in range(field.line_count)]
    elif kind is GroupKind.AGE:
        names = [group.name for group in field.options.ages]
    elif kind is GroupKind.SERIES:
        names = list(Series.values)
    else:
        # the values of these kinds are names of fields of Profile
        names = sorted({getattr(profile, kind) for profile in field.profiles} - {""})
    # a group of all entries would repeat the overall ranking
    return [name for name in names if 0 < len(_members(field, kind, name)) < len(field.rows)]


def rank_group(field: RankedField, kind: GroupKind, name: str) -> GroupRanking:
    """Return the ranking of a group from place 1; members without a place come last."""
    rows = [field.rows[row] for row in _members(field, kind, name)]
    overall = [row.place for row in rows]
    placed_rows = zip(rows, places_within(overall), strict=True)
    return GroupRanking(
        kind, name, tuple(replace(row, place=place) for row, place in placed_rows), tuple(overall)
    )


def rank_groups(field: RankedField, kind: GroupKind) -> list[GroupRanking]:
    """Return the rankings of all groups of a kind."""
    return [rank_group(field, kind, name) for name in group_names(field, kind)]


def rank_shared_teams(field: RankedField) -> list[TeamRow]:
    """Return the teams of players who share a team's name; [] if there are none."""
    return _rank_teams(field, [row.entry.partners for row in field.rows], field.options.counted_members)


def rank_clubs(field: RankedField) -> list[TeamRow]:
    """Return the clubs by the sum of their best players; [] unless the event sets how many of them count."""
    if field.options.counted_members is None:
        return []
    return _rank_teams(field, [profile.club for profile in field.profiles], field.options.counted_members)


def _rank_teams(field: RankedField, names: Sequence[str], counted_members: int | None) -> list[TeamRow]:
    values = [None if row.place is None else row.value for row in field.rows]
    teams = rank_teams(values, [Profile(team=name) for name in names], counted=counted_members)
    return [
        TeamRow(team.name, team.place, team.value, tuple(field.rows[row] for row in team.members))
        for team in teams
    ]


def _members(field: RankedField, kind: GroupKind, name: str) -> list[int]:
    """Return the rows of the field that are in a group, by place."""
    if kind is GroupKind.AGE:
        ages = [group for group in field.options.ages if group.name == name]
        age_tests = [is_aged(group.youngest, group.oldest) for group in ages]
        return [row for row, profile in enumerate(field.profiles) if any(test(profile) for test in age_tests)]
    if kind is GroupKind.LINE:
        return [row for row, placed_entry in enumerate(field.rows) if str(placed_entry.line) == name]
    return [row for row, profile in enumerate(field.profiles) if getattr(profile, kind) == name]


def _only_session(tournament: Tournament) -> Session | None:
    """Return the only session of a tournament, or None. One query."""
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


def _common_value(people: Iterable[Person], read_value: Callable[[Person], str]) -> str:
    """Return the value that all people share, or "" if they differ."""
    values = {read_value(person) for person in people}
    return values.pop() if len(values) == 1 else ""
