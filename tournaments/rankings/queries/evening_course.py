"""How an evening goes for somebody: where he is, where he goes next, his places round by round, his étuis."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

import numpy as np

from games.core.seats import sheet_order
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
"""Larger fields get no course of places: it is ranked once for each round at each reading."""
SHADES = 5
"""Of étuis by their mark, from the worst to the best."""


@dataclass(frozen=True, slots=True)
class RoundStop:
    """One round of somebody; a rest has no table."""

    round: int
    table: int | None
    seats: tuple[int, ...]
    """His own, in the order of the sheets."""
    others: tuple[tuple[tuple[int, ...], Entry], ...]
    """The others at the table, each once with its seats."""
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EveningTile:
    """One étui of the evening."""

    deal: PlayerDeal
    shade: int | None
    """0 for the worst marks to `SHADES` - 1; None without a mark."""
    known_after: int
    """The round after which every table will have played it."""


@dataclass(frozen=True, slots=True)
class EveningCourse:
    """An evening as its player follows it."""

    is_playing: bool
    """Rounds are still played: `now` and `next` mean something."""
    round: int
    """The number of the round that is played, 0 before the seats are fixed."""
    round_count: int
    now: RoundStop | None
    next: RoundStop | None
    """The round after `now`; None after the last."""
    places: tuple[int | None, ...]
    """After each round that is over or under way; None without a place then."""
    field_size: int
    """Who has a place."""
    tiles: tuple[EveningTile, ...]
    """By round and étui."""
    last: EveningTile | None
    """The last étui with a result that shows."""


def evening_course(
    figures: SessionFigures,
    report: PlayerReport,
    lines: Sequence[BoardLine],
    *,
    now: datetime,
    sees_ranking: bool,
) -> EveningCourse:
    """The course of an evening from what is loaded of its session. No query.

    Args:
        report: the player's, as the reader sees it.
        lines: his plays, as `player_lines`.
    """
    loaded, entry = figures.loaded, report.entry
    session, unit = loaded.session, loaded.unit_of.get(entry.pk)
    state = _session_now(loaded)
    number = state.round_now(now).number
    places = places_by_round(loaded) if sees_ranking else []
    tiles = _tiles(loaded, report)
    return EveningCourse(
        is_playing=session.tournament.state != TournamentState.FINISHED and not state.is_over,
        round=number,
        round_count=state.round_count,
        now=_stop(lines, entry, number),
        next=_stop(lines, entry, number + 1) if number < state.round_count else None,
        places=tuple(int(each[unit]) or None for each in places) if unit is not None else (),
        field_size=int((places[-1] > 0).sum()) if places else 0,
        tiles=tiles,
        last=next((tile for tile in reversed(tiles) if tile.deal.kind is not None), None),
    )


def _session_now(loaded: LoadedSession) -> SessionNow:
    """How far the session has come; its last session or not makes no difference here."""
    rounds = loaded.seats.rounds_at(loaded.due.places)
    missing = rounds[~loaded.due.is_entered]
    return SessionNow(
        session=loaded.session,
        clock=clock_of(loaded.session),
        round_count=int(rounds.max(initial=0)),
        missing_round=int(missing.min()) if missing.size else None,
        is_last=True,
    )


def _tiles(loaded: LoadedSession, report: PlayerReport) -> tuple[EveningTile, ...]:
    rounds, boards = loaded.seats.rounds_at(loaded.due.places), loaded.due.boards
    known_after = {board: int(rounds[boards == board].max()) for board in {d.board for d in report.deals}}
    return tuple(
        EveningTile(deal, mark_shade(deal.mark, report.measure), known_after[deal.board])
        for deal in report.deals
    )


def places_by_round(loaded: LoadedSession) -> list[IntArray]:
    """places[round - 1][unit]: the ranking by the results of the first rounds; 0 for no place. No query.

    Up to the last round that has a result. Marks are today's, against everybody who has played the étui by
    now, and every ruling counts from the first round: the last places are those of the ranking.
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


def _stop(lines: Sequence[BoardLine], entry: Entry, number: int) -> RoundStop | None:
    """A round of an entry; its first table where a team holds two."""
    at = [line for line in lines if line.play.round.number == number]
    if number < 1:
        return None
    if not at:
        return RoundStop(number, None, (), (), ())
    table = at[0].play.table
    entries = at[0].entries
    held = {each: [seat for seat in sheet_order(len(entries)) if entries[seat] == each] for each in entries}
    return RoundStop(
        round=number,
        table=table.number,
        seats=tuple(held[entry]),
        others=tuple((tuple(seats), each) for each, seats in held.items() if each not in (None, entry)),
        boards=tuple(line.play.board for line in at if line.play.table_id == table.pk),
    )


def mark_shade(mark: Value | None, measure: Measure) -> int | None:
    """0 for the worst marks to `SHADES` - 1: in per cent by fifths; others below, at and above nothing."""
    if not isinstance(mark, Fraction):
        return None
    if measure is Measure.PERCENT:
        return min(int(mark * SHADES / 100), SHADES - 1)
    return SHADES // 2 + (mark > 0) - (mark < 0)
