"""Reports of étuis over all tables: scores, marks against the field, duels of teams."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.dealing.boards import dealer_in_turn
from games.core.play import Points
from tournaments.base.queries.progress import BoardProgress
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.ranking.values import Value
from tournaments.models import Entry, Session
from tournaments.rankings.queries.play_figures import Figure, SessionFigures, load_figures
from tournaments.results.queries.boards import BoardLine, board_lines, session_lines


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of a traveller with the figures of all its units, after the referee's rulings."""

    line: BoardLine
    figures: tuple[Figure, ...]
    """Figures by seat; empty without a result that counts."""

    @property
    def attack_mark(self) -> Value | None:
        """Return the mark of the attack, or None."""
        return next((figure.mark for figure in self.figures if figure.is_attack), None)

    @property
    def defence_mark(self) -> Value | None:
        """Return the mark of the first defender, or None.

        Defenders share one mark unless a ruling gave them different ones.
        """
        return next((figure.mark for figure in self.figures if figure.is_attack is False), None)


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One of the two teams of a duel."""

    entry: Entry
    line: BoardLine | None
    """The team's play in attack; None where no table is due to play it."""
    points: Value | None
    """Match points; None until both halves are in."""


@dataclass(frozen=True, slots=True)
class DuelLine:
    """Two plays of the same cards by two teams, each in attack against the other."""

    board: int
    sides: tuple[DuelSide, DuelSide]
    difference: int | None
    """First team's score in attack less the second's; None while a half is missing or if the deal is void."""

    @property
    def is_settled(self) -> bool:
        return self.sides[0].points is not None


@dataclass(frozen=True, slots=True)
class Frequency:
    """A score, the number of tables that made it, and its mark for each side."""

    score: int
    count: int
    attack_mark: Fraction
    defence_mark: Fraction


@dataclass(frozen=True, slots=True)
class BoardReport:
    """One étui with all its plays."""

    board: int
    dealer: int
    """Seat of the dealer, from 0."""
    taker: int | None
    """Seat of the imposed taker, from 0; None where the players bid."""
    plan: RankingPlan
    measure: Measure
    """Measure of the marks."""
    lines: tuple[MarkedLine, ...]
    """Lines from the highest score down, then those without a score by round and table."""
    frequencies: tuple[Frequency, ...]
    """Frequencies from the highest score down; empty if seats or teams are compared one by one."""
    duels: tuple[DuelLine, ...]
    """Duels, settled ones first, in the order of the lines; empty if the format has none."""

    @property
    def has_sides(self) -> bool:
        """True if a table has one score, the attack's, with a mark for each side."""
        return self.plan.scoring is Scoring.SHARES

    @property
    def by_attack(self) -> list[MarkedLine]:
        """Return the lines from the best attack mark down; those without one last, by round and table."""
        return _by_mark(self.lines, [row.attack_mark for row in self.lines])

    @property
    def by_defence(self) -> list[MarkedLine]:
        """Return the lines from the best defence mark down; those without one last."""
        return _by_mark(self.lines, [row.defence_mark for row in self.lines])

    def lines_of(self, entry_ids: Collection[int]) -> list[tuple[MarkedLine, Figure]]:
        """Return each line with a figure of one of these entries, paired with that figure."""
        return [(row, figure) for row in self.lines for figure in row.figures if figure.entry.pk in entry_ids]

    @property
    def recorded(self) -> list[BoardLine]:
        """Return the lines whose play is recorded card by card, in order of round and table."""
        lines = [row.line for row in self.lines if row.line.is_recorded]
        return sorted(lines, key=lambda line: (line.play.round.number, line.play.table.number))

    def scores_beside(self, play_id: int | None = None) -> list[Points]:
        """Return the attack's scores of all plays but `play_id`; [] if marks are not by side."""
        if not self.has_sides:
            return []
        lines = [row.line for row in self.lines if row.line.play.pk != play_id]
        return [line.score for line in lines if line.score is not None]

    @property
    def entered(self) -> int:
        """Return the number of plays with a result of any kind."""
        return sum(row.line.slip is not None for row in self.lines)

    @property
    def is_complete(self) -> bool:
        """True if all tables have a result, so that the étui no longer circulates."""
        return self.entered == len(self.lines)


@dataclass(frozen=True, slots=True)
class BoardTile:
    """An étui of the list: its progress and its results."""

    progress: BoardProgress
    spread: tuple[Points, Points] | None
    """Lowest and highest score of an attack; None before results show, or in a format without attack."""
    own: tuple[Figure, ...]
    """Figures of the reader's entries, one for each entry; empty before results show."""
    measure: Measure
    """Measure of the marks."""


def list_tiles(
    figures: SessionFigures, boards: Iterable[BoardProgress], own_ids: Collection[int]
) -> list[BoardTile]:
    """Return a tile for each étui of a session. No query.

    Args:
        boards: progress of the étuis; results of an étui show once all tables have played it.
        own_ids: ids of the reader's entries.
    """
    return [_tile(figures, board, own_ids) for board in boards]


