"""Étuis as they were played everywhere: scores, marks against the field, duels of teams."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.dealing.boards import dealer_in_turn
from games.core.play import Points
from tournaments.base.queries.progress import BoardProgress
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.ranking.values import Value
from tournaments.models import Entry, Play, Session
from tournaments.rankings.queries.play_figures import Figure, SessionFigures, load_figures
from tournaments.results.queries.boards import BoardLine, board_lines, lines_of_plays


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line with what it is worth to everybody there, after the referee's rulings."""

    line: BoardLine
    figures: tuple[Figure, ...]
    """By seat; empty without a result that counts."""

    @property
    def attack_mark(self) -> Value | None:
        return next((figure.mark for figure in self.figures if figure.is_attack), None)

    @property
    def defence_mark(self) -> Value | None:
        """Of the defenders, who share it unless the referee told them apart: then of the first of them."""
        return next((figure.mark for figure in self.figures if figure.is_attack is False), None)


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One of the two teams of a duel."""

    entry: Entry
    line: BoardLine | None
    """The table where it attacks; None where no table is due."""
    points: Value | None
    """Match points; None until both halves are in."""


@dataclass(frozen=True, slots=True)
class DuelLine:
    """What two teams made of the same cards, each in attack against the other."""

    board: int
    sides: tuple[DuelSide, DuelSide]
    difference: int | None
    """First's score in attack less second's; None while a half is missing or when the deal is void."""

    @property
    def is_settled(self) -> bool:
        return self.sides[0].points is not None


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
    taker: int | None
    """Seat of the imposed taker, from 0; None where the players bid."""
    plan: RankingPlan
    measure: Measure
    """Of the marks."""
    lines: tuple[MarkedLine, ...]
    """The highest score first, then the plays without one by round and table."""
    frequencies: tuple[Frequency, ...]
    """By score, the highest first; none where seats are compared one by one, or teams two by two."""
    duels: tuple[DuelLine, ...]
    """Settled ones first, by the teams' names; empty where there are none."""

    @property
    def has_sides(self) -> bool:
        """One score a table, the attack's, marked for both sides."""
        return self.plan.scoring is Scoring.SHARES

    @property
    def by_attack(self) -> list[MarkedLine]:
        """The best mark of an attacker first; those without one last, by round and table."""
        return _by_mark(self.lines, [row.attack_mark for row in self.lines])

    @property
    def by_defence(self) -> list[MarkedLine]:
        """The best mark of a defence first."""
        return _by_mark(self.lines, [row.defence_mark for row in self.lines])

    def lines_of(self, entry_ids: Collection[int]) -> list[tuple[MarkedLine, Figure]]:
        """The lines at which somebody of these entries has a figure, with it."""
        return [(row, figure) for row in self.lines for figure in row.figures if figure.entry.pk in entry_ids]

    @property
    def recorded(self) -> list[BoardLine]:
        """The lines whose play is kept card by card, by round and table."""
        found = [row.line for row in self.lines if row.line.is_recorded]
        return sorted(found, key=lambda line: (line.play.round.number, line.play.table.number))

    def scores_beside(self, play_id: int | None = None) -> list[Points]:
        """The attack's scores of all plays, or all but one; none where no score is marked for both sides."""
        if not self.has_sides:
            return []
        lines = [row.line for row in self.lines if row.line.play.pk != play_id]
        return [line.score for line in lines if line.score is not None]

    @property
    def entered(self) -> int:
        """Plays with a result, of whatever kind."""
        return sum(row.line.slip is not None for row in self.lines)

    @property
    def is_complete(self) -> bool:
        """Every table has a result: the étui has stopped circulating."""
        return self.entered == len(self.lines)


@dataclass(frozen=True, slots=True)
class BoardTile:
    """One étui of the list: how far it has come, and what it gave."""

    progress: BoardProgress
    spread: tuple[Points, Points] | None
    """The lowest and the highest score of an attack; None before it shows, and where nobody attacks."""
    own: tuple[Figure, ...]
    """What the reader made of it, once for each entry of his; none before it shows."""
    measure: Measure
    """Of the marks."""


