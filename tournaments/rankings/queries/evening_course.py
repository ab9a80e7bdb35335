"""A player's evening as it goes on: their present table, the next one, their places and étuis."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

import numpy as np

from games.core.seats import list_seats_in_sheet_order
from tournaments.base.queries.rounds import SessionNow, clock_of
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.session_results import place_session, rank_session
from tournaments.core.ranking.score_grid import IntArray
from tournaments.core.ranking.values import Value
from tournaments.enums import TournamentState
from tournaments.models import Entry
from tournaments.rankings.queries.play_figures import SessionFigures
from tournaments.rankings.queries.players import PlayerDeal, PlayerReport
from tournaments.rankings.queries.session_plays import LoadedSession
from tournaments.results.queries.boards import BoardLine

MOST_UNITS = 400
"""Largest field with a course of places, which ranks the field once for each round at each request."""
SHADES = 5
"""Number of shades that tint étuis by mark, from the worst to the best."""


@dataclass(frozen=True, slots=True)
class RoundStop:
    """A round of an entry; a rest has no table."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    """Seats of the entry, in the order of the sheets."""
    others: tuple[tuple[tuple[int, ...], Entry], ...]
    """Other entries at the table, each once with its seats."""
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EveningTile:
    """An étui of the evening."""

    deal: PlayerDeal
    shade: int | None
    """Shade of the mark, from 0 (worst) to `SHADES` - 1; None without a mark."""
    known_after: int
    """Number of the round after which all tables should have played the étui."""


@dataclass(frozen=True, slots=True)
class EveningCourse:
    """A player's evening as they follow it."""

    is_playing: bool
    """True while rounds are played; only then do `now` and `next` mean something."""
    round: int
    """Number of the round in play; 0 before seats are fixed."""
    round_count: int
    now: tuple[RoundStop, ...]
    """The table of the round; two of a team that defends at one and attacks at another. Empty before."""
    next: tuple[RoundStop, ...]
    """The round after `now`; empty after the last, and for a round that is still to be drawn."""
    waits_for_draw: bool
    """True if the round after `now` is still to be drawn."""
    places: tuple[int | None, ...]
    """Place after each round that is over or under way; None where the player had no place."""
    field_size: int
    """Number of entries with a place."""
    tiles: tuple[EveningTile, ...]
    """Tiles in order of round and étui."""
    last: EveningTile | None
    """The last étui with a result that shows."""


def evening_course(
    figures: SessionFigures,
    report: PlayerReport,
    lines: Sequence[BoardLine],
    *,
    current_time: datetime,
    sees_ranking: bool,
) -> EveningCourse:
    """Return the course of an evening from the loaded figures of its session. No query.

    Args:
        report: report of the player, restricted to what the reader may see.
        lines: the player's plays, as `player_lines` returns them.
    """
    loaded, entry = figures.loaded, report.entry
    session, unit = loaded.session, loaded.unit_of.get(entry.pk)
    state = _session_now(loaded)
    number = state.round_now(current_time).number
    places = places_by_round(loaded) if sees_ranking else []
    tiles = _tiles(loaded, report)
    return EveningCourse(
        is_playing=session.tournament.state != TournamentState.FINISHED and not state.is_over,
        round=number,
        round_count=state.round_count + state.undrawn_count,
        now=_stops(lines, entry, number),
        next=_stops(lines, entry, number + 1) if number < state.round_count else (),
        waits_for_draw=number == state.round_count and state.undrawn_count > 0,
        places=tuple(int(round_places[unit]) or None for round_places in places) if unit is not None else (),
        field_size=int((places[-1] > 0).sum()) if places else 0,
        tiles=tiles,
        last=next((tile for tile in reversed(tiles) if tile.deal.kind is not None), None),
    )


