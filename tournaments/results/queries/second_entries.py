"""The second entries of a session: the sheets that are typed twice, and the differences."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.agreement import Written, agree
from tournaments.models import EntryRules, Play, ResultSlip, SecondEntry, Session, Tournament
from tournaments.results.queries.checking import SheetName


class SecondState(StrEnum):
    """State of a line between its two entries."""

    TO_TYPE = "to_type"
    """The line has no second entry."""
    ALONE = "alone"
    """The line has a second entry but no first one."""
    AGREED = "agreed"
    DIFFERENT = "different"
    SETTLED = "settled"
    """The two entries differed and the difference is settled."""


@dataclass(frozen=True, slots=True)
class SecondLine:
    """A play with its two entries."""

    play: Play
    """Play with its round and table."""
    slip: ResultSlip | None
    """The current version, with its author."""
    second: SecondEntry | None
    """The second entry, with its author."""

    @property
    def state(self) -> SecondState:
        if self.second is None:
            return SecondState.TO_TYPE
        if self.second.settled_slip_id is not None:
            return SecondState.SETTLED
        if self.slip is None:
            return SecondState.ALONE
        return (
            SecondState.AGREED
            if agree(_content_of(self.slip), _content_of(self.second))
            else SecondState.DIFFERENT
        )


@dataclass(frozen=True, slots=True)
class SecondSheet:
    """A sheet of paper and its lines."""

    name: SheetName
    lines: tuple[SecondLine, ...]

    @property
    def typed(self) -> int:
        return sum(line.second is not None for line in self.lines)

    @property
    def is_complete(self) -> bool:
        return self.typed == len(self.lines)

    @property
    def different(self) -> tuple[SecondLine, ...]:
        """Lines whose entries differ and are not settled."""
        return tuple(line for line in self.lines if line.state is SecondState.DIFFERENT)


def needs_second_entry(tournament: Tournament) -> bool:
    """Return whether the organiser requires a second entry of every sheet. One query."""
    return EntryRules.objects.filter(tournament=tournament, needs_second_entry=True).exists()


def list_second_sheets(session: Session) -> list[SecondSheet]:
    """Return every sheet of a session, by number or by round and table. Three queries."""
    plays = Play.objects.filter(round__section__session=session).select_related("round", "table")
    has_scores = find_format(session.tournament.format).sheet is SheetKind.SCORES
    order = ("round__number", "table__number", "board")
    # the order of the sheets: score sheets by round and table, travellers by board
    ordered_plays = plays.order_by(*order) if has_scores else plays.order_by("board", *order)
    by_sheet: dict[SheetName, list[SecondLine]] = {}
    for line in second_lines(ordered_plays):
        by_sheet.setdefault(_sheet_of(line.play, has_scores=has_scores), []).append(line)
    return [SecondSheet(name, tuple(lines)) for name, lines in by_sheet.items()]


def second_lines(plays: Iterable[Play]) -> list[SecondLine]:
    """Return the two entries of plays, in their order. Two queries, and that for the plays."""
    loaded_plays = list(plays)
    slips = ResultSlip.objects.current().filter(play__in=loaded_plays).select_related("entered_by")
    first_entries = {slip.play_id: slip for slip in slips}
    second_entries = {
        entry.play_id: entry
        for entry in SecondEntry.objects.filter(play__in=loaded_plays).select_related(
            "entered_by", "settled_by"
        )
    }
    return [
        SecondLine(play, first_entries.get(play.pk), second_entries.get(play.pk)) for play in loaded_plays
    ]


def _sheet_of(play: Play, *, has_scores: bool) -> SheetName:
    if has_scores:
        return SheetName(round_number=play.round.number, table_number=play.table.number)
    return SheetName(board=play.board)


def _content_of(entry: ResultSlip | SecondEntry) -> Written:
    return Written(str(entry.kind), entry.score, entry.seat_scores, entry.facts)
