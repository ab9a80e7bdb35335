"""The open étuis of a session, played one after the other by one person, beside the field."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import prefetch_related_objects

from accounts.models import User
from games.core.dealing.dealt_set import DealtBoard
from games.core.play import State
from play.alone.queries.fields import FieldComparison, compare_with_report
from play.tables.models import PlayedTable
from play.tables.services.played_tables import Chairs, list_played_tables, load_sitting
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import shown_boards
from tournaments.models import Session
from tournaments.rankings.queries.board_reports import BoardReport, list_boards
from tournaments.rankings.queries.evening_course import mark_shade
from tournaments.rankings.queries.play_figures import SessionFigures, load_figures
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows


@dataclass(frozen=True, slots=True)
class BoardAgain:
    """An open étui with the play of it that counts for a player."""

    number: int
    table: PlayedTable | None
    """The first table that the player finished; until then the last one begun. None before."""
    field: FieldComparison | None
    """None until the table is finished, and where results are hidden."""

    @property
    def is_over(self) -> bool:
        return self.table is not None and self.table.ended_at is not None

    @property
    def shade(self) -> int | None:
        """Return the shade of the mark, as on the page of an evening; None without one."""
        return mark_shade(self.field.percentage if self.field else None, Measure.PERCENT)


@dataclass(frozen=True, slots=True)
class PlaceInField:
    """The place that a mean would have in the ranking of a session."""

    place: int
    """From 1. Of equal values the real player comes first."""
    count: int
    """Number of ranked players, without the reader."""


@dataclass(frozen=True, slots=True)
class EveningAgain:
    """All open étuis of a session for one player."""

    boards: tuple[BoardAgain, ...]
    measure: Measure | None
    """Measure of the session's ranking; None until results of an étui are compared."""

    @property
    def next_board(self) -> int | None:
        """Return the first étui that the player has not begun; None after the last one."""
        return next((board.number for board in self.boards if board.table is None), None)

    @property
    def is_over(self) -> bool:
        """Return whether the player has finished all étuis, of which there is at least one."""
        return bool(self.boards) and all(board.is_over for board in self.boards)

    @property
    def last_table(self) -> PlayedTable | None:
        """Return the table that the player began last, or None."""
        tables = [board.table for board in self.boards if board.table is not None]
        return max(tables, key=lambda table: table.pk, default=None)

    @property
    def percentages(self) -> list[Fraction]:
        """Return the marks of the finished étuis: 0 to 100."""
        return [board.field.percentage for board in self.boards if board.field is not None]

    @property
    def mean(self) -> Fraction | None:
        """Return the mean of the marks; None before the first."""
        marks = self.percentages
        return sum(marks, Fraction(0)) / len(marks) if marks else None


def list_playable_boards(session: Session) -> dict[int, DealtBoard]:
    """Return the étuis of a session that are open to all with every hand, by number. Two queries.

    Whether a reader may see hands at all is not looked at (`Part.HANDS`).
    """
    return {deal.number: deal for deal in shown_boards(session) if all(deal.layout.hands)}


def load_evening_again(
    session: Session, numbers: Iterable[int], device: str, owner: User | None, *, shows_field: bool
) -> EveningAgain:
    """Return some étuis of a session with a player's plays of them.

    Two queries, and about ten more once an étui is finished, however many.

    Args:
        numbers: numbers of étuis whose hands are open to all.
        shows_field: True if the player may see the results of the étuis.
    """
    numbers = sorted(numbers)
    tables = _counting_tables(session, numbers, device, owner)
    fields: dict[int, FieldComparison] = {}
    measure = None
    finished = {board: table for board, table in tables.items() if table.ended_at is not None}
    if finished and shows_field:
        figures = load_figures(session)
        fields, measure = _compare(figures, finished), figures.measure
    return EveningAgain(
        tuple(BoardAgain(number, tables.get(number), fields.get(number)) for number in numbers), measure
    )


def _counting_tables(
    session: Session, numbers: Collection[int], device: str, owner: User | None
) -> dict[int, PlayedTable]:
    """Return a player's first finished table of each étui, else the last one begun."""
    rows = list_played_tables(device, owner).filter(
        board_again__session=session, board_again__board__in=numbers
    )
    tables: dict[int, PlayedTable] = {}
    for table in rows.select_related("board_again").order_by("created_at", "pk"):
        board = table.board_again.board
        if board not in tables or tables[board].ended_at is None:
            tables[board] = table
    return tables


def _compare(figures: SessionFigures, finished: dict[int, PlayedTable]) -> dict[int, FieldComparison]:
    """Return the comparison of each finished table with the field of its étui, if that has scores."""
    fields: dict[int, FieldComparison] = {}
    for state, report in list_ends(figures, finished):
        seat = finished[report.board].seat
        assert seat is not None  # a table of one person
        field = compare_with_report(state, seat, report)
        if field is not None:
            fields[report.board] = field
    return fields


def list_ends(
    figures: SessionFigures, finished: Mapping[int, PlayedTable]
) -> Iterator[tuple[State, BoardReport]]:
    """Yield the end of each finished table with the results of its étui. One query.

    Args:
        finished: tables by number of their étui.
    """
    prefetch_related_objects([*finished.values()], "actions")
    for report in list_boards(figures, finished.keys()):
        yield load_sitting(finished[report.board], Chairs(None, frozenset())).state, report


def find_place(session: Session, evening: EveningAgain) -> PlaceInField | None:
    """Return the place that the mean of an evening played again would have in the ranking of its session.

    Two queries. None without a mean or a ranking, and where not single players are ranked by percent.
    """
    mean, snapshot = evening.mean, latest_standings(session)
    if mean is None or snapshot is None or evening.measure is not Measure.PERCENT:
        return None
    if find_format(snapshot.method).has_teams:
        return None
    values = [
        row.value
        for row in snapshot_rows(snapshot)
        if row.overall_place is not None and isinstance(row.value, Fraction)
    ]
    return PlaceInField(1 + sum(value >= mean for value in values), len(values)) if values else None