def _tile(figures: SessionFigures, board: BoardProgress, own_ids: Collection[int]) -> BoardTile:
    play_ids = figures.play_ids_of(board.board) if board.is_complete else []
    board_figures = [figure for play_id in play_ids for figure in figures.at(play_id)]
    scores = [figure.score for figure in board_figures if figure.is_attack and figure.score is not None]
    # a team that holds several seats still has one figure here
    own_figures = {figure.entry.pk: figure for figure in board_figures if figure.entry.pk in own_ids}
    return BoardTile(
        progress=board,
        spread=(min(scores), max(scores)) if scores else None,
        own=tuple(own_figures.values()),
        measure=figures.measure,
    )


def load_board(session: Session, board: int) -> BoardReport | None:
    """Return the report of an étui with scores, marks and frequencies; None if the session does not play it.

    Six queries, regardless of size. One more for teams, and one more for scores seat by seat.
    """
    return board_report(load_figures(session), board)


def board_report(figures: SessionFigures, board: int) -> BoardReport | None:
    """Return the report of an étui from the loaded figures of its session. One query."""
    lines = board_lines(figures.loaded.session, board, figures.seated_at)
    return _board_report(lines, figures) if lines else None


def list_boards(figures: SessionFigures, boards: Collection[int]) -> tuple[BoardReport, ...]:
    """Return the reports of some étuis of a session, by number. Four queries."""
    lines_by_board: dict[int, list[BoardLine]] = {}
    for line in session_lines(figures.loaded.session, figures.seated_at, boards):
        lines_by_board.setdefault(line.play.board, []).append(line)
    return tuple(_board_report(lines_by_board[board], figures) for board in sorted(lines_by_board))


def _board_report(lines: Sequence[BoardLine], figures: SessionFigures) -> BoardReport:
    """Return the report of an étui from the lines of its traveller, of which there is at least one."""
    board = lines[0].play.board
    rows = [MarkedLine(line, figures.at(line.play.pk)) for line in lines]
    # the sort is stable: lines without a score stay in the order of round and table
    rows.sort(key=lambda row: (row.line.score is None, -(row.line.score or 0)))
    return BoardReport(
        board=board,
        dealer=dealer_in_turn(board, len(lines[0].entries)),
        taker=lines[0].taker_seat,
        plan=figures.plan,
        measure=figures.measure,
        lines=tuple(rows),
        frequencies=_frequencies(rows) if figures.plan.scoring is Scoring.SHARES else (),
        duels=list_duels(lines, figures),
    )


def list_duels(
    lines: Iterable[BoardLine], figures: SessionFigures, seen_from: Entry | None = None
) -> tuple[DuelLine, ...]:
    """Return the duels that these lines are halves of: settled ones first, then in the order of the lines.

    Args:
        seen_from: the team that comes first in its duels.
    """
    if not figures.plan.has_duels:
        return ()
    halves: dict[tuple[int, frozenset[int]], dict[int, BoardLine]] = {}
    for line in lines:
        teams = [entry for entry in (line.taker, *line.defenders) if entry is not None]
        # a table whose opponent is missing has no duel
        if len(teams) == 2:
            pair = frozenset(entry.pk for entry in teams)
            halves_of_pair = halves.setdefault((line.play.board, pair), {})
            # of two attacks with one board, the one that counts
            if teams[0].pk not in halves_of_pair or line.play.pk in figures.row_of:
                halves_of_pair[teams[0].pk] = line
    duels = [
        _duel(board, lines_by_attacker, figures, seen_from)
        for (board, _), lines_by_attacker in halves.items()
    ]
    return tuple(sorted(duels, key=lambda duel: not duel.is_settled))


def _duel(
    board: int, halves: dict[int, BoardLine], figures: SessionFigures, seen_from: Entry | None
) -> DuelLine:
    """Return a duel from its halves: `seen_from` comes first, else the team that entered first."""
    line = next(iter(halves.values()))
    entries = [entry for entry in (line.taker, *line.defenders) if entry is not None]
    entries.sort(key=lambda entry: (entry != seen_from, entry.pk))
    units = [figures.loaded.unit_of[entry.pk] for entry in entries]
    result = figures.duels.get((board - 1, min(units), max(units)))
    first, second = (
        DuelSide(entry, halves.get(entry.pk), result.points_of(unit) if result else None)
        for entry, unit in zip(entries, units, strict=True)
    )
    difference = result.difference if result else None
    # results of duels count from the unit with the lower number
    if difference is not None and units[0] > units[1]:
        difference = -difference
    return DuelLine(board, (first, second), difference)


def _by_mark(rows: Sequence[MarkedLine], marks: Sequence[Value | None]) -> list[MarkedLine]:
    # lines without a mark, and marks that are no fraction, come last
    order = [(not isinstance(mark, Fraction), -mark if isinstance(mark, Fraction) else 0) for mark in marks]
    return [rows[number] for number in sorted(range(len(rows)), key=lambda number: order[number])]


def _frequencies(rows: Iterable[MarkedLine]) -> tuple[Frequency, ...]:
    frequencies: dict[int, Frequency] = {}
    for row in rows:
        attack, defence = row.attack_mark, row.defence_mark
        if row.line.score is None or not isinstance(attack, Fraction) or not isinstance(defence, Fraction):
            continue
        previous = frequencies.get(row.line.score)
        count = previous.count + 1 if previous else 1
        frequencies[row.line.score] = Frequency(row.line.score, count, attack, defence)
    return tuple(sorted(frequencies.values(), key=lambda frequency: -frequency.score))
