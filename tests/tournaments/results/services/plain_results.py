"""Results as in a secretary's copybook: versions, disputes, locks, penalties, and the ranking by hand.

Written apart from the site's code: no database, no array. An act answers the code for which it is refused, or
does what it does and answers `DONE`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

DONE = ""


@dataclass(frozen=True)
class Written:
    """Content of a line: the kind, the attack's score, and its count if there is one."""

    kind: str
    score: int | None = None
    count: tuple[int, int] | None = None
    """Bouts and points."""
    taker: int | None = None
    """Seat, where the players bid."""


@dataclass
class Version:
    written: Written
    writer: str
    """An organiser's name, or the key of a phone."""
    seat: int | None = None
    """Seat of the phone that wrote."""
    is_confirmed: bool = False
    disputes: dict[str, str] = field(default_factory=dict)
    """Open ones, by phone."""

    @property
    def counts(self) -> bool:
        return self.written.kind != "withdrawn"


@dataclass
class Line:
    """A play: its place, its players, its versions."""

    subject: str
    """Board, round and table."""
    round: int
    table: int
    board: int
    players: tuple[int, ...]
    """Players by seat."""
    taker: int | None
    """Seat; None where the players bid, and the result names it."""
    versions: list[Version] = field(default_factory=list)

    @property
    def current(self) -> Version | None:
        return self.versions[-1] if self.versions and self.versions[-1].counts else None

    @property
    def number(self) -> int:
        """Return the number of the latest version, 0 for none."""
        return len(self.versions)

    @property
    def open_disputes(self) -> int:
        return sum(len(version.disputes) for version in self.versions)

    def facing(self, writer: int) -> tuple[int, ...]:
        """Seats of the side that did not write."""
        taker = self.taker
        if taker is None and self.current is not None:
            taker = self.current.written.taker
        other_seats = tuple(seat for seat in range(4) if seat != writer)
        return other_seats if taker in (None, writer) else (taker,)


