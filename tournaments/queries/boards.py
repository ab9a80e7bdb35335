"""Étuis as they were played: who sat where, the score, and the marks against the field."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from games.core.dealing.boards import board_dealer, board_taker
from games.core.seats import SHEET_ORDER
from tournaments.core.ranking.adjustments import mark_with_rulings
from tournaments.core.ranking.comparison import Marks
from tournaments.core.ranking.score_grid import SEAT_COUNT, ScoreGrid
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, ResultSlip, Seating, Session
from tournaments.queries.session_plays import LoadedSession, load_entries, load_session


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a traveller: a play, who sits there, and what is stored of it."""

    play: Play
    """With its round and table."""
    entries: tuple[Entry | None, ...]
    """entries[seat], with the person; None for an empty seat."""
    slip: ResultSlip | None
    """The current version, with its author; None without a result."""

    @property
    def taker(self) -> Entry | None:
        return self.entries[board_taker(self.play.board)]

    @property
    def defenders(self) -> list[Entry | None]:
        """The other three, in the order of the sheets."""
        return [self.entries[seat] for seat in SHEET_ORDER if seat != board_taker(self.play.board)]

    @property
    def kind(self) -> SlipKind | None:
        return SlipKind(self.slip.kind) if self.slip else None

    @property
    def score(self) -> int | None:
        """Signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line with its marks; None where nothing is compared."""

    line: BoardLine
    attack_mark: Fraction | None
    defence_mark: Fraction | None


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a score came, and what it is worth to each side."""

    score: int
    count: int
    attack_mark: Fraction
    defence_mark: Fraction


@dataclass(frozen=True, slots=True)
class BoardReport:
    """One étui with all its plays."""

    board: int
    dealer: int
    """Seat, from 0."""
    taker: int
    """Seat of the imposed taker, from 0."""
    lines: tuple[MarkedLine, ...]
    """The highest score first, then the plays without one by round and table."""
    frequencies: tuple[Frequency, ...]
    """By score, the highest first."""

    @property
    def entered(self) -> int:
        """Plays with a result, of whatever kind."""
        return sum(row.line.slip is not None for row in self.lines)

    @property
    def is_complete(self) -> bool:
        """Every table has a result: the étui has stopped circulating."""
        return self.entered == len(self.lines)


@dataclass(frozen=True, slots=True)
class MarkedSession:
    """All marks of a session after rulings, found by the id of a play."""

    loaded: LoadedSession
    entries: tuple[Entry, ...]
    """entries[unit], with their people."""
    grid: ScoreGrid
    """Without the plays that the referee took out of the fields."""
    marks: Marks
    row_of: dict[int, int]
    """Row of the grid by id of the play; a play without a mark may be missing."""

    def mark(self, play_id: int, seat: int) -> Fraction | None:
        """The exact mark of a seat in per cent; None when the play is not compared."""
        row = self.row_of.get(play_id)
        return None if row is None else self.marks.mark_percent(row, seat)


def load_marks(session: Session) -> MarkedSession:
    """The marks of every current result of a session. Eight queries."""
    loaded = load_session(session)
    grid = loaded.plays.grid
    assert isinstance(grid, ScoreGrid)
    ruled, marks = mark_with_rulings(grid, loaded.plays.rulings, loaded.options.topage)
    return MarkedSession(loaded, load_entries(loaded), ruled, marks, loaded.row_of)


def board_lines(session: Session, board: int) -> list[BoardLine]:
    """The traveller of an étui, by round and table; empty for an unknown number. Three queries."""
    return _lines(Play.objects.filter(round__section__session=session, board=board))


def play_line(play: Play) -> BoardLine:
    """The line of one play. Three queries."""
    return _lines(Play.objects.filter(pk=play.pk))[0]


def _lines(wanted: QuerySet[Play]) -> list[BoardLine]:
    plays = list(
        wanted.select_related("round", "table").order_by(
            "round__number", "table__section__number", "table__number"
        )
    )
    slips = {
        slip.play_id: slip
        for slip in ResultSlip.objects.current().filter(play__in=plays).select_related("entered_by")
    }
    places = _entries_by_place(plays)
    nobody: tuple[Entry | None, ...] = (None,) * SEAT_COUNT
    return [
        BoardLine(play, places.get((play.round_id, play.table_id), nobody), slips.get(play.pk))
        for play in plays
    ]


def load_board(session: Session, board: int) -> BoardReport | None:
    """One étui with scores, marks and frequencies; None when it is not played here. Eleven queries."""
    lines = board_lines(session, board)
    if not lines:
        return None
    marked = load_marks(session)
    taker = board_taker(board)
    some_defender = (taker + 1) % SEAT_COUNT
    rows = [
        MarkedLine(line, marked.mark(line.play.pk, taker), marked.mark(line.play.pk, some_defender))
        for line in lines
    ]
    rows.sort(key=lambda row: (row.line.score is None, -(row.line.score or 0)))
    return BoardReport(board, board_dealer(board), taker, tuple(rows), _frequencies(rows))


def _frequencies(rows: Iterable[MarkedLine]) -> tuple[Frequency, ...]:
    counted: dict[int, Frequency] = {}
    for row in rows:
        if row.line.score is None or row.attack_mark is None or row.defence_mark is None:
            continue
        before = counted.get(row.line.score)
        count = before.count + 1 if before else 1
        counted[row.line.score] = Frequency(row.line.score, count, row.attack_mark, row.defence_mark)
    return tuple(sorted(counted.values(), key=lambda frequency: -frequency.score))


def _entries_by_place(plays: Iterable[Play]) -> dict[tuple[int, int], tuple[Entry | None, ...]]:
    """Entries in seat order by (round id, table id). One query."""
    wanted = {(play.round_id, play.table_id) for play in plays}
    places: dict[tuple[int, int], list[Entry | None]] = {}
    seatings = Seating.objects.filter(
        round__in={round_id for round_id, _ in wanted}, table__in={table_id for _, table_id in wanted}
    ).select_related("entry__person")
    for seating in seatings:
        place = places.setdefault((seating.round_id, seating.table_id), [None] * SEAT_COUNT)
        place[seating.seat] = seating.entry
    return {place: tuple(entries) for place, entries in places.items()}
