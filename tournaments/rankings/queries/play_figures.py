"""Figures of all players or teams for all plays of a session, after the referee's rulings."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from games.core.play import Points
from tournaments.base.queries.teams import load_entered
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.formats.shown_values import shown_measure
from tournaments.core.ranking.adjustments import adjust_seats, mark_with_rulings
from tournaments.core.ranking.duels import DuelResult, UnitPlays, score_duels
from tournaments.core.ranking.free_deals import void_deals
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus, ScoreGrid
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid, mark_seats
from tournaments.core.ranking.values import Value
from tournaments.models import Entry, Session
from tournaments.rankings.queries.session_plays import LoadedSession, load_session
from tournaments.results.queries.boards import Place

PairOnBoard = tuple[int, int, int]
"""Board from 0, then two units, the lower number first."""
Row = list[tuple[int, int, bool | None, Points | None, Value | None]]
"""(unit, column, is attack, score, mark) of each unit at a row of the grid."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One unit at one play."""

    entry: Entry
    """Entry with its people."""
    seat: int
    """Column of the grid: the seat of a player; for a team a column of its side."""
    is_attack: bool | None
    """True for the attack; None if the format has no sides."""
    score: Points | None
    """Signed score of the attack, or the unit's own where each seat has one; None if not played."""
    mark: Value | None
    """Per cent, points or match points; None where nothing counts. For a duel, the mark of its two halves."""


@dataclass(frozen=True, slots=True)
class SessionFigures:
    """The figures of a session, computed play by play on demand."""

    loaded: LoadedSession
    measure: Measure
    """Measure of the marks."""
    duels: dict[PairOnBoard, DuelResult]
    """Results of the boards that two units have both attacked; empty if the format has no duels."""
    row_of: dict[int, int]
    """Row of the grid by id of the play; plays that do not count have none."""
    entries: tuple[Entry, ...]
    """entries[unit]."""
    entry_of: Mapping[int, Entry]
    """All entries by id, seated or not, with their people."""
    at_row: Callable[[int], Row]

    @property
    def plan(self) -> RankingPlan:
        return self.loaded.format.plan

    def at(self, play_id: int) -> tuple[Figure, ...]:
        """Return the figures of a play by column; () without a result that counts."""
        row = self.row_of.get(play_id)
        if row is None:
            return ()
        return tuple(
            Figure(self.entries[unit], seat, is_attack, score, mark)
            for unit, seat, is_attack, score, mark in self.at_row(row)
        )

    def seated_at(self, places: Collection[Place]) -> dict[Place, dict[int, Entry]]:
        """Return the entry in each seat of some places (ids of round and table). No query."""
        seats, place_list = self.loaded.seats, list(places)
        ids = np.array(place_list, dtype=np.int64).reshape(-1, 2)
        rows = seats.players[seats.places_of(ids[:, 0], ids[:, 1])].tolist()
        return {
            place: {seat: self.entries[unit] for seat, unit in _seats_and_units(row)}
            for place, row in zip(place_list, rows, strict=True)
        }

    def play_ids_of(self, board: int) -> list[int]:
        """Return the ids of the plays of a board (from 1) that have a row."""
        rows = (self.loaded.plays.grid.board == board - 1).nonzero()[0].tolist()
        return [self.loaded.play_ids[row] for row in rows]


def load_figures(session: Session) -> SessionFigures:
    """Return the figures of all current results of a session, with names. Five queries.

    One more for teams, and one more for scores seat by seat.
    """
    entry_of = load_entered(session.tournament)
    loaded = load_session(session, entries=entry_of)
    plan, grid = loaded.format.plan, loaded.plays.grid
    duels: dict[PairOnBoard, DuelResult] = {}
    if isinstance(grid, UnitPlays):
        is_one_sided = plan.scoring is Scoring.MATCHES
        results = score_duels(grid, loaded.plays.rulings, is_one_sided=is_one_sided)
        duels = {(result.board, result.first, result.second): result for result in results}
        at_row = _duel_figures(grid, duels)
    elif isinstance(grid, ScoreGrid):
        at_row = _share_figures(grid, loaded)
    else:
        at_row = _seat_figures(grid, loaded)
    return SessionFigures(
        loaded=loaded,
        measure=shown_measure(plan, loaded.options.comparison),
        duels=duels,
        row_of=loaded.row_of,
        entries=tuple(entry_of[entry_id] for entry_id in loaded.entry_ids),
        entry_of=entry_of,
        at_row=at_row,
    )


def _share_figures(grid: ScoreGrid, loaded: LoadedSession) -> Callable[[int], Row]:
    """Return a function that computes marks in per cent, attack against defence."""
    ruled_grid, marks = mark_with_rulings(grid, loaded.plays.rulings, loaded.options.topage)

    def at_row(row: int) -> Row:
        score = int(ruled_grid.score[row]) if ruled_grid.status[row] == PlayStatus.PLAYED else None
        takers = marks.is_taker[row].tolist()
        return [
            (unit, seat, takers[seat], score, marks.mark_percent(row, seat))
            for seat, unit in _seats_and_units(ruled_grid.players[row].tolist())
        ]

    return at_row


def _seat_figures(grid: SeatGrid, loaded: LoadedSession) -> Callable[[int], Row]:
    """Return a function that computes scores of single seats, compared with the field if deals are shared."""
    is_sum = loaded.format.plan.scoring is Scoring.SUMS
    comparison = Comparison(method=Method.TOTAL) if is_sum else loaded.options.comparison
    ruled_grid = void_deals(grid, loaded.plays.rulings)
    marks = adjust_seats(ruled_grid, mark_seats(ruled_grid, comparison), loaded.plays.rulings)
    # marks of topage are shares of 1, all others are points
    factor = 100 if comparison.method is Method.TOPAGE else 1

    def at_row(row: int) -> Row:
        is_played = ruled_grid.status[row] == PlayStatus.PLAYED
        return [
            (
                unit,
                seat,
                None,
                ruled_grid.points(row, seat) if is_played else None,
                Fraction(factor * int(marks.numerator[row, seat]), int(marks.denominator[row, seat]))
                if marks.is_counted[row, seat]
                else None,
            )
            for seat, unit in _seats_and_units(ruled_grid.players[row].tolist())
        ]

    return at_row


def _duel_figures(plays: UnitPlays, duels: dict[PairOnBoard, DuelResult]) -> Callable[[int], Row]:
    """Return a function that computes match points of duels; None until the other half is in."""

    def at_row(row: int) -> Row:
        attack, defence = int(plays.attack[row]), int(plays.defence[row])
        result = duels.get((int(plays.board[row]), min(attack, defence), max(attack, defence)))
        score = int(plays.score[row]) if plays.status[row] == PlayStatus.PLAYED else None
        return [
            (unit, column, unit == attack, score, result.points_of(unit) if result else None)
            for column, unit in enumerate((attack, defence))
        ]

    return at_row


def _seats_and_units(units: Iterable[int]) -> list[tuple[int, int]]:
    return [(seat, unit) for seat, unit in enumerate(units) if unit != NOBODY]
