"""The only place that knows both rows and arrays: a session of any format as what its ranking looks at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models import Case, IntegerField, QuerySet, Value, When

from common.columns import read_columns
from tournaments.core.formats.event_options import EventOptions, read_event_options
from tournaments.core.formats.ranking_plan import Scoring, UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import SessionPlays
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.classification import Presence
from tournaments.core.ranking.duels import UnitPlays
from tournaments.core.ranking.score_grid import (
    NOBODY,
    SEAT_COUNT,
    BoolArray,
    IntArray,
    PlayStatus,
    ScoreGrid,
)
from tournaments.core.ranking.seat_scores import SeatGrid
from tournaments.core.slips.traveller import SlipReading
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, ResultSlip, Session
from tournaments.queries.rulings import SessionRulings, load_rulings
from tournaments.queries.session_seats import SessionSeats, read_seats

STATUS_BY_KIND = {SlipKind.PLAYED: PlayStatus.PLAYED, SlipKind.NEUTRALISED: PlayStatus.NEUTRALISED}
"""Kinds of results that reach a ranking; a play not played simply has no row."""
Supposed = Mapping[int, SlipReading | None]
"""By id of a play, what its result is taken to be whatever is stored; None for no result."""
_NO_ROW = -1


@dataclass(frozen=True, slots=True)
class LoadedSession:
    """What a session is ranked from, with the rows that its numbers stand for."""

    session: Session
    format: TournamentFormat
    options: EventOptions
    plays: SessionPlays
    entry_ids: tuple[int, ...]
    """entry_ids[unit]: the `Entry` who is ranked; whoever has sat somewhere in the session."""
    play_ids: tuple[int, ...]
    """play_ids[row]: the `Play` of each row of the grid; rows by board, section, round and table."""
    lines: IntArray
    """lines[unit]: the usual seat; for triplets 0 on North-South, 1 on East-West."""
    is_ranked: BoolArray
    """is_ranked[unit]: may have a place."""
    is_shown: BoolArray
    """is_shown[unit]: has a line; substitutes play on that of somebody else."""
    results_counted: int
    """Plays with a result, of whatever kind."""

    @property
    def results_expected(self) -> int:
        """Plays due. One query."""
        return Play.objects.filter(round__section__session=self.session).count()

    @property
    def unit_of(self) -> dict[int, int]:
        """Unit by id of the entry."""
        return {entry_id: unit for unit, entry_id in enumerate(self.entry_ids)}

    @property
    def row_of(self) -> dict[int, int]:
        """Row of the grid by id of the play."""
        return {play_id: row for row, play_id in enumerate(self.play_ids)}


@dataclass(frozen=True, slots=True)
class _Rows:
    """Plays that have a row, by board and place."""

    play_ids: IntArray
    places: IntArray
    boards: IntArray
    """From 1."""
    scores: IntArray
    status: IntArray


def load_session(
    session: Session, rulings: SessionRulings | None = None, supposed: Supposed | None = None
) -> LoadedSession:
    """The current results and rulings of all sections of a session. Six to nine queries, whatever the size.

    Args:
        rulings: those to rank with; by default those in force.
        supposed: results to rank with in place of the stored ones of their plays. One more query.

    Raises:
        TournamentError: options that the format does not know, or rulings that say nothing to it.
    """
    event_format = find_format(session.tournament.format)
    options = read_event_options(session.tournament.options, event_format.plan)
    seats = read_seats(session)
    rulings = load_rulings(session) if rulings is None else rulings
    supposed = supposed or {}
    rows, results_counted = _read_rows(session, seats, rulings.void_plays, supposed)
    unit_of = {entry_id: unit for unit, entry_id in enumerate(seats.entry_ids.tolist())}
    row_of = {play_id: row for row, play_id in enumerate(rows.play_ids.tolist())}
    lines = seats.usual_seats % 2 if event_format.plan.unit is UnitKind.TRIPLET else seats.usual_seats
    presences = _read_presences(session, unit_of)
    return LoadedSession(
        session=session,
        format=event_format,
        options=options,
        plays=SessionPlays(
            grid=_make_grid(session, event_format, seats, rows, lines, supposed),
            unit_count=len(unit_of),
            rulings=rulings.core(unit_of, row_of),
            bonuses={
                (unit_of[bonus.entry], unit_of[bonus.against]): bonus.points
                for bonus in options.bonuses
                if bonus.entry in unit_of and bonus.against in unit_of
            },
        ),
        entry_ids=tuple(unit_of),
        play_ids=tuple(row_of),
        lines=lines,
        is_ranked=np.array([presence is Presence.RANKED for presence in presences], dtype=np.bool_),
        is_shown=np.array([presence is not Presence.SUBSTITUTE for presence in presences], dtype=np.bool_),
        results_counted=results_counted,
    )


def load_entries(loaded: LoadedSession) -> tuple[Entry, ...]:
    """entries[unit] of a loaded session, with their people. One query, two for teams."""
    found = with_people(Entry.objects.all(), loaded.format).in_bulk(loaded.entry_ids)
    return tuple(found[entry_id] for entry_id in loaded.entry_ids)


def with_people(entries: "QuerySet[Entry]", event_format: TournamentFormat) -> "QuerySet[Entry]":
    """Entries with what their names and members need."""
    rows = entries.select_related("person")
    return rows.prefetch_related("members__person") if event_format.has_teams else rows


def _read_rows(
    session: Session, seats: SessionSeats, void: dict[int, PlayStatus], supposed: Supposed
) -> tuple[_Rows, int]:
    """The plays that count or are ruled on, and the number of results. One query, two with such rulings.

    Args:
        void: status by id of the plays that have a row even without a result.
    """
    status = Case(
        *(When(kind=kind, then=Value(int(found))) for kind, found in STATUS_BY_KIND.items()),
        default=Value(_NO_ROW),
        output_field=IntegerField(),
    )
    names = ("play_id", "play__round_id", "play__table_id", "play__board", "score", "status")
    slips = ResultSlip.objects.current().of_session(session).annotate(status=status)
    columns = np.stack(read_columns(slips, *names, missing=0))
    if supposed:
        columns = np.hstack((columns[:, ~np.isin(columns[0], list(supposed))], _supposed_columns(supposed)))
    results_counted = columns.shape[1]
    columns = columns[:, columns[5] != _NO_ROW]
    missing = sorted(void.keys() - set(columns[0].tolist())) if void else []
    if missing:
        ruled = _place_columns(missing)
        ruled_status = [int(void[play_id]) for play_id in ruled[0].tolist()]
        columns = np.hstack((columns, np.vstack((ruled, np.zeros(len(missing), np.int64), ruled_status))))
    play_ids, rounds, tables, boards, scores, statuses = columns
    places = seats.places_of(rounds, tables)
    order = np.lexsort((places, boards))
    rows = _Rows(play_ids[order], places[order], boards[order], scores[order], statuses[order])
    return rows, results_counted


def _supposed_columns(supposed: Supposed) -> IntArray:
    """Plays with a supposed result as the columns of `_read_rows`. One query."""
    readings = {play_id: reading for play_id, reading in supposed.items() if reading is not None}
    places = _place_columns(readings)
    found = [readings[play_id] for play_id in places[0].tolist()]
    scores = np.array([reading.score or 0 for reading in found], dtype=np.int64)
    statuses = [int(STATUS_BY_KIND.get(SlipKind(reading.kind), _NO_ROW)) for reading in found]
    return np.vstack((places, scores, np.array(statuses, dtype=np.int64)))


def _place_columns(play_ids: Iterable[int]) -> IntArray:
    """Id, round, table and board of plays. One query."""
    plays = Play.objects.filter(pk__in=play_ids)
    return np.stack(read_columns(plays, "pk", "round_id", "table_id", "board"))


def _read_presences(session: Session, units: Iterable[int]) -> list[Presence]:
    """How every unit stands in the ranking. One query."""
    special = dict(
        Entry.objects.filter(tournament_id=session.tournament_id)
        .exclude(presence=Presence.RANKED.value)
        .values_list("pk", "presence")
    )
    return [Presence(special.get(entry_id, Presence.RANKED)) for entry_id in units]


def _make_grid(
    session: Session,
    event_format: TournamentFormat,
    seats: SessionSeats,
    rows: _Rows,
    lines: IntArray,
    supposed: Supposed,
) -> ScoreGrid | SeatGrid | UnitPlays:
    """The rows as the scoring of the format wants them."""
    scoring = event_format.plan.scoring
    players = seats.players[rows.places]
    if scoring in (Scoring.SEATS, Scoring.SUMS):
        stored = _read_seat_scores(session)
        stored |= {play_id: reading.seat_scores if reading else None for play_id, reading in supposed.items()}
        return _make_seat_grid(stored, rows, players, seats.entry_ids.size)
    boards, board_of_row = np.unique(rows.boards, return_inverse=True)
    takers = np.array([event_format.taker_of(board) for board in boards.tolist()], dtype=np.int64)[
        board_of_row
    ]
    section = seats.sections[rows.places // max(1, seats.table_ids.size)]
    if event_format.units_per_table == SEAT_COUNT:
        return ScoreGrid(rows.boards - 1, takers, players, rows.scores, rows.status, lines, section)
    each = np.arange(takers.size)
    units = UnitPlays(
        board=rows.boards - 1,
        attack=players[each, takers],
        defence=players[each, (takers + 1) % SEAT_COUNT],
        score=rows.scores,
        status=rows.status,
    )
    return units.as_score_grid(lines, section) if scoring is Scoring.SHARES else units


def _read_seat_scores(session: Session) -> dict[int, Sequence[int | None] | None]:
    """Scores seat by seat by id of the play. One query."""
    slips = ResultSlip.objects.current().of_session(session).filter(seat_scores__isnull=False)
    return dict(slips.values_list("play_id", "seat_scores"))


def _make_seat_grid(
    stored: Mapping[int, Sequence[int | None] | None], rows: _Rows, players: IntArray, unit_count: int
) -> SeatGrid:
    """Scores seat by seat; a seat without a score has nobody."""
    width = players.shape[1]
    scores = np.zeros(players.shape, dtype=np.int64)
    seated = np.array(players)
    for row, play_id in enumerate(rows.play_ids.tolist()):
        for seat, score in enumerate((stored.get(play_id) or ())[:width]):
            if score is None:
                seated[row, seat] = NOBODY
            else:
                scores[row, seat] = score
    return SeatGrid(rows.boards - 1, seated, scores, rows.status, unit_count)
