"""The ranking of an event over all its sessions, from the last snapshot of each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import F

from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.teams import load_entered
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.event_results import Column, SessionPart, rank_sessions
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import chain_of
from tournaments.core.formats.shown_values import shown_measure
from tournaments.core.ranking.classification import Criterion, Presence, Profile, RankedUnit
from tournaments.core.ranking.values import Value
from tournaments.models import Entry, Session, StandingsSnapshot, Tournament
from tournaments.movements.queries.movements import session_sheet_kind
from tournaments.rankings.queries.session_plays import LoadedSession
from tournaments.rankings.queries.standings import (
    NEXT_IS_AWAITED,
    RankedEntry,
    RankedTeam,
    is_final,
    place_order,
    rank_loaded,
    ranked_teams,
    snapshot_rows,
    table_teams,
)


@dataclass(frozen=True, slots=True)
class EventRow:
    """A line of the ranking of an event."""

    entry: Entry
    """Entry with its person."""
    place: int | None
    value: Value | None
    """Sum of all that counts; for an entry that missed a final, the sum of what counted before it."""
    by_session: tuple[Value | None, ...]
    """by_session[session]: value of the session before its coefficient; None where the entry did not play."""
    deal_counts: tuple[int | None, ...]
    """deal_counts[session]: number of deals that count."""
    criteria: tuple[tuple[Criterion, Value | int | None], ...] = ()
    is_finalist: bool = False


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The current ranking of an event."""

    sessions: tuple[Session, ...]
    """Sessions that have a ranking, in order."""
    rows: tuple[EventRow, ...]
    """Lines by place; those without a place last."""
    teams: tuple[RankedTeam, ...]
    """Teams by place: partners of free deals, or partners at the tables of the only session. May be empty."""
    measure: Measure
    mark: str
    """Version of the ranking: a text that changes whenever the ranking may have changed."""
    is_final: bool = False
    """True if the tournament is over and no change waits to be counted."""

    @property
    def has_final(self) -> bool:
        return any(session.is_final for session in self.sessions)


@dataclass(frozen=True, slots=True)
class _SessionRows:
    """The ranking of one session, by id of the entry."""

    session: Session
    rows: Mapping[int, RankedEntry]


def load_event_standings(
    tournament: Tournament,
    *,
    snapshots: Sequence[StandingsSnapshot] | None = None,
    entries_by_id: Mapping[int, Entry] | None = None,
) -> EventStandings:
    """Return the ranking over all sessions that have one. Two queries, three for teams.

    Args:
        snapshots: result of `latest_snapshots`, if it is loaded: one query less.
        entries_by_id: all entries by id, with their people, if they are loaded: one query less.
    """
    session_snapshots = latest_snapshots(tournament) if snapshots is None else snapshots
    entries_by_id = load_entered(tournament) if entries_by_id is None else entries_by_id
    sessions = [
        _SessionRows(snapshot.session, {row.entry.pk: row for row in snapshot_rows(snapshot, entries_by_id)})
        for snapshot in session_snapshots
    ]
    entries = list(
        {pk: row.entry for session_rows in sessions for pk, row in session_rows.rows.items()}.values()
    )
    plan = find_format(tournament.format).plan
    options = read_event_options(tournament.options, plan)
    chain = chain_of(plan, options, {})
    # sheets of totals lack what criteria need: sessions with different sheets are compared without any
    sheets = {session_sheet_kind(session_rows.session, options) for session_rows in sessions}
    criteria = [*chain.first, *chain.chain] if len(sheets) < 2 else []
    parts = [_part(session_rows, entries, criteria) for session_rows in sessions]
    ranked_units = rank_sessions(
        parts,
        [_profile(entry, sessions) for entry in entries],
        chain=chain.chain,
        first=chain.first,
        best=options.best_sessions,
    )
    event_rows = (_row(row, entries[row.unit], sessions) for row in ranked_units)
    rows = tuple(sorted(event_rows, key=lambda row: place_order(row.place, row.entry)))
    return EventStandings(
        sessions=tuple(session_rows.session for session_rows in sessions),
        rows=rows,
        teams=_teams(tournament, rows, session_snapshots),
        measure=event_measure(tournament),
        mark=_mark(tournament, session_snapshots),
        is_final=_is_settled(tournament, session_snapshots),
    )


