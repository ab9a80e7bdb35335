"""Query for the pace of the tables of a session."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Subquery

from tournaments.base.queries.rounds import RoundNow, load_round
from tournaments.core.hall.pace import (
    DealHour,
    HallPace,
    TablePace,
    deal_lengths,
    in_play_since,
    measure_pace,
    measure_rounds,
    players_at_slow_tables,
)
from tournaments.enums import SlipKind
from tournaments.models import AuditEvent, Entry, Play, ResultSlip, Seating, Session

NO_PACE = HallPace((), None)


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table in the present round."""

    pace: TablePace
    due: int
    """Number of its deals in the round."""
    in_play_for: timedelta | None
    """Time for which it has played its present deal; None if that is unknown or all are played."""


@dataclass(frozen=True, slots=True)
class SlowEntry:
    """An entry whose table was slow in each round with hours."""

    entry: Entry
    round_count: int
    behind: timedelta


@dataclass(frozen=True, slots=True)
class SessionPace:
    """Pace of the tables of a session: in the present round, in each round, over all."""

    now: RoundNow
    round_tables: tuple[RoundTable, ...]
    """Tables of the present round, the most behind first."""
    rounds: Mapping[int, HallPace]
    """Pace in each round with a result, by number."""
    whole: HallPace
    slow_entries: tuple[SlowEntry, ...]
    """Entries at a slow table in each round, the most behind first."""

    @property
    def present(self) -> HallPace:
        """Pace of the present round."""
        return self.rounds.get(self.now.number, NO_PACE)

    @property
    def session_tables(self) -> list[TablePace]:
        """Tables over the session, the most behind first."""
        return sorted(self.whole.tables, key=_urgency)


def load_pace(session: Session, moment: datetime) -> SessionPace:
    """Load the pace of a session. Five queries, for any number of tables."""
    this_round, starts = load_round(session, moment), _load_starts(session)
    if this_round.clock is not None and this_round.clock.started_at is not None:
        starts[this_round.clock.round_number] = this_round.clock.started_at
    deals = _load_deals(session)
    lengths = deal_lengths(deals, starts)
    rounds = measure_rounds(deals, lengths)
    return SessionPace(
        now=this_round,
        round_tables=_round_tables(session, this_round, deals, rounds, starts),
        rounds=rounds,
        whole=measure_pace(deals, lengths),
        slow_entries=_slow_entries(session, rounds),
    )


def _load_deals(session: Session) -> list[DealHour]:
    """Return the deals of the session that were played, by round, table and board."""
    # a later version is a correction, and one by an organiser was typed at the desk: no hour of play
    first_slips = ResultSlip.objects.filter(play=OuterRef("pk"), version=1, confirmation__isnull=False)
    played_slips = ResultSlip.objects.current().filter(play=OuterRef("pk"), kind=SlipKind.PLAYED)
    rows = (
        Play.objects.filter(Exists(played_slips), round__section__session=session)
        .annotate(hour=Subquery(first_slips.values("created_at")))
        .order_by("round__number", "table__number", "board")
        .values_list("round__number", "table__number", "board", "hour")
    )
    return [DealHour(*row) for row in rows]


def _load_starts(session: Session) -> dict[int, datetime]:
    """Return the last start of each round in the log: the clock keeps only that of its own round."""
    events = AuditEvent.objects.filter(
        tournament=session.tournament_id,
        action="hall.clock_started",
        subject__startswith=f"{session.number}/",
    )
    states = events.order_by("created_at", "pk").values_list("after", flat=True)
    return {state["round"]: datetime.fromisoformat(state["started_at"]) for state in states if state}


def _round_tables(
    session: Session,
    this_round: RoundNow,
    deals: list[DealHour],
    rounds: Mapping[int, HallPace],
    starts: Mapping[int, datetime],
) -> tuple[RoundTable, ...]:
    """Return the tables that play in the present round. One query."""
    plays = Play.objects.filter(round__section__session=session, round__number=this_round.number)
    due_by_table = Counter(plays.values_list("table__number", flat=True))
    pace_by_table = {pace.table_number: pace for pace in rounds.get(this_round.number, NO_PACE).tables}
    deals_by_table: dict[int, list[DealHour]] = defaultdict(list)
    for deal in deals:
        if deal.round_number == this_round.number:
            deals_by_table[deal.table_number].append(deal)
    start = starts.get(this_round.number)
    tables = []
    for number, due in sorted(due_by_table.items()):
        since = in_play_since(deals_by_table[number], start, due)
        tables.append(
            RoundTable(
                pace=pace_by_table.get(number, TablePace(number, 0, 0, None, None)),
                due=due,
                in_play_for=None if since is None else max(this_round.now - since, timedelta(0)),
            )
        )
    return tuple(sorted(tables, key=lambda table: _urgency(table.pace)))


def _slow_entries(session: Session, rounds: Mapping[int, HallPace]) -> tuple[SlowEntry, ...]:
    """Return the entries at slow tables with their people. One query."""
    seatings = Seating.objects.filter(round__section__session=session).select_related(
        "round", "table", "entry__person"
    )
    entries: dict[int, Entry] = {}
    tables_by_entry: dict[int, dict[int, int]] = defaultdict(dict)
    for seating in seatings:
        entries[seating.entry_id] = seating.entry
        tables_by_entry[seating.entry_id][seating.round.number] = seating.table.number
    slow_players = players_at_slow_tables(rounds, tables_by_entry)
    return tuple(SlowEntry(entries[slow.entry_id], slow.round_count, slow.behind) for slow in slow_players)


def _urgency(pace: TablePace) -> tuple[bool, timedelta, int]:
    """Return the sort key of a table: the most behind first, those without hours last, then by number."""
    return pace.behind is None, -(pace.behind or timedelta(0)), pace.table_number
