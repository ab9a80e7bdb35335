"""Conversion of a session of any format from rows to the arrays that its ranking reads.

No other module knows both rows and arrays.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from django.db.models import TextField
from django.db.models.functions import Cast

from games.core.play import Points
from tournaments.base.queries.session_seats import SessionSeats, read_seats
from tournaments.base.queries.teams import with_people
from tournaments.core.formats.event_options import EventOptions, read_event_options
from tournaments.core.formats.ranking_plan import Scoring, UnitKind
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import SessionPlays, adds_points
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.classification import Presence
from tournaments.core.ranking.duels import UnitPlays, first_attacks
from tournaments.core.ranking.rests import RestPay
from tournaments.core.ranking.score_grid import (
    NOBODY,
    SEAT_COUNT,
    BoolArray,
    IntArray,
    ScoreGrid,
)
from tournaments.core.ranking.seat_scores import SeatGrid, over_parts
from tournaments.models import Entry, ResultSlip, Session
from tournaments.models.results import read_all_scores
from tournaments.rankings.queries.rests import rest_deals
from tournaments.rankings.queries.rulings import SessionRulings, load_rulings
from tournaments.results.queries.due_plays import CountedPlays, DuePlays, Supposed, load_due_plays
from tournaments.results.queries.lasting_points import lasting_by_play


@dataclass(frozen=True, slots=True)
class LoadedSession:
    """The data that a session is ranked from, with the rows that its numbers stand for."""

    session: Session
    format: TournamentFormat
    options: EventOptions
    plays: SessionPlays
    due: DuePlays
    seats: SessionSeats
    rulings: SessionRulings
    """Rulings that the session is ranked with."""
    entry_ids: tuple[int, ...]
    """entry_ids[unit]: id of the ranked `Entry`. Each entry with a seat in the session is a unit."""
    play_ids: tuple[int, ...]
    """play_ids[row]: the `Play` of each row of the grid; rows by board, section, round and table."""
    lines: IntArray
    """lines[unit]: the usual seat; for triplets 0 on North-South, 1 on East-West."""
    is_ranked: BoolArray
    """is_ranked[unit]: the unit may have a place."""
    is_shown: BoolArray
    """is_shown[unit]: the unit has a line of its own, unlike a substitute."""

    @property
    def results_counted(self) -> int:
        """Return the number of plays with a result of any kind."""
        return int(self.due.is_entered.sum())

    @property
    def results_expected(self) -> int:
        """Return the number of plays due."""
        return int(self.due.play_ids.size)

    @property
    def unit_of(self) -> dict[int, int]:
        """Return the unit by id of the entry."""
        return {entry_id: unit for unit, entry_id in enumerate(self.entry_ids)}

    @property
    def row_of(self) -> dict[int, int]:
        """Return the row of the grid by id of the play."""
        return {play_id: row for row, play_id in enumerate(self.play_ids)}


def load_session(
    session: Session,
    rulings: SessionRulings | None = None,
    supposed: Supposed | None = None,
    entries: Mapping[int, Entry] | None = None,
) -> LoadedSession:
    """Return the current results and rulings of all sections of a session.

    Five or six queries, regardless of size; up to four more for the compensation of rests.

    Args:
        rulings: rulings to rank with; by default those in force.
        supposed: results to rank with in place of the stored ones of their plays.
        entries: entries of the tournament by id, if they are loaded: one query less.

    Raises:
        TournamentError: options that the format does not know, or rulings that it cannot apply.
    """
    event_format = find_format(session.tournament.format)
    options = read_event_options(session.tournament.options, event_format.plan)
    seats = read_seats(session)
    rulings = load_rulings(session) if rulings is None else rulings
    supposed = supposed or {}
    due_plays, rows = load_due_plays(session, seats, rulings.void_plays, supposed)
    if event_format.plan.has_duels:
        # after an incident a board may be played twice the same way; a duel has one attack of each team
        rows = rows.chosen(first_attacks(rows.boards, *_attack_and_defence(event_format, seats, rows)))
    unit_of = {entry_id: unit for unit, entry_id in enumerate(seats.entry_ids.tolist())}
    row_of = {play_id: row for row, play_id in enumerate(rows.play_ids.tolist())}
    # seats are 0 N, 1 W, 2 S, 3 E: the two of a triplet have the same parity
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
            # without a compensation nothing is read for it
            rest_deals=()
            if options.rests.pay is RestPay.NONE or not adds_points(event_format.plan, options)
            else rest_deals(session, seats, rows),
        ),
        due=due_plays,
        seats=seats,
        rulings=rulings,
        entry_ids=tuple(unit_of),
        play_ids=tuple(row_of),
        lines=lines,
        is_ranked=np.array([presence is Presence.RANKED for presence in presences], dtype=np.bool_),
        is_shown=np.array([presence is not Presence.SUBSTITUTE for presence in presences], dtype=np.bool_),
    )


def load_entries(loaded: LoadedSession) -> tuple[Entry, ...]:
    """Return entries[unit] of a loaded session, with their people. One query, two for teams."""
    entries_by_id = with_people(Entry.objects.all(), loaded.format).in_bulk(loaded.entry_ids)
    return tuple(entries_by_id[entry_id] for entry_id in loaded.entry_ids)


def _read_presences(
    session: Session, units: Iterable[int], entries: Mapping[int, Entry] | None
) -> list[Presence]:
    """Return the presence of each unit. One query, none if the entries are loaded."""
    if entries is not None:
        return [Presence(entries[entry_id].presence) for entry_id in units]
    # few entries have another presence: read those only
    exceptions = dict(
        Entry.objects.filter(tournament_id=session.tournament_id)
        .exclude(presence=Presence.RANKED.value)
        .values_list("pk", "presence")
    )
    return [Presence(exceptions.get(entry_id, Presence.RANKED)) for entry_id in units]


def _make_grid(
    session: Session,
    event_format: TournamentFormat,
    seats: SessionSeats,
    rows: CountedPlays,
    lines: IntArray,
    supposed: Supposed,
) -> ScoreGrid | SeatGrid | UnitPlays:
    """Return the rows as a grid for the scoring of the format."""
    scoring = event_format.plan.scoring
    players = seats.players[rows.places]
    if scoring in (Scoring.SEATS, Scoring.SUMS):
        scores_by_play = _read_seat_scores(session)
        # a supposed result without scores by seat takes the stored ones away
        scores_by_play |= {
            play_id: reading.seat_scores if reading else None for play_id, reading in supposed.items()
        }
        # points that an earlier deal of the table left to this one (a pool, a third Excuse)
        for play_id, points in lasting_by_play(session, supposed).items():
            if scores := scores_by_play.get(play_id):
                # a wide table may have more seats than the game
                all_points = (*points, *[0] * (len(scores) - len(points)))
                scores_by_play[play_id] = [
                    None if score is None else score + extra
                    for score, extra in zip(scores, all_points, strict=False)
                ]
        return _make_seat_grid(scores_by_play, rows, players, seats.entry_ids.size)
    # places are numbered round by round: the quotient by the number of tables is the round
    section = seats.sections[rows.places // max(1, seats.table_ids.size)]
    if event_format.units_per_table == SEAT_COUNT:
        takers = _takers(event_format, rows)
        return ScoreGrid(rows.boards - 1, takers, players, rows.scores, rows.status, lines, section)
    attack, defence = _attack_and_defence(event_format, seats, rows)
    units = UnitPlays(rows.boards - 1, attack, defence, rows.scores, rows.status)
    return units.as_score_grid(lines, section) if scoring is Scoring.SHARES else units


def _takers(event_format: TournamentFormat, rows: CountedPlays) -> IntArray:
    """Return the taker's seat of each row."""
    # the taker is looked up once for each board, not for each row
    boards, board_of_row = np.unique(rows.boards, return_inverse=True)
    takers = [event_format.taker_of(board) for board in boards.tolist()]
    return np.array(takers, dtype=np.int64)[board_of_row]


