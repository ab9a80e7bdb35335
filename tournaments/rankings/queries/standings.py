"""Rankings of sessions as they are stored and shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from typing import Any, Protocol

import numpy as np
from django.db.models import Exists, OuterRef

from tournaments.base.queries.teams import numbered, with_people
from tournaments.core.exchange.value_json import read_value, read_values, write_column, write_value
from tournaments.core.formats.game_rules import team_seats
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import (
    SessionResult,
    chain_of,
    place_session,
    rank_session,
    rank_table_teams,
)
from tournaments.core.ranking.classification import Criterion, Profile, rank_teams
from tournaments.core.ranking.places import Places
from tournaments.core.ranking.seat_teams import SeatTeam
from tournaments.core.ranking.values import Value
from tournaments.enums import TournamentState
from tournaments.models import Entry, Session, Standings, StandingsRequest, StandingsSnapshot, Tournament
from tournaments.movements.queries.counts import deals_per_line
from tournaments.rankings.queries.claims import claims_state
from tournaments.rankings.queries.session_plays import LoadedSession

_COUNTS = ("line", "overall_place", "alternated_place", "line_place", "attack_count", "defence_count")
"""Columns of whole numbers. Those without a meaning in a format are not stored."""

NEXT_IS_AWAITED = Exists(StandingsRequest.objects.filter(session=OuterRef("session")))
"""Condition for a row that belongs to a session: a change waits for the next ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedEntry:
    """A line of a stored ranking. Values are exact; places are None where there is none."""

    entry: Entry
    """Entry with its person. It is stored as an id, so that the current choice of public name applies."""
    value: Value | None
    """Value for the ranking after penalties: per cent, points or match points; None without a deal."""
    overall_place: int | None = None
    line: int | None = None
    """First seat: 0 N, 1 W, 2 S, 3 E; for triplets 0 N-S, 1 E-W; None in a format without lines."""
    alternated_place: int | None = None
    line_place: int | None = None
    penalty: Fraction = Fraction(0)
    """Penalty in the unit of the value."""
    attack_count: int | None = None
    """Number of deals that count as attack; None if the format has no sides."""
    defence_count: int | None = None
    criteria: Mapping[Criterion, Value | int | None] = field(default_factory=dict)
    """All criteria that the scoring of the format knows."""

    @property
    def attack(self) -> Value | int | None:
        """Return the attack percentage, or None."""
        return self.criteria.get(Criterion.ATTACK)

    @property
    def defence(self) -> Value | int | None:
        """Return the defence percentage, or None."""
        return self.criteria.get(Criterion.DEFENCE)

    @property
    def deal_count(self) -> Value | int | None:
        """Return the number of deals that count."""
        return self.criteria.get(Criterion.DEALS)

    @property
    def is_one_sided(self) -> bool:
        """True if all deals are of one side, whose percentage is then the value."""
        return bool(self.attack_count) != bool(self.defence_count)


class AddedUp(Protocol):
    """A line of a ranking whose value may be added to those of partners."""

    @property
    def entry(self) -> Entry: ...
    @property
    def value(self) -> Value | None: ...


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A partner at a table, with the value of their deals there."""

    entry: Entry
    value: Value


@dataclass(frozen=True, slots=True)
class RankedTeam:
    """Entries added up: under one name, or as partners at a table."""

    name: str
    """Common name; "" for partners at a table."""
    place: int
    value: Value
    members: tuple[AddedUp, ...]
    """Members that count, best first."""


def rank_loaded(loaded: LoadedSession) -> dict[str, Any]:
    """Return the ranking of a session of any format as the JSON document of a snapshot."""
    plan, plays = loaded.format.plan, loaded.plays
    result = rank_session(plan, loaded.options, plays)
    places = place_session(plan, loaded.options, result, loaded.lines, loaded.is_ranked)
    teams = rank_table_teams(plan, loaded.options, plays, team_seats(plan, loaded.session.tournament.game))
    return standings_document(loaded, result, places) | _teams_document(loaded, teams)


def standings_document(loaded: LoadedSession, result: SessionResult, places: Places) -> dict[str, Any]:
    """Return a ranking as JSON values, column by column, in the order of the overall ranking.

    Returns:
        A document with these keys:
        - `chain`: the criteria in force beside the value, those before it first;
        - `columns`: entry ids, places (None for none) and exact values as `write_column` writes them;
        - `criteria`: a column for each criterion, by its name;
        - `deals_per_line`: only if a line of a sheet is the total of several deals.
    """
    unit_count = len(loaded.entry_ids)
    # place 0 stands for no place: those units come last
    order = np.argsort(np.where(places.overall == 0, unit_count + 1, places.overall), kind="stable")
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
            criterion.value: [json_values[unit] for unit in units]
            for criterion, column in result.criteria.items()
            if (json_values := write_column(column))
        },
    }


def _teams_document(loaded: LoadedSession, teams: Sequence[SeatTeam]) -> dict[str, Any]:
    """Return partners at the tables by place, as `table_teams` reads them; {} without partners."""
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
    """Return the partners at the tables of a snapshot, by place. No query."""
    entries = {row.entry.pk: row.entry for row in rows}
    return [
        RankedTeam(
            name="",
            place=team["place"],
            value=read_value(team["value"]),  # type: ignore[arg-type]  # no count
            members=tuple(
                TeamMember(entries[entry_id], read_value(value))  # type: ignore[arg-type]  # no count
                for entry_id, value in zip(team["entries"], team["values"], strict=True)
            ),
        )
        # a table that was filtered may lack a member
        for team in (snapshot.rows.get("teams", ()) if snapshot else ())
        if all(entry_id in entries for entry_id in team["entries"])
    ]


def read_standings(document: Mapping[str, Any], entries: Mapping[int, Entry]) -> list[RankedEntry]:
    """Return the lines written by `standings_document`.

    Args:
        entries: entries by id.
    """
    columns = document["columns"]
    criteria = {Criterion(name): read_values(column) for name, column in document["criteria"].items()}
    # sheets of totals count lines; readers want deals
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
        # not strict: repeat(None), for a column that is not stored, has no end
        for row, (entry_id, *numbers) in enumerate(zip(columns["entry"], *counts.values(), strict=False))
    ]


def snapshot_chain(snapshot: StandingsSnapshot) -> tuple[Criterion, ...]:
    """Return the criteria that parted equal lines in the snapshot, in the order of their weight."""
    return tuple(map(Criterion, snapshot.rows["chain"]))


def has_alternated(session: Session, keeps_lines: bool | None = None) -> bool:
    """Return whether the alternated ranking exists: the format has it, and players keep their lines.

    Args:
        keeps_lines: whether all sections keep their lines, if it is known; else one query.
    """
    if not find_format(session.tournament.format).has_alternated_ranking:
        return False
    return not session.sections.filter(keeps_lines=False).exists() if keeps_lines is None else keeps_lines


def shown_version(session: Session) -> tuple[int, bool]:
    """Return the version of a session's ranking, and whether it is final. One query."""
    version, is_awaited = Standings.objects.values_list("version", NEXT_IS_AWAITED).get(session=session)
    return version, version > 0 and is_final(session.tournament, [is_awaited])