def load_live_standings(session: Session, loaded: LoadedSession) -> EventStandings:
    """Return the ranking of the event up to a session, counted anew for that session. Two queries.

    Args:
        loaded: the data of the session.
    """
    tournament = session.tournament
    # rows of a snapshot are JSON
    rows = json.loads(json.dumps(rank_loaded(loaded)))
    live_snapshot = StandingsSnapshot(session=session, version=0, rows=rows)
    live_snapshot.is_awaited = True  # type: ignore[attr-defined]  # annotated elsewhere
    earlier_snapshots = [
        snapshot for snapshot in latest_snapshots(tournament) if snapshot.session.number < session.number
    ]
    return load_event_standings(tournament, snapshots=[*earlier_snapshots, live_snapshot])


def _teams(
    tournament: Tournament, rows: Sequence[EventRow], snapshots: Sequence[StandingsSnapshot]
) -> tuple[RankedTeam, ...]:
    if find_format(tournament.format).has_partners:
        return tuple(ranked_teams(rows))
    # partners at the tables change from session to session
    return tuple(table_teams(snapshots[0], rows)) if len(snapshots) == 1 else ()


def event_measure(tournament: Tournament) -> Measure:
    """Return the measure that the rankings of an event show. No query.

    Points of which the fewest win have a measure of their own.
    """
    plan = find_format(tournament.format).plan
    return shown_measure(plan, read_event_options(tournament.options, plan).comparison)


def event_mark(tournament: Tournament) -> str:
    """Return the mark of the ranking that `load_event_standings` would return. One query."""
    return _mark(tournament, latest_snapshots(tournament))


def latest_snapshots(tournament: Tournament) -> list[StandingsSnapshot]:
    """Return the last snapshot of each session, with its session and `is_awaited`. One query."""
    snapshots = StandingsSnapshot.objects.filter(
        session__tournament=tournament, version=F("session__standings__version")
    )
    annotated_snapshots = snapshots.annotate(is_awaited=NEXT_IS_AWAITED)
    return list(annotated_snapshots.select_related("session").order_by("session__number"))


def _mark(tournament: Tournament, snapshots: Sequence[StandingsSnapshot]) -> str:
    # a new coefficient changes the event's ranking without a new snapshot
    versions = (
        f"{snapshot.session.number}.{snapshot.version}.{snapshot.session.coefficient}"
        for snapshot in snapshots
    )
    return f"{'-'.join(versions)}-{tournament.state}-{int(_is_settled(tournament, snapshots))}"


def _is_settled(tournament: Tournament, snapshots: Sequence[StandingsSnapshot]) -> bool:
    return is_final(tournament, [snapshot.is_awaited for snapshot in snapshots])  # type: ignore[attr-defined]  # annotated


def _part(session_rows: _SessionRows, entries: Sequence[Entry], criteria: Sequence[Criterion]) -> SessionPart:
    entry_rows = [session_rows.rows.get(entry.pk) for entry in entries]
    columns: dict[Criterion, Column] = {
        criterion: [row.criteria.get(criterion) if row else None for row in entry_rows]
        for criterion in criteria
        if any(row and criterion in row.criteria for row in entry_rows)
    }
    return SessionPart(
        values=[row.value if row else None for row in entry_rows],
        coefficient=Fraction(session_rows.session.coefficient),
        criteria=columns,
        is_final=session_rows.session.is_final,
        carried=session_rows.session.carried,
    )


def _profile(entry: Entry, sessions: Sequence[_SessionRows]) -> Profile:
    """Return the presence of an entry: not ranked if a session gives it a value but no place."""
    entry_rows = [row for session_rows in sessions if (row := session_rows.rows.get(entry.pk))]
    presence = Presence(entry.presence)
    # a ruling that strikes a player off one session strikes them off the event
    if presence is Presence.RANKED and any(
        row.value is not None and row.overall_place is None for row in entry_rows
    ):
        presence = Presence.UNRANKED
    return Profile(presence=presence)


def _row(row: RankedUnit, entry: Entry, sessions: Sequence[_SessionRows]) -> EventRow:
    entry_rows = [session_rows.rows.get(entry.pk) for session_rows in sessions]
    return EventRow(
        entry=entry,
        place=row.place,
        value=row.value,
        by_session=tuple(entry_row.value if entry_row else None for entry_row in entry_rows),
        deal_counts=tuple(
            entry_row.deal_count if entry_row and isinstance(entry_row.deal_count, int) else None
            for entry_row in entry_rows
        ),
        criteria=row.criteria,
        is_finalist=any(
            entry_row is not None and session_rows.session.is_final
            for session_rows, entry_row in zip(sessions, entry_rows, strict=True)
        ),
    )


def ranks_so_far(tournament: Tournament) -> dict[int, int]:
    """Return the rank of each entry in the event so far, from 0; {} in a first session."""
    if current_session(tournament).number == 1:
        return {}
    return {row.entry.pk: rank for rank, row in enumerate(load_event_standings(tournament).rows)}
