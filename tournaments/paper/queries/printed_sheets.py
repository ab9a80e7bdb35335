"""Printed sheets by their code, and the current seats in the form of a sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from tournaments.core.slips.printed_sheet import PrintedLine, sheet_fingerprint
from tournaments.models import PrintedSheet, Seating, Session
from tournaments.results.queries.checking import SheetName, plays_on


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetContent:
    """A sheet before it is printed: all data behind its code."""

    session_id: int
    section: int
    """Number of the section."""
    name: SheetName
    leaf: int = 0
    """Number of the leaf, from 1, of a traveller with several leaves; 0 for a whole sheet."""
    deals: str
    """Commitment of the deals, "" without one."""
    lines: tuple[PrintedLine, ...]

    @property
    def fingerprint(self) -> str:
        name = self.name
        place = (self.session_id, self.section, name.board, name.round_number, name.table_number, self.leaf)
        return sheet_fingerprint(place, self.deals, self.lines)


def deals_mark(session: Session) -> str:
    """Return the commitment of a session's deals, "" without deals or for deals that were not shuffled here.

    No query if the session was loaded with its `deal_set`.
    """
    return session.deal_set.commitment if session.deal_set else ""


def codes_of(sheets: Sequence[SheetContent]) -> dict[str, str]:
    """Return the codes of the sheets that have one, by fingerprint. One query, none without sheets."""
    printed_sheets = PrintedSheet.objects.filter(session__in={sheet.session_id for sheet in sheets})
    return dict(printed_sheets.values_list("fingerprint", "code")) if sheets else {}


def find_printed(code: str) -> PrintedSheet | None:
    """Return the sheet of a code, with its session, deals, tournament and club. One query."""
    sheets = PrintedSheet.objects.select_related("session__tournament__club", "session__deal_set")
    return sheets.filter(code=code).first()


def name_of(sheet: PrintedSheet) -> SheetName:
    """Return the board, or the round and the table, of a sheet."""
    return SheetName(sheet.board, sheet.round_number, sheet.table_number)


def printed_lines(sheet: PrintedSheet) -> tuple[PrintedLine, ...]:
    """Return the seats at the time of printing."""
    return tuple(PrintedLine.from_json(line) for line in sheet.lines)


def current_lines(sheet: PrintedSheet) -> tuple[PrintedLine, ...]:
    """Return the current seats of each line that the sheet has, or would have. Two queries.

    A leaf has the lines from its first round to its last.
    """
    plays = plays_on(sheet.session, name_of(sheet)).filter(round__section__number=sheet.section_number)
    old_lines = printed_lines(sheet)
    if sheet.leaf:
        rounds = [line.round for line in old_lines]
        plays = plays.filter(round__number__range=(min(rounds), max(rounds)))
    places = set(plays.order_by().values_list("round__number", "table__number"))
    return _lines_at(sheet, places, max(len(line.entries) for line in old_lines))


def _lines_at(sheet: PrintedSheet, places: set[tuple[int, int]], seat_count: int) -> tuple[PrintedLine, ...]:
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
    return tuple(PrintedLine(*place, tuple(seat_entries)) for place, seat_entries in sorted(entries.items()))