def list_tiles(
    figures: SessionFigures, boards: Iterable[BoardProgress], own: Collection[int]
) -> list[BoardTile]:
    """The étuis of a session with what those that may be shown gave. No query.

    Args:
        boards: those of the session; all figures of each are shown once every table has played it.
        own: ids of the reader's entries.
    """
    return [_tile(figures, board, own) for board in boards]


def _tile(figures: SessionFigures, board: BoardProgress, own: Collection[int]) -> BoardTile:
    plays = figures.play_ids_of(board.board) if board.is_complete else []
    found = [figure for play_id in plays for figure in figures.at(play_id)]
    scores = [figure.score for figure in found if figure.is_attack and figure.score is not None]
    mine = {figure.entry.pk: figure for figure in found if figure.entry.pk in own}
    return BoardTile(
        progress=board,
        spread=(min(scores), max(scores)) if scores else None,
        own=tuple(mine.values()),
        measure=figures.measure,
    )


def load_board(session: Session, board: int) -> BoardReport | None:
    """One étui with scores, marks and frequencies; None when it is not played here.

    Six queries, one more for teams, and for scores seat by seat; whatever the size.
    """
    return board_report(load_figures(session), board)


def board_report(figures: SessionFigures, board: int) -> BoardReport | None:
    """The same where the figures of its session are loaded. One query."""
    lines = board_lines(figures.loaded.session, board, figures.seated_at)
    return _board_report(lines, figures) if lines else None


def list_boards(session: Session) -> tuple[BoardReport, ...]:
    """Every étui of a session, by number. As many queries as one of `load_board`, whatever the size."""
    figures = load_figures(session)
    lines_of: dict[int, list[BoardLine]] = {}
    for line in lines_of_plays(Play.objects.filter(round__section__session=session), figures.seated_at):
        lines_of.setdefault(line.play.board, []).append(line)
    return tuple(_board_report(lines_of[board], figures) for board in sorted(lines_of))


def _board_report(lines: Sequence[BoardLine], figures: SessionFigures) -> BoardReport:
    """One étui from its traveller, which has a line."""
    board = lines[0].play.board
    rows = [MarkedLine(line, figures.at(line.play.pk)) for line in lines]
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
    """The duels that these lines are halves of: settled ones first, then in the order of the lines.

    Args:
        seen_from: the team that comes first in its duels.
    """
    if figures.plan.scoring not in (Scoring.DUELS, Scoring.MATCHES):
        return ()
    halves: dict[tuple[int, frozenset[int]], dict[int, BoardLine]] = {}
    for line in lines:
        teams = [entry for entry in (line.taker, *line.defenders) if entry is not None]
        if len(teams) == 2:
            pair = frozenset(entry.pk for entry in teams)
            halves.setdefault((line.play.board, pair), {})[teams[0].pk] = line
    found = [_duel(board, own, figures, seen_from) for (board, _), own in halves.items()]
    return tuple(sorted(found, key=lambda duel: not duel.is_settled))


def _duel(
    board: int, halves: dict[int, BoardLine], figures: SessionFigures, seen_from: Entry | None
) -> DuelLine:
    """Both halves of a duel: the team that looks at it first, else the one that entered first."""
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
    if difference is not None and units[0] > units[1]:
        difference = -difference
    return DuelLine(board, (first, second), difference)


def _by_mark(rows: Sequence[MarkedLine], marks: Sequence[Value | None]) -> list[MarkedLine]:
    """Marks of shares are fractions; whatever else stands last."""
    order = [(not isinstance(mark, Fraction), -mark if isinstance(mark, Fraction) else 0) for mark in marks]
    return [rows[number] for number in sorted(range(len(rows)), key=lambda number: order[number])]


def _frequencies(rows: Iterable[MarkedLine]) -> tuple[Frequency, ...]:
    counted: dict[int, Frequency] = {}
    for row in rows:
        attack, defence = row.attack_mark, row.defence_mark
        if row.line.score is None or not isinstance(attack, Fraction) or not isinstance(defence, Fraction):
            continue
        before = counted.get(row.line.score)
        count = before.count + 1 if before else 1
        counted[row.line.score] = Frequency(row.line.score, count, attack, defence)
    return tuple(sorted(counted.values(), key=lambda frequency: -frequency.score))
