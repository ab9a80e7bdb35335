"""Standings as they are stored and shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from typing import Any, Protocol

import numpy as np
from django.db.models import Exists, OuterRef

from tournaments.base.queries.teams import with_people
from tournaments.core.exchange.value_json import read_value, read_values, write_column, write_value
from tournaments.core.formats.game_rules import team_seats
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import (
    SessionResult,
    chain_of,
    place_session,
    rank_partners,
    rank_session,
)
from tournaments.core.ranking.classification import Criterion, Profile, rank_teams
from tournaments.core.ranking.places import Places
from tournaments.core.ranking.seat_teams import SeatTeam
from tournaments.core.ranking.values import Value
from tournaments.enums import TournamentState
from tournaments.models import Entry, Session, Standings, StandingsRequest, StandingsSnapshot, Tournament
from tournaments.movements.queries.counts import deals_per_line
from tournaments.rankings.queries.session_plays import LoadedSession

_COUNTS = ("line", "overall_place", "alternated_place", "line_place", "attack_count", "defence_count")
"""Columns of whole numbers; those that say nothing to a format are not stored."""

NEXT_IS_AWAITED = Exists(StandingsRequest.objects.filter(session=OuterRef("session")))
"""Of a row that belongs to a session: a change waits for the next ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedEntry:
    """One line of a stored ranking; values exact, places None for who has none."""

    entry: Entry
    """With its person; stored as an id, so that a name always shows as its owner allows today."""
    value: Value | None
    """What the entry is ranked by after penalties: per cent, points or match points; None without a deal."""
    overall_place: int | None = None
    line: int | None = None
    """First seat: 0 N, 1 W, 2 S, 3 E; of triplets 0 N-S, 1 E-W; None where lines mean nothing."""
    alternated_place: int | None = None
    line_place: int | None = None
    penalty: Fraction = Fraction(0)
    """In the unit of the value."""
    attack_count: int | None = None
    """Deals that count as attack; None where attack and defence are not told apart."""
    defence_count: int | None = None
    criteria: Mapping[Criterion, Value | int | None] = field(default_factory=dict)
    """Every criterion that the scoring of the format knows."""

    @property
    def attack(self) -> Value | int | None:
        """Attack percentage, where there is one."""
        return self.criteria.get(Criterion.ATTACK)

    @property
    def defence(self) -> Value | int | None:
        """Defence percentage, where there is one."""
        return self.criteria.get(Criterion.DEFENCE)

    @property
    def deal_count(self) -> Value | int | None:
        """Deals that count."""
        return self.criteria.get(Criterion.DEALS)

    @property
    def is_one_sided(self) -> bool:
        """Deals of one side only: the percentage is that side's."""
        return bool(self.attack_count) != bool(self.defence_count)