def _attack_and_defence(
    event_format: TournamentFormat, seats: SessionSeats, rows: CountedPlays
) -> tuple[IntArray, IntArray]:
    """Return the attacking and the defending team of each row."""
    players, takers, numbers = (
        seats.players[rows.places],
        _takers(event_format, rows),
        np.arange(rows.boards.size),
    )
    # the seats of two teams alternate: the one after the taker belongs to the defence
    return players[numbers, takers], players[numbers, (takers + 1) % SEAT_COUNT]


def _read_seat_scores(session: Session) -> dict[int, Sequence[Points | None] | None]:
    """Return the scores seat by seat, by id of the play. One query."""
    slips = ResultSlip.objects.current().of_session(session).filter(seat_scores__isnull=False)
    texts = dict(slips.order_by().values_list("play_id", Cast("seat_scores", TextField())))
    # all scores as one document: a decoder for each row takes three times as long
    return dict(zip(texts, read_all_scores(texts.values()), strict=True))


def _make_seat_grid(
    scores_by_play: Mapping[int, Sequence[Points | None] | None],
    rows: CountedPlays,
    players: IntArray,
    unit_count: int,
) -> SeatGrid:
    """Return the grid of scores seat by seat; a seat without a score has no player."""
    width = players.shape[1]
    stored = (scores_by_play.get(play_id) or () for play_id in rows.play_ids.tolist())
    padded = [(*scores[:width], *[0] * (width - len(scores))) for scores in stored]
    points = np.array(padded, dtype=np.object_).reshape(players.shape)
    is_empty = np.equal(points, np.array(None))
    points[is_empty] = 0
    numerators: Any = points
    parts = 1
    # whole points need no common denominator; `isinstance` takes ten times as long for fractions
    if any(type(score) is Fraction for row in padded for score in row):
        numerators, parts = over_parts(points.tolist())
    score_array = np.array(numerators, dtype=np.int64).reshape(players.shape)
    grid_players = np.where(is_empty, NOBODY, players)
    return SeatGrid(rows.boards - 1, grid_players, score_array, rows.status, unit_count, parts)
