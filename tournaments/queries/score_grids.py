"""The only place that knows both rows and arrays: the current results of a session as a score grid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from games.core.dealing.boards import board_taker
from tournaments.core.ranking.score_grid import NOBODY, SEAT_COUNT, IntArray, PlayStatus, ScoreGrid
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, ResultSlip, Seating, Session

STATUS_BY_KIND = {SlipKind.PLAYED: PlayStatus.PLAYED, SlipKind.NEUTRALISED: PlayStatus.NEUTRALISED}
"""Kinds of results that reach a ranking; a play not played simply has no row."""


@dataclass(frozen=True, slots=True)
class LoadedGrid:
    """A score grid with the rows that its numbers stand for."""

    grid: ScoreGrid
    entries: tuple[Entry, ...]
    """entries[player]: who is ranked, with the person."""
    play_ids: tuple[int, ...]
    """play_ids[play]: the `Play` of each row of the grid; rows by board, round and table."""
    results_counted: int
    """Plays with a result, of whatever kind."""
    results_expected: int


def load_score_grid(session: Session) -> LoadedGrid:
    """The current results of all sections of a session. Four queries, whatever the size."""
    entries = tuple(
        Entry.objects.filter(section__session=session)
        .select_related("person")
        .order_by("section__number", "start_table", "start_seat")
    )
    player_of = {entry.pk: number for number, entry in enumerate(entries)}
    players = _players_by_place(session, player_of)
    rows = list(
        ResultSlip.objects.current()
        .of_session(session)
        .order_by("play__board", "play__round__number", "play__table__section__number", "play__table__number")
        .values_list(
            "play__board", "play_id", "play__round_id", "play__table_id", "kind", "score",
        )
    )  # fmt: skip
    counted = [row for row in rows if SlipKind(row[4]) in STATUS_BY_KIND]
    grid = ScoreGrid(
        board=np.array([board for board, *_ in counted], dtype=np.int64) - 1,
        taker_seat=np.array([board_taker(board) for board, *_ in counted], dtype=np.int64),
        players=np.array(
            [players.get((row[2], row[3]), [NOBODY] * SEAT_COUNT) for row in counted], dtype=np.int64
        ).reshape(-1, SEAT_COUNT),
        score=np.array([row[5] or 0 for row in counted], dtype=np.int64),
        status=np.array([STATUS_BY_KIND[SlipKind(row[4])] for row in counted], dtype=np.int64),
        line=_lines(players.values(), [entry.start_seat or 0 for entry in entries]),
    )
    return LoadedGrid(
        grid=grid,
        entries=entries,
        play_ids=tuple(row[1] for row in counted),
        results_counted=len(rows),
        results_expected=Play.objects.filter(round__section__session=session).count(),
    )


def _lines(places: Iterable[list[int]], start_seats: Sequence[int]) -> IntArray:
    """line[player]: the starting seat; of somebody who begins without one, the seat taken later."""
    lines = np.array(start_seats, dtype=np.int64)
    later = {player: seat for place in places for seat, player in enumerate(place)}
    for player in np.flatnonzero(lines >= SEAT_COUNT).tolist():
        lines[player] = later.get(player, 0)
    return lines


def _players_by_place(session: Session, player_of: dict[int, int]) -> dict[tuple[int, int], list[int]]:
    """Player numbers by (round id, table id), in seat order."""
    places: dict[tuple[int, int], list[int]] = {}
    seatings = Seating.objects.filter(round__section__session=session).values_list(
        "round_id", "table_id", "seat", "entry_id"
    )
    for round_id, table_id, seat, entry_id in seatings:
        places.setdefault((round_id, table_id), [NOBODY] * SEAT_COUNT)[seat] = player_of[entry_id]
    return places