def _session_now(loaded: LoadedSession) -> SessionNow:
    """Return the progress of the session."""
    rounds = loaded.seats.rounds_at(loaded.due.places)
    missing_rounds = rounds[~loaded.due.is_entered]
    last_round = int(rounds.max(initial=0))
    return SessionNow(
        session=loaded.session,
        clock=clock_of(loaded.session),
        round_count=last_round,
        missing_round=int(missing_rounds.min()) if missing_rounds.size else None,
        # read only for the choice of visible parts, which is made elsewhere
        is_last=True,
        # only rounds that are drawn one by one have neither seats nor plays
        undrawn_count=int(loaded.seats.round_numbers.max(initial=0)) - last_round,
    )


def _tiles(loaded: LoadedSession, report: PlayerReport) -> tuple[EveningTile, ...]:
    rounds, boards = loaded.seats.rounds_at(loaded.due.places), loaded.due.boards
    # an étui is known once the last table is due to have played it
    known_after = {board: int(rounds[boards == board].max()) for board in {d.board for d in report.deals}}
    return tuple(
        EveningTile(deal, mark_shade(deal.mark, report.measure), known_after[deal.board])
        for deal in report.deals
    )


def places_by_round(loaded: LoadedSession) -> list[IntArray]:
    """Return places[round - 1][unit]: the ranking after each round, 0 for no place. No query.

    Rounds up to the last one with a result are ranked. Marks are the current ones, against all plays of the
    étui so far, and rulings count from the first round. The last places are therefore those of the ranking.
    """
    if not loaded.play_ids or loaded.plays.unit_count > MOST_UNITS:
        return []
    round_of = dict(
        zip(loaded.due.play_ids.tolist(), loaded.seats.rounds_at(loaded.due.places).tolist(), strict=True)
    )
    rounds = np.array([round_of[play_id] for play_id in loaded.play_ids])
    plan, options = loaded.format.plan, loaded.options
    results = [
        rank_session(plan, options, loaded.plays, rounds <= number)
        for number in range(1, int(rounds.max()) + 1)
    ]
    return [
        place_session(plan, options, result, loaded.lines, loaded.is_ranked).overall for result in results
    ]


def _stops(lines: Sequence[BoardLine], entry: Entry, number: int) -> tuple[RoundStop, ...]:
    """Return the tables of an entry in a round: the defence of a team first, then its attack."""
    if number < 1:
        return ()
    lines_of_table: dict[int, list[BoardLine]] = {}
    for line in lines:
        if line.play.round.number == number:
            lines_of_table.setdefault(line.play.table_id, []).append(line)
    stops = [_stop(table_lines, entry, number) for table_lines in lines_of_table.values()]
    # three defend and one attacks
    stops.sort(key=lambda stop: -len(stop.seats))
    return tuple(stops) or (RoundStop(number, None, (), (), ()),)


def _stop(table_lines: Sequence[BoardLine], entry: Entry, number: int) -> RoundStop:
    entries = table_lines[0].entries
    seats_by_entry = {
        seated_entry: [
            seat for seat in list_seats_in_sheet_order(len(entries)) if entries[seat] == seated_entry
        ]
        for seated_entry in entries
    }
    return RoundStop(
        round=number,
        table=table_lines[0].play.table.number,
        seats=tuple(seats_by_entry[entry]),
        others=tuple(
            (tuple(seats), seated_entry)
            for seated_entry, seats in seats_by_entry.items()
            if seated_entry not in (None, entry)
        ),
        boards=tuple(line.play.board for line in table_lines),
    )


def mark_shade(mark: Value | None, measure: Measure) -> int | None:
    """Return the shade of a mark, from 0 for the worst to `SHADES` - 1.

    Per cent are divided into fifths. Other marks have three shades: below, at and above zero.
    """
    if not isinstance(mark, Fraction):
        return None
    if measure is Measure.PERCENT:
        # 100 per cent belongs to the last fifth
        return min(int(mark * SHADES / 100), SHADES - 1)
    return SHADES // 2 + (mark > 0) - (mark < 0)