class AddedUp(Protocol):
    """A line of a ranking whose value may be added to those of partners."""

    @property
    def entry(self) -> Entry: ...
    @property
    def value(self) -> Value | None: ...


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A partner at a table, and what he brought there."""

    entry: Entry
    value: Value


@dataclass(frozen=True, slots=True)
class RankedTeam:
    """Entries added up: under one name, or as partners at a table."""

    name: str
    """"" of partners at a table."""
    place: int
    value: Value
    members: tuple[AddedUp, ...]
    """Those who count, best first."""


def rank_loaded(loaded: LoadedSession) -> dict[str, Any]:
    """The ranking of a session of any format, as snapshots keep it."""
    plan, plays = loaded.format.plan, loaded.plays
    result = rank_session(plan, loaded.options, plays)
    places = place_session(plan, loaded.options, result, loaded.lines, loaded.is_ranked)
    teams = rank_partners(plan, loaded.options, plays, team_seats(plan, loaded.session.tournament.game))
    return standings_document(loaded, result, places) | _teams_document(loaded, teams)


def standings_document(loaded: LoadedSession, result: SessionResult, places: Places) -> dict[str, Any]:
    """A ranking as plain JSON values, column by column, in the order of the overall ranking.

    Returns:
        `chain`: the criteria in force beside the value, those before it first; `columns`: entry ids, places
        (None for none), exact values as `write_column` writes them, and the criteria by name;
        `deals_per_line` where a line of a sheet is the total of several deals.
    """
    last = len(loaded.entry_ids)
    order = np.argsort(np.where(places.overall == 0, last + 1, places.overall), kind="stable")
    units = order[loaded.is_shown[order]].tolist()
    columns: dict[str, Sequence[Any]] = {
        "entry": loaded.entry_ids,
        "overall_place": _or_none(places.overall),
        "value": write_column(result.values),
        "penalty": write_column(result.penalties),
    }
    if loaded.format.plan.line_count:
        columns["line"] = loaded.lines.tolist()
        columns["alternated_place"] = _or_none(places.alternated)
        columns["line_place"] = _or_none(places.line)
    if result.attack_counts:
        columns["attack_count"], columns["defence_count"] = result.attack_counts, result.defence_counts
    chain = chain_of(loaded.format.plan, loaded.options, result.criteria)
    deals = deals_per_line(loaded.session)
    return {
        **({"deals_per_line": deals} if deals > 1 else {}),
        "chain": [criterion.value for criterion in (*chain.first, *chain.chain)],
        "columns": {name: [column[unit] for unit in units] for name, column in columns.items()},
        "criteria": {
            criterion.value: [written[unit] for unit in units]
            for criterion, column in result.criteria.items()
            if (written := write_column(column))
        },
    }


def _teams_document(loaded: LoadedSession, teams: Sequence[SeatTeam]) -> dict[str, Any]:
    """Partners at the tables, by place, as `table_teams` reads them; nothing where each plays for himself."""
    rows = [
        {
            "entries": [loaded.entry_ids[player] for player in team.members],
            "values": write_column(team.values),
            "value": write_value(team.value),
            "place": team.place,
        }
        for team in teams
    ]
    return {"teams": rows} if rows else {}


def table_teams(snapshot: StandingsSnapshot | None, rows: Iterable[AddedUp]) -> list[RankedTeam]:
    """The partners of the tables, by place, as a snapshot keeps them; each of them has a line. No query."""
    entries = {row.entry.pk: row.entry for row in rows}
    return [
        RankedTeam(
            name="",
            place=team["place"],
            value=read_value(team["value"]),  # type: ignore[arg-type]  # no count
            members=tuple(
                TeamMember(entries[entry], read_value(value))  # type: ignore[arg-type]  # no count
                for entry, value in zip(team["entries"], team["values"], strict=True)
            ),
        )
        for team in (snapshot.rows.get("teams", ()) if snapshot else ())
        if all(entry in entries for entry in team["entries"])
    ]


def read_standings(document: Mapping[str, Any], entries: Mapping[int, Entry]) -> list[RankedEntry]:
    """The lines written by `standings_document`; `entries` by id."""
    columns = document["columns"]
    criteria = {Criterion(name): read_values(column) for name, column in document["criteria"].items()}
    if Criterion.DEALS in criteria and (deals := document.get("deals_per_line", 1)) > 1:
        lines = criteria[Criterion.DEALS]
        criteria[Criterion.DEALS] = [line * deals if isinstance(line, int) else line for line in lines]
    counts = {name: columns.get(name, repeat(None)) for name in _COUNTS}
    return [
        RankedEntry(
            entry=entries[entry_id],
            value=read_value(columns["value"][row]),  # type: ignore[arg-type]  # no count
            penalty=Fraction(columns["penalty"][row]),
            criteria={criterion: column[row] for criterion, column in criteria.items()},
            **dict(zip(counts, numbers, strict=True)),
        )
        for row, (entry_id, *numbers) in enumerate(zip(columns["entry"], *counts.values(), strict=False))
    ]


def snapshot_chain(snapshot: StandingsSnapshot) -> tuple[Criterion, ...]:
    """The criteria that parted equal lines when the snapshot was made, in the order of their weight."""
    return tuple(map(Criterion, snapshot.rows["chain"]))


def has_alternated(session: Session, keeps_lines: bool | None = None) -> bool:
    """Whether the lines can be woven together: the format has them and nobody changes seat.

    Args:
        keeps_lines: whether that is so in every section, where it is known; else one query.
    """
    if not find_format(session.tournament.format).has_alternated_ranking:
        return False
    return not session.sections.filter(keeps_lines=False).exists() if keeps_lines is None else keeps_lines


def shown_version(session: Session) -> tuple[int, bool]:
    """The version of a session's ranking, and whether it is final. One query."""
    version, is_awaited = Standings.objects.values_list("version", NEXT_IS_AWAITED).get(session=session)
    return version, version > 0 and is_final(session.tournament, [is_awaited])


