"""Printed sheets by their code, and the evening as it is now in the words of a sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from tournaments.core.slips.printed_sheet import PrintedLine, sheet_fingerprint
from tournaments.models import PrintedSheet, Seating, Session
from tournaments.results.queries.checking import SheetName, plays_on


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetContent:
    """A sheet that is about to be printed: all that its code stands for."""

    session_id: int
    section: int
    """Number of the section."""
    name: SheetName
    leaf: int = 0
    """From 1 where a traveller has several leaves; 0 for a whole sheet."""
    deals: str
    """Commitment of the deals, "" without."""
    lines: tuple[PrintedLine, ...]

    @property
    def fingerprint(self) -> str:
        name = self.name
        place = (self.session_id, self.section, name.board, name.round_number, name.table_number, self.leaf)
        return sheet_fingerprint(place, self.deals, self.lines)


def deals_mark(session: Session) -> str:
    """The commitment of a session's deals, "" where there are none or nobody shuffled them.

    No query where the session came with its `deal_set`.
    """
    return session.deal_set.commitment if session.deal_set else ""


def codes_of(sheets: Sequence[SheetContent]) -> dict[str, str]:
    """The code of each sheet that has one, by fingerprint. One query a session, none without sheets."""
    known = PrintedSheet.objects.filter(session__in={sheet.session_id for sheet in sheets})
    return dict(known.values_list("fingerprint", "code")) if sheets else {}


def find_printed(code: str) -> PrintedSheet | None:
    """The sheet of a code, with its session, its deals, tournament and club. One query."""
    sheets = PrintedSheet.objects.select_related("session__tournament__club", "session__deal_set")
    return sheets.filter(code=code).first()


def name_of(sheet: PrintedSheet) -> SheetName:
    """What the sheet is of."""
    return SheetName(sheet.board, sheet.round_number, sheet.table_number)


def printed_lines(sheet: PrintedSheet) -> tuple[PrintedLine, ...]:
    """Who was to sit where when it was printed."""
    return tuple(PrintedLine.from_json(line) for line in sheet.lines)


def current_lines(sheet: PrintedSheet) -> tuple[PrintedLine, ...]:
    """Who sits now where the sheet has a line, or would have one. Two queries.

    Of a leaf those of its rounds, from its first to its last.
    """
    plays = plays_on(sheet.session, name_of(sheet)).filter(round__section__number=sheet.section_number)
    printed = printed_lines(sheet)
    if sheet.leaf:
        rounds = [line.round for line in printed]
        plays = plays.filter(round__number__range=(min(rounds), max(rounds)))
    places = set(plays.order_by().values_list("round__number", "table__number"))
    return _seated(sheet, places, max(len(line.entries) for line in printed))


def _seated(sheet: PrintedSheet, places: set[tuple[int, int]], seat_count: int) -> tuple[PrintedLine, ...]:
    seatings = Seating.objects.filter(
        round__section__session=sheet.session_id,
        round__section__number=sheet.section_number,
        table__number__in={table for _round, table in places},
        seat__lt=seat_count,
    ).annotate(round_number=F("round__number"), table_number=F("table__number"))
    entries: dict[tuple[int, int], list[int | None]] = {place: [None] * seat_count for place in places}
    for seating in seatings.values_list("round_number", "table_number", "seat", "entry_id", named=True):
        place = (seating.round_number, seating.table_number)
        if place in entries:
            entries[place][seating.seat] = seating.entry_id
    return tuple(PrintedLine(*place, tuple(seated)) for place, seated in sorted(entries.items()))
