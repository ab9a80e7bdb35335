"""The ranking of an event over all its sessions, from the last snapshot of each."""

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
from tournaments.movements.queries.movements import sheet_of
from tournaments.rankings.queries.standings import (
    NEXT_IS_AWAITED,
    RankedEntry,
    RankedTeam,
    is_final,
    place_order,
    ranked_teams,
    snapshot_rows,
    table_teams,
)


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of the ranking of an event."""

    entry: Entry
    """With its person."""
    place: int | None
    value: Value | None
    """All that counts; of whoever did not reach a final, what counted before it."""
    by_session: tuple[Value | None, ...]
    """by_session[session]: the value there, before its coefficient; None where the entry did not play."""
    deal_counts: tuple[int | None, ...]
    """deal_counts[session]: deals that count."""
    criteria: tuple[tuple[Criterion, Value | int | None], ...] = ()
    is_finalist: bool = False


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The ranking of an event at this moment."""

    sessions: tuple[Session, ...]
    """Those that have a ranking, in order."""
    rows: tuple[EventRow, ...]
    """By place; those without one last."""
    teams: tuple[RankedTeam, ...]
    """Partners of free deals, or at the tables of the only session, by place; maybe none."""
    measure: Measure
    mark: str
    """Changes whenever the ranking may have changed."""
    is_final: bool = False
    """The tournament is over, and no change waits to be counted."""

    @property
    def has_final(self) -> bool:
        return any(session.is_final for session in self.sessions)


@dataclass(frozen=True, slots=True)
class _SessionRows:
    """What one session says of its entries, by their id."""

    session: Session
    rows: Mapping[int, RankedEntry]


def load_event_standings(
    tournament: Tournament,
    *,
    snapshots: Sequence[StandingsSnapshot] | None = None,
    entered: Mapping[int, Entry] | None = None,
) -> EventStandings:
    """The ranking over all sessions that have one. Two queries, three for teams.

    Args:
        snapshots: `latest_snapshots`, where they are loaded: one query less.
        entered: everybody entered by id, with their people, likewise.
    """
    found = latest_snapshots(tournament) if snapshots is None else snapshots
    entered = load_entered(tournament) if entered is None else entered
    loaded = [
        _SessionRows(snapshot.session, {row.entry.pk: row for row in snapshot_rows(snapshot, entered)})
        for snapshot in found
    ]
    entries = list({pk: row.entry for each in loaded for pk, row in each.rows.items()}.values())
    plan = find_format(tournament.format).plan
    options = read_event_options(tournament.options, plan)
    chain = chain_of(plan, options, {})
    sheets = {sheet_of(each.session, options) for each in loaded}  # the deals of totals are unknown
    compared = [*chain.first, *chain.chain] if len(sheets) < 2 else []
    parts = [_part(each, entries, compared) for each in loaded]
    ranked = rank_sessions(
        parts,
        [_profile(entry, loaded) for entry in entries],
        chain=chain.chain,
        first=chain.first,
        best=options.best_sessions,
    )
    unsorted = (_row(row, entries[row.unit], loaded) for row in ranked)
    rows = tuple(sorted(unsorted, key=lambda row: place_order(row.place, row.entry)))
    return EventStandings(
        sessions=tuple(each.session for each in loaded),
        rows=rows,
        teams=_teams(tournament, rows, found),
        measure=event_measure(tournament),
        mark=_mark(tournament, found),
        is_final=_stays(tournament, found),
    )


def _teams(
    tournament: Tournament, rows: Sequence[EventRow], snapshots: Sequence[StandingsSnapshot]
) -> tuple[RankedTeam, ...]:
    """Partners at the tables are those of one session."""
    if find_format(tournament.format).has_partners:
        return tuple(ranked_teams(rows))
    return tuple(table_teams(snapshots[0], rows)) if len(snapshots) == 1 else ()


def event_measure(tournament: Tournament) -> Measure:
    """What the rankings of an event show; points of which the fewest win are told from others. No query."""
    plan = find_format(tournament.format).plan
    return shown_measure(plan, read_event_options(tournament.options, plan).comparison)


def event_mark(tournament: Tournament) -> str:
    """The mark of the ranking that `load_event_standings` would give. One query."""
    return _mark(tournament, latest_snapshots(tournament))


def latest_snapshots(tournament: Tournament) -> list[StandingsSnapshot]:
    """The last snapshot of each session, with its session and whether a change waits. One query."""
    snapshots = StandingsSnapshot.objects.filter(
        session__tournament=tournament, version=F("session__standings__version")
    )
    told = snapshots.annotate(is_awaited=NEXT_IS_AWAITED)
    return list(told.select_related("session").order_by("session__number"))


def _mark(tournament: Tournament, snapshots: Sequence[StandingsSnapshot]) -> str:
    versions = (f"{each.session.number}.{each.version}.{each.session.coefficient}" for each in snapshots)
    return f"{'-'.join(versions)}-{tournament.state}-{int(_stays(tournament, snapshots))}"


def _stays(tournament: Tournament, snapshots: Sequence[StandingsSnapshot]) -> bool:
    return is_final(tournament, [each.is_awaited for each in snapshots])  # type: ignore[attr-defined]  # annotated


def _part(each: _SessionRows, entries: Sequence[Entry], chain: Sequence[Criterion]) -> SessionPart:
    own = [each.rows.get(entry.pk) for entry in entries]
    columns: dict[Criterion, Column] = {
        criterion: [row.criteria.get(criterion) if row else None for row in own]
        for criterion in chain
        if any(row and criterion in row.criteria for row in own)
    }
    return SessionPart(
        values=[row.value if row else None for row in own],
        coefficient=Fraction(each.session.coefficient),
        criteria=columns,
        is_final=each.session.is_final,
        carried=each.session.carried,
    )


def _profile(entry: Entry, loaded: Sequence[_SessionRows]) -> Profile:
    """How the entry stands: struck off the event where a session gives it a value and no place."""
    own = [row for each in loaded if (row := each.rows.get(entry.pk))]
    presence = Presence(entry.presence)
    if presence is Presence.RANKED and any(
        row.value is not None and row.overall_place is None for row in own
    ):
        presence = Presence.UNRANKED
    return Profile(presence=presence)


def _row(row: RankedUnit, entry: Entry, loaded: Sequence[_SessionRows]) -> EventRow:
    own = [each.rows.get(entry.pk) for each in loaded]
    return EventRow(
        entry=entry,
        place=row.place,
        value=row.value,
        by_session=tuple(found.value if found else None for found in own),
        deal_counts=tuple(
            found.deal_count if found and isinstance(found.deal_count, int) else None for found in own
        ),
        criteria=row.criteria,
        is_finalist=any(
            found is not None and each.session.is_final for each, found in zip(loaded, own, strict=True)
        ),
    )


def ranks_so_far(tournament: Tournament) -> dict[int, int]:
    """Rank of each entry in the event so far, from 0; none in a first session."""
    if current_session(tournament).number == 1:
        return {}
    return {row.entry.pk: rank for rank, row in enumerate(load_event_standings(tournament).rows)}