def latest_standings(session: Session) -> StandingsSnapshot | None:
    """Return the last snapshot of a session with `is_awaited`; None before the first refresh. One query."""
    return session.snapshots.annotate(is_awaited=NEXT_IS_AWAITED).order_by("-version").first()


def earlier_places(snapshot: StandingsSnapshot, round_count: int) -> dict[int, int]:
    """Return the places by id of the entry at the end of the previous position. One query.

    The end of a position is derived from the number of results, as positions have one length. During the
    fifth position, for example, places are compared with those after the fourth. The first position has no
    previous places: {}.
    """
    expected_count, rounds = max(snapshot.results_expected, 1), max(round_count, 1)
    # less one: a position that is just complete is compared with the one before it
    round_number = (snapshot.results_counted - 1) * rounds // expected_count
    earlier_snapshots = StandingsSnapshot.objects.filter(
        session=snapshot.session_id,
        version__lt=snapshot.version,
        results_counted__gt=0,
        results_counted__lte=round_number * expected_count // rounds,
    )
    columns = earlier_snapshots.order_by("-version").values_list("rows__columns", flat=True).first()
    if columns is None:
        return {}
    places = zip(columns["entry"], columns["overall_place"], strict=True)
    return {entry: place for entry, place in places if place is not None}


def is_final(tournament: Tournament, awaited_flags: Iterable[bool]) -> bool:
    """Return whether rankings will not change: the tournament is over, and no ranking or claim is awaited.

    No query; one if an hour for claims is announced.
    """
    if tournament.state != TournamentState.FINISHED or any(awaited_flags):
        return False
    return not claims_state(tournament).keeps_provisional


def snapshot_rows(
    snapshot: StandingsSnapshot | None, entries: Mapping[int, Entry] | None = None
) -> list[RankedEntry]:
    """Return the lines of a snapshot by overall place, equals by name; [] without a snapshot.

    Args:
        entries: entries of the tournament by id, with their people, if they are loaded; else one query, two
            for teams.
    """
    if snapshot is None:
        return []
    if entries is None:
        event_format = find_format(snapshot.method)
        rows = with_people(Entry.objects.all(), event_format)
        entries = numbered(rows.in_bulk(snapshot.rows["columns"]["entry"]), event_format)
    lines = read_standings(snapshot.rows, entries)
    return sorted(lines, key=lambda line: place_order(line.overall_place, line.entry))


def place_order(place: int | None, entry: Entry) -> tuple[bool, int, tuple[str, str, int]]:
    """Return the sort key of a ranking: by place, equals by name, those without a place last."""
    return place is None, place or 0, entry.by_name


def in_alternated_order(rows: Iterable[RankedEntry]) -> list[RankedEntry]:
    """Return the lines in the order of the alternated ranking, those without a place last."""
    return sorted(rows, key=lambda row: (row.alternated_place is None, row.alternated_place or 0))


def in_order_of(side: Criterion, rows: Iterable[RankedEntry]) -> list[RankedEntry]:
    """Return the lines by one criterion, the highest first; equals keep their order, and None comes last."""

    def key(row: RankedEntry) -> tuple[bool, Fraction]:
        value = row.criteria.get(side)
        return not isinstance(value, Fraction), -value if isinstance(value, Fraction) else Fraction(0)

    return sorted(rows, key=key)


def ranked_teams(
    rows: Sequence[AddedUp],
    *,
    team_of: Callable[[Entry], str] = lambda entry: entry.partners,
    member_limit: int | None = None,
) -> list[RankedTeam]:
    """Return entries added up by a common name: partners of free deals, clubs.

    Args:
        team_of: name of the team, "" for an entry without one.
        member_limit: number of members that count, the best ones; all by default.
    """
    teams = rank_teams(
        [row.value for row in rows], [Profile(team=team_of(row.entry)) for row in rows], counted=member_limit
    )
    return [
        RankedTeam(team.name, team.place, team.value, tuple(rows[member] for member in team.members))
        for team in teams
    ]


def team_of_entry(teams: Iterable[RankedTeam], entry: Entry) -> RankedTeam | None:
    """Return the team that has an entry among its members; None without one."""
    return next((team for team in teams if any(member.entry == entry for member in team.members)), None)


def _or_none(places: np.ndarray) -> list[int | None]:
    return [place or None for place in places.tolist()]
