"""How far the entry of results has come, étui by étui."""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef

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
    """How much of one traveller is entered."""

    board: int
    expected: int
    missing: tuple[MissingPlay, ...]
    """By round, then table."""

    @property
    def entered(self) -> int:
        return self.expected - len(self.missing)

    @property
    def is_complete(self) -> bool:
        """Every table has a result, of whatever kind: the étui has stopped circulating."""
        return not self.missing


def board_progress(session: Session) -> list[BoardProgress]:
    """The progress of every étui of a session, by number. One query."""
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    rows = (
        Play.objects.filter(round__section__session=session)
        .order_by("board", "round__number", "table__section__number", "table__number")
        .values_list("board", "pk", "round__number", "table__number", has_result)
    )
    return [_progress(board, list(group)) for board, group in groupby(rows, key=lambda row: row[0])]


def complete_boards(session: Session) -> frozenset[int]:
    """Numbers of the étuis that every table has played. One query."""
    return frozenset(row.board for row in board_progress(session) if row.is_complete)


def is_played_out(tournament: Tournament) -> bool:
    """Whether the seats of the current session are fixed and every play of it has a result. One query."""
    has_result = Exists(ResultSlip.objects.current().filter(play=OuterRef("pk")))
    due = Play.objects.filter(round__section__session=current_session_key(tournament))
    entered = [found for (found,) in due.values_list(has_result)]
    return bool(entered) and all(entered)


def _progress(board: int, rows: list[tuple[int, int, int, int, bool]]) -> BoardProgress:
    missing = (MissingPlay(*row[1:4]) for row in rows if not row[4])
    return BoardProgress(board=board, expected=len(rows), missing=tuple(missing))
