"""Étuis as they were played: who sat where, the score, and the marks against the field."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from games.core.dealing.boards import dealer_in_turn
from games.core.seats import SHEET_ORDER
from games.core.variants.registry import find_variant
from tournaments.core.formats.ranking_plan import Measure, RankingPlan, Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.ranking.score_grid import SEAT_COUNT
from tournaments.core.ranking.values import Value
from tournaments.enums import SlipKind
from tournaments.models import Entry, Play, ResultSlip, Seating, Session
from tournaments.queries.play_figures import Figure, SessionFigures, load_figures


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a traveller: a play, who sits there, and what is stored of it."""

    play: Play
    """With its round and table."""
    entries: tuple[Entry | None, ...]
    """entries[seat], with the person; None for an empty seat. A team holds several seats."""
    slip: ResultSlip | None
    """The current version, with its author; None without a result."""
    taker_seat: int | None
    """Seat of the taker; None where the players bid or every seat has its own score."""

    @property
    def taker(self) -> Entry | None:
        return None if self.taker_seat is None else self.entries[self.taker_seat]

    @property
    def defenders(self) -> list[Entry | None]:
        """The others, in the order of the sheets; a team once."""
        others = (self.entries[seat] for seat in sheet_order(len(self.entries)) if seat != self.taker_seat)
        return [entry for entry in dict.fromkeys(others) if entry is None or entry != self.taker]

    @property
    def kind(self) -> SlipKind | None:
        return SlipKind(self.slip.kind) if self.slip else None

    @property
    def score(self) -> int | None:
        """Signed from the attack's side; None unless played."""
        return self.slip.score if self.slip else None


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
    def entered(self) -> int:
        """Plays with a result, of whatever kind."""
        return sum(row.line.slip is not None for row in self.lines)

    @property
    def is_complete(self) -> bool:
        """Every table has a result: the étui has stopped circulating."""
        return self.entered == len(self.lines)


def sheet_order(seat_count: int) -> Iterable[int]:
    """Seats in the order of the sheets: N S E O at four players, else as they play."""
    return SHEET_ORDER if seat_count == SEAT_COUNT else range(seat_count)


def board_lines(session: Session, board: int) -> list[BoardLine]:
    """The traveller of an étui, by round and table; empty for an unknown number. Three queries."""
    return lines_of_plays(Play.objects.filter(round__section__session=session, board=board))


def play_line(play: Play) -> BoardLine:
    """The line of one play. Three queries."""
    return lines_of_plays(Play.objects.filter(pk=play.pk))[0]


def lines_of_plays(wanted: QuerySet[Play]) -> list[BoardLine]:
    """The lines of plays of one tournament, by round and table. Three queries, one more for teams."""
    plays = list(
        wanted.select_related("round__section__session__tournament", "table").order_by(
            "round__number", "table__section__number", "table__number", "board"
        )
    )
    if not plays:
        return []
    tournament = plays[0].round.section.session.tournament
    event_format = find_format(tournament.format)
    seat_count = find_variant(tournament.game).player_count
    slips = {
        slip.play_id: slip
        for slip in ResultSlip.objects.current().filter(play__in=plays).select_related("entered_by")
    }
    places = _entries_by_place(plays, event_format, seat_count)
    nobody: tuple[Entry | None, ...] = (None,) * seat_count
    return [
        BoardLine(
            play=play,
            entries=places.get((play.round_id, play.table_id), nobody),
            slip=slips.get(play.pk),
            taker_seat=event_format.taker_of(play.board),
        )
        for play in plays
    ]


def load_board(session: Session, board: int) -> BoardReport | None:
    """One étui with scores, marks and frequencies; None when it is not played here.

    Eleven queries, more with rulings and teams, whatever the size.
    """
    lines = board_lines(session, board)
    if not lines:
        return None
    figures = load_figures(session)
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


def _entries_by_place(
    plays: Iterable[Play], event_format: TournamentFormat, seat_count: int
) -> dict[tuple[int, int], tuple[Entry | None, ...]]:
    """Entries in seat order by (round id, table id), of tables of at least `seat_count`.

    One query, two for teams.
    """
    wanted = {(play.round_id, play.table_id) for play in plays}
    seatings = Seating.objects.filter(
        round__in={round_id for round_id, _ in wanted}, table__in={table_id for _, table_id in wanted}
    ).select_related("entry__person")
    if event_format.has_teams:
        seatings = seatings.prefetch_related("entry__members__person")
    places: dict[tuple[int, int], dict[int, Entry]] = {}
    for seating in seatings:
        places.setdefault((seating.round_id, seating.table_id), {})[seating.seat] = seating.entry
    width = max(max((max(seats) + 1 for seats in places.values()), default=0), seat_count)
    return {place: tuple(seats.get(seat) for seat in range(width)) for place, seats in places.items()}