def latest_standings(session: Session) -> StandingsSnapshot | None:
    """The last snapshot of a session with `is_awaited`, None before the first refresh. One query."""
    return session.snapshots.annotate(is_awaited=NEXT_IS_AWAITED).order_by("-version").first()


def earlier_places(snapshot: StandingsSnapshot, round_count: int) -> dict[int, int]:
    """Places by id of the entry at the end of the position before; {} in the first one. One query.

    By the count of results, positions being of one length: those of four positions and a half are compared
    with what there was when those of four were in.
    """
    expected, rounds = max(snapshot.results_expected, 1), max(round_count, 1)
    played = (snapshot.results_counted - 1) * rounds // expected
    earlier = StandingsSnapshot.objects.filter(
        session=snapshot.session_id,
        version__lt=snapshot.version,
        results_counted__gt=0,
        results_counted__lte=played * expected // rounds,
    )
    found = earlier.order_by("-version").values_list("rows__columns", flat=True).first()
    if found is None:
        return {}
    places = zip(found["entry"], found["overall_place"], strict=True)
    return {entry: place for entry, place in places if place is not None}


def is_final(tournament: Tournament, awaited: Iterable[bool]) -> bool:
    """Whether rankings stay as they are: the tournament is over, and none of them is `awaited` anew."""
    return tournament.state == TournamentState.FINISHED and not any(awaited)


def snapshot_rows(
    snapshot: StandingsSnapshot | None, entries: Mapping[int, Entry] | None = None
) -> list[RankedEntry]:
    """The lines of a snapshot in the order of the overall ranking, equals by name; none without a snapshot.

    Args:
        entries: those of the tournament by id, with their people, where they are loaded; else one query,
            two for teams.
    """
    if snapshot is None:
        return []
    if entries is None:
        rows = with_people(Entry.objects.all(), find_format(snapshot.method))
        entries = rows.in_bulk(snapshot.rows["columns"]["entry"])
    lines = read_standings(snapshot.rows, entries)
    return sorted(lines, key=lambda line: place_order(line.overall_place, line.entry))


def place_order(place: int | None, entry: Entry) -> tuple[bool, int, tuple[str, str, int]]:
    """What to order a ranking by: by place, equals by name, those without a place last."""
    return place is None, place or 0, entry.by_name


def in_alternated_order(rows: Iterable[RankedEntry]) -> list[RankedEntry]:
    """The same lines in the order of the alternated ranking, unranked last."""
    return sorted(rows, key=lambda row: (row.alternated_place is None, row.alternated_place or 0))


def in_order_of(side: Criterion, rows: Iterable[RankedEntry]) -> list[RankedEntry]:
    """The same lines by one criterion, the highest first, equals as they come, unknown ones last."""

    def key(row: RankedEntry) -> tuple[bool, Fraction]:
        value = row.criteria.get(side)
        return not isinstance(value, Fraction), -value if isinstance(value, Fraction) else Fraction(0)

    return sorted(rows, key=key)


def ranked_teams(
    rows: Sequence[AddedUp],
    *,
    team_of: Callable[[Entry], str] = lambda entry: entry.partners,
    counted: int | None = None,
) -> list[RankedTeam]:
    """Entries added up by a name that they share: partners of free deals, clubs.

    Args:
        team_of: the name, "" for who is in no team.
        counted: only so many members count, the best ones; all by default.
    """
    teams = rank_teams(
        [row.value for row in rows], [Profile(team=team_of(row.entry)) for row in rows], counted=counted
    )
    return [
        RankedTeam(team.name, team.place, team.value, tuple(rows[member] for member in team.members))
        for team in teams
    ]


def _or_none(places: np.ndarray) -> list[int | None]:
    return [place or None for place in places.tolist()]
