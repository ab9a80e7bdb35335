"""Seat lists to post: by name, by table for every round, and the whole movement on one page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Section, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.options import PLAIN, ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_seats
from tournaments.seating.queries.seats import RoundSeats, TableSeats, itineraries, load_rounds

NAMES_IN_LARGE = 34
"""Names that fit on a page in one column, in large type; more go in two columns."""
NAMES_PER_COLUMN = 38
COLUMNS_PER_PAGE = 2
NAMES = "names"
HALL = "hall"
BY_ROUND = "rounds"
SHORT_HALL = 7
"""Tables up to which the hall fits on its page in large type."""


@dataclass(frozen=True, slots=True)
class NamePage:
    """One page of the list by name: one or two columns of entries, in alphabetical order."""

    columns: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True, slots=True)
class HallRow:
    """One table through the evening."""

    table: int
    rounds: tuple[TableSeats, ...]


@dataclass(frozen=True, slots=True)
class SeatLists:
    """All lists of one section."""

    section_number: int
    is_only_section: bool
    has_teams: bool
    name_pages: tuple[NamePage, ...]
    """Empty where only another list is wanted, as `hall` and `rounds`."""
    rounds: tuple[RoundSeats, ...]
    hall_rounds: tuple[int, ...]
    """Numbers of the rounds in the rows of `hall`."""
    hall: tuple[HallRow, ...]
    hall_is_short: bool
    """Few tables: the hall is set in large type."""
    commitment: str
    """To the deals of the session; "" while the computer has dealt none."""


def build_seat_lists(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[SeatLists, ...]:
    """The lists of every section wanted. Four queries for each section, one more."""
    sections = sections_of(tournament)
    has_teams = find_format(tournament.format).has_teams
    return tuple(
        _lists(section, options, is_only=len(sections) == 1, has_teams=has_teams)
        for section in sections
        if options.has_section(section.number)
    )


def _lists(section: Section, options: DocumentOptions, *, is_only: bool, has_teams: bool) -> SeatLists:
    rounds = load_rounds(section)
    entries = list(dict.fromkeys(itinerary.entry for itinerary in itineraries(rounds)))
    wanted = [row for row in rounds if options.has_round(row.number)]
    deal_set = section.session.deal_set
    return SeatLists(
        section_number=section.number,
        is_only_section=is_only,
        has_teams=has_teams,
        name_pages=name_pages(entries) if options.part in ("", NAMES) else (),
        rounds=tuple(wanted) if options.part in ("", BY_ROUND) else (),
        hall_rounds=tuple(row.number for row in wanted),
        hall=hall_rows(wanted) if options.part in ("", HALL) else (),
        hall_is_short=section.table_count <= SHORT_HALL,
        commitment=deal_set.commitment if deal_set else "",
    )


def name_pages(entries: Sequence[Entry]) -> tuple[NamePage, ...]:
    """Entries by name, in as few pages as possible and in columns of equal length on each page."""
    by_name = sorted(entries, key=lambda entry: entry.by_name)
    per_page = NAMES_PER_COLUMN * COLUMNS_PER_PAGE
    chunks = [by_name[start : start + per_page] for start in range(0, len(by_name), per_page)]
    return tuple(NamePage(_columns(chunk)) for chunk in chunks)


def hall_rows(rounds: Sequence[RoundSeats]) -> tuple[HallRow, ...]:
    """The same rounds, one row for each table."""
    by_table: dict[int, list[TableSeats]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            by_table.setdefault(table.table, []).append(table)
    return tuple(HallRow(table, tuple(seats)) for table, seats in sorted(by_table.items()))


def _columns(entries: Sequence[Entry]) -> tuple[tuple[Entry, ...], ...]:
    if len(entries) <= NAMES_IN_LARGE:
        return (tuple(entries),)
    half = -(-len(entries) // COLUMNS_PER_PAGE)
    return (tuple(entries[:half]), tuple(entries[half:]))


SEAT_LISTS = DocumentType(
    kind=DocumentKind.SEAT_LISTS,
    right=Right.PRINT,
    require=require_seats,
    build=build_seat_lists,
    template="tournaments/paper/pdf/seat_lists.html",
    stylesheet="css/print/seat_lists.css",
    options=ROUNDS | {OptionName.SECTION, OptionName.PART},
    parts=(
        ("", _("toutes les listes")),
        (NAMES, _("la liste par nom")),
        (HALL, _("la salle d’un coup d’œil")),
        (BY_ROUND, _("les tables de chaque position")),
    ),
)
