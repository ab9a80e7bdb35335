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
"""Kinds of results that reach a ranking; a play not played simply has no row."""
Supposed = Mapping[int, SlipReading | None]
"""By id of a play, what its result is taken to be whatever is stored; None for no result."""
_NO_ROW = -1


@dataclass(frozen=True, slots=True)
class DuePlays:
    """Every play of a session, with a result or without; their order means nothing."""

    play_ids: IntArray
    places: IntArray
    """As `SessionSeats` numbers them."""
    boards: IntArray
    """From 1."""
    is_entered: BoolArray
    """Has a result, of whatever kind."""

    @property
    def complete_boards(self) -> frozenset[int]:
        """Numbers of the étuis that every table has played."""
        missing = set(self.boards[~self.is_entered].tolist())
        return frozenset(self.boards.tolist()) - missing

    def neighbours(self, board: int) -> tuple[int | None, int | None]:
        """The étuis before and after one, None at the ends."""
        before, after = self.boards[self.boards < board], self.boards[self.boards > board]
        return (
            int(before.max()) if before.size else None,
            int(after.min()) if after.size else None,
        )


@dataclass(frozen=True, slots=True)
class CountedPlays:
    """Plays that have a row, by board and place."""

    play_ids: IntArray
    places: IntArray
    boards: IntArray
    """From 1."""
    scores: IntArray
    status: IntArray


def read_plays(
    session: Session, seats: SessionSeats, void: dict[int, PlayStatus], supposed: Supposed
) -> tuple[DuePlays, CountedPlays]:
    """All plays, and those that count or are ruled on. One query.

    Args:
        void: status by id of the plays that have a row even without a result.
    """
    status = Case(
        *(When(current__kind=kind, then=Value(int(found))) for kind, found in STATUS_BY_KIND.items()),
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
    for play_id, ruled in void.items():
        statuses[(ids == play_id) & (statuses == _NO_ROW)] = int(ruled)
    places = seats.places_of(rounds, tables)
    counted = np.flatnonzero(statuses != _NO_ROW)
    order = counted[np.lexsort((places[counted], boards[counted]))]
    rows = CountedPlays(ids[order], places[order], boards[order], scores[order], statuses[order])
    return DuePlays(ids, places, boards, slips != 0), rows


def _suppose(
    supposed: Supposed, ids: IntArray, slips: IntArray, scores: IntArray, statuses: IntArray
) -> None:
    """Write supposed results over the stored ones."""
    for play_id, reading in supposed.items():
        at = ids == play_id
        slips[at] = reading is not None
        scores[at] = reading.score or 0 if reading is not None else 0
        kind = None if reading is None else STATUS_BY_KIND.get(SlipKind(reading.kind))
        statuses[at] = _NO_ROW if kind is None else int(kind)
