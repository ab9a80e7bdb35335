"""Every play of a session with its current result, as columns."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from django.db.models import Case, FilteredRelation, IntegerField, Q, Value, When

from tournaments.base.queries.columns import read_columns
from tournaments.base.queries.session_seats import SessionSeats
from tournaments.core.ranking.score_grid import BoolArray, IntArray, PlayStatus
from tournaments.core.slips.traveller import SlipReading
from tournaments.enums import SlipKind
from tournaments.models import Play, Session

STATUS_BY_KIND = {SlipKind.PLAYED: PlayStatus.PLAYED, SlipKind.NEUTRALISED: PlayStatus.NEUTRALISED}
"""Status of each kind of result that enters a ranking. A play that was not played has no row."""
Supposed = Mapping[int, SlipReading | None]
"""Assumed result by id of the play, in place of the stored one; None for no result."""
# no `PlayStatus` has this number
_NO_ROW = -1


@dataclass(frozen=True, slots=True)
class DuePlays:
    """Every play of a session, with or without a result, in no particular order."""

    play_ids: IntArray
    places: IntArray
    """Numbers of the places in `SessionSeats`."""
    boards: IntArray
    """Board numbers, from 1."""
    is_entered: BoolArray
    """True for a play with a result of any kind."""

    @property
    def complete_boards(self) -> frozenset[int]:
        """Numbers of the étuis that every table has played."""
        open_boards = set(self.boards[~self.is_entered].tolist())
        return frozenset(self.boards.tolist()) - open_boards

    def neighbours(self, board: int) -> tuple[int | None, int | None]:
        """Return the étuis before and after one, None at the ends."""
        lower_boards, higher_boards = self.boards[self.boards < board], self.boards[self.boards > board]
        return (
            int(lower_boards.max()) if lower_boards.size else None,
            int(higher_boards.min()) if higher_boards.size else None,
        )


@dataclass(frozen=True, slots=True)
class CountedPlays:
    """Plays that have a row in the ranking, ordered by board and place."""

    play_ids: IntArray
    places: IntArray
    boards: IntArray
    """Board numbers, from 1."""
    scores: IntArray
    status: IntArray

    def chosen(self, is_chosen: BoolArray) -> "CountedPlays":
        """Return the rows for which `is_chosen` is True, in their order."""
        columns = (self.play_ids, self.places, self.boards, self.scores, self.status)
        return CountedPlays(*(column[is_chosen] for column in columns))


def load_due_plays(
    session: Session, seats: SessionSeats, void: dict[int, PlayStatus], supposed: Supposed
) -> tuple[DuePlays, CountedPlays]:
    """Return all plays, and those that count or have a ruling. One query.

    Args:
        void: status by id of the plays that have a row even without a result.
        supposed: assumed results, in place of the stored ones.
    """
    status = Case(
        *(When(current__kind=kind, then=Value(int(status))) for kind, status in STATUS_BY_KIND.items()),
        default=Value(_NO_ROW),
        output_field=IntegerField(),
    )
    plays = Play.objects.filter(round__section__session=session).annotate(
        current=FilteredRelation("slips", condition=Q(slips__is_current=True)), status=status
    )
    names = ("pk", "round_id", "table_id", "board", "current", "current__score", "status")
    ids, rounds, tables, boards, slips, scores, statuses = map(
        np.array, read_columns(plays, *names, missing=0)
    )
    _suppose(supposed, ids, slips, scores, statuses)
    for play_id, ruled_status in void.items():
        # a ruling gives a row to a play without a result only
        statuses[(ids == play_id) & (statuses == _NO_ROW)] = int(ruled_status)
    places = seats.places_of(rounds, tables)
    row_indexes = np.flatnonzero(statuses != _NO_ROW)
    # `np.lexsort` sorts by its last key first: by board, then by place
    order = row_indexes[np.lexsort((places[row_indexes], boards[row_indexes]))]
    rows = CountedPlays(ids[order], places[order], boards[order], scores[order], statuses[order])
    # 0 stands for no slip: `read_columns` puts it in place of NULL
    return DuePlays(ids, places, boards, slips != 0), rows


def _suppose(
    supposed: Supposed, ids: IntArray, slips: IntArray, scores: IntArray, statuses: IntArray
) -> None:
    """Replace stored results by assumed ones, in place."""
    for play_id, reading in supposed.items():
        mask = ids == play_id
        slips[mask] = reading is not None
        scores[mask] = reading.score or 0 if reading is not None else 0
        kind = None if reading is None else STATUS_BY_KIND.get(SlipKind(reading.kind))
        statuses[mask] = _NO_ROW if kind is None else int(kind)