@dataclass
class Copybook:
    lines: list[Line]
    pens: dict[tuple[int, int], str]
    """The phone that writes, by table and round."""
    locked: set[int] = field(default_factory=set)
    penalties: dict[int, tuple[int, Fraction]] = field(default_factory=dict)
    """Player and percentage points, by ruling."""
    void: dict[int, Line] = field(default_factory=dict)
    """Neutralised lines, by ruling."""
    trace: list[tuple[str, str]] = field(default_factory=list)
    """Every act with its line or round."""

    def record(self, line: Line, version: Version, *, seen: int, reason: str) -> str:
        if line.round in self.locked:
            return "round_locked"
        current = line.current
        if current is not None and current.written == version.written:
            return DONE
        if self._is_stale(line, seen):
            return "slip_changed"
        if current is not None and not reason:
            return "reason_missing"
        line.versions.append(version)
        self._note("result.corrected" if current else "result.entered", line)
        return DONE

    def record_at_table(
        self, line: Line, version: Version, *, seen: int, reason: str, takes_pen: bool
    ) -> str:
        place = (line.table, line.round)
        has_pen = self.pens[place] == version.writer
        if not (has_pen or takes_pen):
            return "pen_taken"
        current = line.current
        if current is not None and current.seat is None:
            return "slip_by_organiser" if seen == line.number else "slip_changed"
        if not has_pen:
            self.trace.append(("phone.took_pen", ""))
        refused = self.record(line, version, seen=seen, reason=reason)
        if refused and not has_pen:
            self.trace.pop()
        elif not refused:
            self.pens[place] = version.writer
        return refused

    def withdraw(self, line: Line, writer: str, *, seen: int, reason: str) -> str:
        if line.round in self.locked:
            return "round_locked"
        if self._is_stale(line, seen):
            return "slip_changed"
        if line.current is None:
            return "nothing_to_withdraw"
        if not reason:
            return "reason_missing"
        line.versions.append(Version(Written("withdrawn"), writer))
        self._note("result.withdrawn", line)
        return DONE

    def revert(self, line: Line, number: int, writer: str, *, seen: int, reason: str) -> str:
        earlier = line.versions[number - 1]
        if not earlier.counts:
            return "version_withdrawn"
        return self.record(line, Version(earlier.written, writer), seen=seen, reason=reason)

    def confirm(self, line: Line, phone: str, own_seat: int, seat: int, *, seen: int) -> str:
        current = line.current
        if current is None:
            return "nothing_to_confirm"
        if seen != line.number:
            return "slip_changed"
        if current.seat is None:
            return "nothing_to_confirm"
        if current.is_confirmed:
            return DONE
        if line.round in self.locked:
            return "round_locked"
        if seat not in line.facing(current.seat) or (phone != current.writer and own_seat != seat):
            return "not_the_other_side"
        current.is_confirmed = True
        self._note("result.confirmed", line)
        return DONE

    def dispute(self, line: Line, phone: str, text: str, *, seen: int) -> str:
        current = line.current
        if current is None:
            return "nothing_to_dispute"
        if seen != line.number:
            return "slip_changed"
        if phone not in current.disputes:
            current.disputes[phone] = text
            self._note("result.disputed", line)
        return DONE

    def answer(self, line: Line, version: Version, phone: str) -> str:
        if line.round in self.locked:
            return "round_locked"
        del version.disputes[phone]
        self._note("result.dispute_resolved", line)
        return DONE

    def lock(self, number: int) -> str:
        lines = [line for line in self.lines if line.round == number]
        if number in self.locked:
            return "round_locked"
        if any(line.current is None for line in lines):
            return "results_missing"
        if any(line.open_disputes for line in lines):
            return "results_disputed"
        self.locked.add(number)
        self.trace.append(("round.locked", str(number)))
        return DONE

    def unlock(self, number: int, *, reason: str) -> str:
        if number not in self.locked:
            return "round_not_locked"
        if not reason:
            return "reason_missing"
        self.locked.remove(number)
        self.trace.append(("round.unlocked", str(number)))
        return DONE

    @property
    def played(self) -> list[Line]:
        """Lines that count: played and not neutralised."""
        void = {id(line) for line in self.void.values()}
        return [line for line in self.lines if score_of(line) is not None and id(line) not in void]

    def totals(self) -> dict[int, Fraction | None]:
        """Return the percentage of each player, less penalties; None without a deal that counts."""
        played_lines = self.played
        attack: dict[int, list[Fraction]] = {}
        defence: dict[int, list[Fraction]] = {}
        for line in played_lines:
            mark = attack_mark(line, played_lines)
            for seat, player in enumerate(line.players):
                side = attack if seat == line.taker else defence
                side.setdefault(player, []).append(mark if seat == line.taker else 100 - mark)
        players = {player for line in self.lines for player in line.players}
        totals = {player: together(attack.get(player), defence.get(player)) for player in players}
        for player, points in self.penalties.values():
            total = totals[player]
            totals[player] = None if total is None else total - points
        return totals

    def _is_stale(self, line: Line, seen: int) -> bool:
        sees_nothing = seen == 0 and line.current is None
        return line.number > 0 and seen != line.number and not sees_nothing

    def _note(self, act: str, line: Line) -> None:
        self.trace.append((act, line.subject))


class SumsCopybook(Copybook):
    """A copybook of free deals: points are added up, and the taker has what three defenders pay."""

    def totals(self) -> dict[int, Fraction | None]:
        """Return the points of each player; None for a player without a deal that counts."""
        points: dict[int, Fraction] = {}
        for line in self.played:
            score, line_result = score_of(line), line.current.written if line.current else None
            assert score is not None
            assert line_result is not None
            for seat, player in enumerate(line.players):
                points[player] = points.get(player, Fraction(0)) + (
                    3 * score if seat == line_result.taker else -score
                )
        return {player: points.get(player) for line in self.lines for player in line.players}


def score_of(line: Line) -> int | None:
    return line.current.written.score if line.current else None


def attack_mark(line: Line, lines: Iterable[Line]) -> Fraction:
    """Percentage of the other tables of the board that the attack beats, a tie for half; 50 when alone."""
    own_score = score_of(line)
    assert own_score is not None
    rival_scores = [score_of(rival) for rival in lines if rival.board == line.board and rival is not line]
    if not rival_scores:
        return Fraction(50)
    beaten = sum(
        2 if own_score > rival else own_score == rival for rival in rival_scores if rival is not None
    )
    return Fraction(100 * beaten, 2 * len(rival_scores))


def together(attack: list[Fraction] | None, defence: list[Fraction] | None) -> Fraction | None:
    """A quarter of the attack and three of the defence; the other side alone where one is missing."""
    if attack and defence:
        return mean(attack) / 4 + 3 * mean(defence) / 4
    return mean(attack or defence or []) if attack or defence else None


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
