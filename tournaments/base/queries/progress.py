"""Progress of the entry of results, board by board."""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef

from tournaments.base.queries.rounds import undrawn_rounds
from tournaments.base.queries.sessions import current_session_key
from tournaments.models import Play, ResultSlip, Session, Tournament


@dataclass(frozen=True, slots=True)
class MissingPlay:
    """A line of a traveller without a result."""

    play_id: int
    round_number: int
    table_number: int


@dataclass(frozen=True, slots=True)
class BoardProgress:
    """Progress of one traveller."""

    board: int
    expected: int
    missing: tuple[MissingPlay, ...]
    """Missing plays by round, then table."""

    @property
    def entered(self) -> int:
        return self.expected - len(self.missing)

    @property
    def is_complete(self) -> bool:
        """True if every table has a result of any kind. The board has then stopped circulating."""
        return not self.missing


def board_progress(session: Session) -> list[BoardProgress]:
    """Return the progress of every board of a session, by number. One query."""
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    rows = (
        Play.objects.filter(round__section__session=session)
        .order_by("board", "round__number", "table__section__number", "table__number")
        .values_list("board", "pk", "round__number", "table__number", has_result)
    )
    return [_progress(board, list(group)) for board, group in groupby(rows, key=lambda row: row[0])]


def complete_boards(session: Session) -> frozenset[int]:
    """Return the numbers of the boards that every table has played. One query."""
    return frozenset(row.board for row in board_progress(session) if row.is_complete)


def is_played_out(tournament: Tournament) -> bool:
    """Return whether the current session has its seats fixed and a result for every play. One query.

    A session with a round that is still to be drawn is not played out.
    """
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    has_undrawn = Exists(undrawn_rounds(OuterRef("round__section__session")))
    plays = Play.objects.filter(round__section__session=current_session_key(tournament))
    results = [
        is_entered and not is_undrawn for is_entered, is_undrawn in plays.values_list(has_result, has_undrawn)
    ]
    # without fixed seats there are no plays, and nothing is played out
    return bool(results) and all(results)


def _progress(board: int, rows: list[tuple[int, int, int, int, bool]]) -> BoardProgress:
    missing_plays = (MissingPlay(*row[1:4]) for row in rows if not row[4])
    return BoardProgress(board=board, expected=len(rows), missing=tuple(missing_plays))
