"""The only place that knows both rows and arrays: a session of any format as what its ranking looks at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from games.core.play import Points
from tournaments.base.queries.session_seats import SessionSeats, read_seats
from tournaments.base.queries.teams import with_people
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
    ScoreGrid,
)
from tournaments.core.ranking.seat_scores import SeatGrid, over_parts
from tournaments.models import Entry, ResultSlip, Session
from tournaments.rankings.queries.rulings import SessionRulings, load_rulings
from tournaments.results.queries.due_plays import CountedPlays, DuePlays, Supposed, read_plays
from tournaments.results.queries.lasting_points import lasting_by_play


@dataclass(frozen=True, slots=True)
class LoadedSession:
    """What a session is ranked from, with the rows that its numbers stand for."""

    session: Session
    format: TournamentFormat
    options: EventOptions
    plays: SessionPlays
    due: DuePlays
    seats: SessionSeats
    rulings: SessionRulings
    """Those that it is ranked with."""
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

    @property
    def results_counted(self) -> int:
        """Plays with a result, of whatever kind."""
        return int(self.due.is_entered.sum())

    @property
    def results_expected(self) -> int:
        """Plays due."""
        return int(self.due.play_ids.size)

    @property
    def unit_of(self) -> dict[int, int]:
        """Unit by id of the entry."""
        return {entry_id: unit for unit, entry_id in enumerate(self.entry_ids)}

    @property
    def row_of(self) -> dict[int, int]:
        """Row of the grid by id of the play."""
        return {play_id: row for row, play_id in enumerate(self.play_ids)}


def load_session(
    session: Session,
    rulings: SessionRulings | None = None,
    supposed: Supposed | None = None,
    entries: Mapping[int, Entry] | None = None,
) -> LoadedSession:
    """The current results and rulings of all sections of a session. Five or six queries, whatever the size.

    Args:
        rulings: those to rank with; by default those in force.
        supposed: results to rank with in place of the stored ones of their plays.
        entries: those of the tournament by id, where they are loaded: one query less.

    Raises:
        TournamentError: options that the format does not know, or rulings that say nothing to it.
    """
    event_format = find_format(session.tournament.format)
    options = read_event_options(session.tournament.options, event_format.plan)
    seats = read_seats(session)
    rulings = load_rulings(session) if rulings is None else rulings
    supposed = supposed or {}
    due, rows = read_plays(session, seats, rulings.void_plays, supposed)
    unit_of = {entry_id: unit for unit, entry_id in enumerate(seats.entry_ids.tolist())}
    row_of = {play_id: row for row, play_id in enumerate(rows.play_ids.tolist())}
    lines = seats.usual_seats % 2 if event_format.plan.unit is UnitKind.TRIPLET else seats.usual_seats
    presences = _read_presences(session, unit_of, entries)
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
        due=due,
        seats=seats,
        rulings=rulings,
        entry_ids=tuple(unit_of),
        play_ids=tuple(row_of),
        lines=lines,
        is_ranked=np.array([presence is Presence.RANKED for presence in presences], dtype=np.bool_),
        is_shown=np.array([presence is not Presence.SUBSTITUTE for presence in presences], dtype=np.bool_),
    )


def load_entries(loaded: LoadedSession) -> tuple[Entry, ...]:
    """entries[unit] of a loaded session, with their people. One query, two for teams."""
    found = with_people(Entry.objects.all(), loaded.format).in_bulk(loaded.entry_ids)
    return tuple(found[entry_id] for entry_id in loaded.entry_ids)


def _read_presences(
    session: Session, units: Iterable[int], entries: Mapping[int, Entry] | None
) -> list[Presence]:
    """How every unit stands in the ranking. One query, none where the entries are loaded."""
    if entries is not None:
        return [Presence(entries[entry_id].presence) for entry_id in units]
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
    rows: CountedPlays,
    lines: IntArray,
    supposed: Supposed,
) -> ScoreGrid | SeatGrid | UnitPlays:
    """The rows as the scoring of the format wants them."""
    scoring = event_format.plan.scoring
    players = seats.players[rows.places]
    if scoring in (Scoring.SEATS, Scoring.SUMS):
        stored = _read_seat_scores(session)
        stored |= {play_id: reading.seat_scores if reading else None for play_id, reading in supposed.items()}
        for play_id, points in lasting_by_play(session, supposed).items():
            if scores := stored.get(play_id):
                stored[play_id] = [
                    None if score is None else score + more
                    for score, more in zip(scores, points, strict=True)
                ]
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


def _read_seat_scores(session: Session) -> dict[int, Sequence[Points | None] | None]:
    """Scores seat by seat by id of the play. One query."""
    slips = ResultSlip.objects.current().of_session(session).filter(seat_scores__isnull=False)
    return dict(slips.values_list("play_id", "seat_scores"))


def _make_seat_grid(
    stored: Mapping[int, Sequence[Points | None] | None],
    rows: CountedPlays,
    players: IntArray,
    unit_count: int,
) -> SeatGrid:
    """Scores seat by seat; a seat without a score has nobody."""
    width = players.shape[1]
    scores: list[list[Points]] = [[0] * width for _row in rows.play_ids]
    seated = np.array(players)
    for row, play_id in enumerate(rows.play_ids.tolist()):
        for seat, score in enumerate((stored.get(play_id) or ())[:width]):
            if score is None:
                seated[row, seat] = NOBODY
            else:
                scores[row][seat] = score
    wholes, parts = over_parts(scores)
    score_array = np.array(wholes, dtype=np.int64).reshape(players.shape)
    return SeatGrid(rows.boards - 1, seated, score_array, rows.status, unit_count, parts)
