"""Seat lists to post: by name, by table for every round, and the whole movement on one page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.base.queries.teams import people_of
from tournaments.base.words.dates import date_format
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Section, Tournament
from tournaments.movements.queries.movements import section_table_shape, sections_of
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.imposition import fill_columns
from tournaments.paper.documents.options import PLAIN, ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_seats
from tournaments.paper.documents.type_widths import Face, Type
from tournaments.results.words.placing import team_words
from tournaments.seating.queries.seats import RoundSeats, TableSeats, itineraries, load_rounds
from tournaments.seating.words.seat_names import side_name

PAGE_WIDTH, PAGE_HEIGHT = 182, 267
"""Millimetres between the margins."""
TITLE, EVENT = Type(Face.SANS_BOLD, 20), Type(Face.SANS_BOLD, 9)
TITLE_LINE, EVENT_LINE, BAND_HEIGHT = 8.2, 4.2, 6
EVENT_MARGIN, FOOT_HEIGHT, TABLE_HEAD = 4, 5.5, 6.3
"""Heights: space below the event; the fingerprint; the heads of a table of names, with its rules."""
MEMBERS = Type(Face.CONDENSED, 7.5)
MEMBERS_LINE = 3
RULES = 0.5
"""Height of the rules above and below a row."""
NAMES = "names"
HALL = "hall"
BY_ROUND = "rounds"
WIDE_TABLE = 5
"""Smallest number of seats for which the tables of a round need a page in landscape."""
TABLE_COLUMN, BOARDS_COLUMN, CELL_PADDING, START_WIDTH = 13, 18, 2.4, 8
"""Widths in the table of a round: outer columns, empty sides of a cell, a starting place."""
WIDE_PAGE = 269
SHORT_HALL = 7
"""Largest number of tables with which the hall fits on its page in large type."""


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A line of the list by name: a player or a side with their starting place."""

    entry: Entry
    side: tuple[int, ...] = ()
    """Seats of the side where teams hold two tables at once; otherwise empty."""
    table: int | None = None
    """Table of the first round; None without one."""
    seats: tuple[int, ...] = ()
    people: tuple[Person, ...] = ()
    """Members of a team."""
    section: int | None = None
    """Number of the section; None for the only section."""

    size: str = ""
    """Class of the type in which the name is set, "" for the usual one."""

    @property
    def name(self) -> str:
        """The name, with the role of a team's side."""
        return f"{self.entry} – {side_name(self.side)}" if self.side else str(self.entry)

    @property
    def members(self) -> str:
        return ", ".join(person.full_name for person in self.people)


@dataclass(frozen=True, slots=True)
class NamePage:
    """One page of the list by name: one or two columns, in alphabetical order."""

    columns: tuple[tuple[NamedSeat, ...], ...]


@dataclass(frozen=True, slots=True)
class NameSetting:
    """Measures of the rows of names, in millimetres."""

    column: float
    """Width of a column."""
    cell: float
    """Width of each column behind the name."""
    row: float
    """Smallest height of a row."""
    resting_row: float
    """Smallest height of a row with a *relais* as its place, in two lines."""
    types: tuple[tuple[str, Type, float], ...]
    """Types as (class, type, height of a line), from the largest.

    The first one with which the name takes one line is used, otherwise the last.
    """

    def set_row(self, seat: NamedSeat) -> tuple[NamedSeat, float]:
        """Return a seat with the size of its name, and the height of its row."""
        cells = 2 if seat.section is None else 3
        room = self.column - cells * self.cell - CELL_PADDING
        size, letters, line = next(
            (setting for setting in self.types if setting[1].fits(seat.name, room)), self.types[-1]
        )
        height = letters.line_count(seat.name, room) * line
        if seat.people:
            height += MEMBERS.line_count(seat.members, room) * MEMBERS_LINE
        least = self.row if seat.table else self.resting_row
        return replace(seat, size=size), max(least, height + RULES)


IN_LARGE = NameSetting(
    PAGE_WIDTH, 28, 6.8, 6.8, (("", Type(Face.SANS, 12), 5.6), ("size-9", Type(Face.CONDENSED, 9), 3.6))
)
"""Setting for one column."""
IN_COLUMNS = NameSetting(
    88,
    16,
    6.1,
    8.4,
    (
        ("", Type(Face.CONDENSED, 10.5), 4.1),
        ("size-9", Type(Face.CONDENSED, 9), 3.6),
        ("size-8", Type(Face.CONDENSED, 8), 3.1),
    ),
)
"""Setting for two columns."""


@dataclass(frozen=True, slots=True)
class HallRow:
    """One table in all rounds."""

    table: int
    rounds: tuple[TableSeats, ...]


@dataclass(frozen=True, slots=True)
class SeatLists:
    """The lists of one section, or the list by name of the whole hall."""

    section: int | None
    """Number of the section; None for the only section and for the whole hall."""
    has_teams: bool
    partners: str
    """Seats of each team of a table, "" for a game without teams."""
    name_pages: tuple[NamePage, ...]
    """Pages of the list by name; empty, as `hall` and `rounds`, if only another list is chosen."""
    rounds: tuple[RoundSeats, ...]
    hall_rounds: tuple[int, ...]
    """Numbers of the rounds in the rows of `hall`."""
    hall: tuple[HallRow, ...]
    hall_is_short: bool
    """True for few tables: the hall is set in large type."""
    has_boards: bool
    """True if the same deals are played at several tables, in étuis."""
    commitment: str
    """Commitment to the deals of the session; "" until the program has dealt."""
    name_fit: str
    """Type and room of a name in the table of a round."""
    rounds_are_wide: bool
    """True if the tables of a round need a page in landscape."""


def build_seat_lists(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[SeatLists, ...]:
    """Return one list by name for all chosen sections, then the other lists of each section.

    One query, and four for each section.
    """
    sections = sections_of(tournament)
    chosen_sections = [section for section in sections if options.has_section(section.number)]
    rounds = {section.number: load_rounds(section) for section in chosen_sections}
    seats = [
        seat
        for section in chosen_sections
        for seat in named_seats(rounds[section.number], section.number if len(sections) > 1 else None)
    ]
    event_facts = _EventFacts(
        has_teams=find_format(tournament.format).has_teams,
        partners=team_words(tournament),
        has_boards=find_format(tournament.format).needs_dealt_boards,
    )
    heads = _head_height(tournament, event_facts, has_band=len(chosen_sections) == 1 and len(sections) > 1)
    names = name_pages(seats, head_height=heads) if options.part in ("", NAMES) else ()
    # one section has all its lists together
    if len(chosen_sections) == 1:
        number = chosen_sections[0].number if len(sections) > 1 else None
        return (
            _lists(
                chosen_sections[0], rounds[chosen_sections[0].number], options, number, names, event_facts
            ),
        )
    list_of_names = _lists(chosen_sections[0], (), options, None, names, event_facts) if names else None
    section_lists = [
        _lists(section, rounds[section.number], options, section.number, (), event_facts)
        for section in chosen_sections
        if options.part != NAMES
    ]
    return (*([list_of_names] if list_of_names else []), *section_lists)


@dataclass(frozen=True, slots=True)
class _EventFacts:
    """Facts of the event for all its lists."""

    has_teams: bool
    partners: str
    """Seats of each team of a table."""
    has_boards: bool


def _head_height(tournament: Tournament, event_facts: _EventFacts, *, has_band: bool) -> float:
    """Return the height of a page of names without its rows."""
    event = f"{tournament.name} · {date_format(tournament.starts_on, 'l j F Y')} · {tournament.club.name}"
    lines = EVENT.line_count(event, PAGE_WIDTH) + (1 if event_facts.partners else 0)
    band = BAND_HEIGHT if has_band else 0
    return TITLE_LINE + band + lines * EVENT_LINE + EVENT_MARGIN + FOOT_HEIGHT


def _lists(
    section: Section,
    rounds: Sequence[RoundSeats],
    options: DocumentOptions,
    number: int | None,
    names: tuple[NamePage, ...],
    event_facts: _EventFacts,
) -> SeatLists:
    chosen_rounds = [row for row in rounds if options.has_round(row.number)]
    side_count = len(section_table_shape(section).sheet_sides)
    return SeatLists(
        section=number,
        has_teams=event_facts.has_teams,
        partners=event_facts.partners,
        name_pages=names,
        rounds=tuple(map(_without_empty_tables, chosen_rounds)) if options.part in ("", BY_ROUND) else (),
        hall_rounds=tuple(row.number for row in chosen_rounds),
        hall=hall_rows(chosen_rounds) if options.part in ("", HALL) else (),
        hall_is_short=section.table_count <= SHORT_HALL,
        has_boards=event_facts.has_boards,
        commitment=_commitment(section),
        name_fit=_name_fit(side_count, has_boards=event_facts.has_boards),
        rounds_are_wide=side_count >= WIDE_TABLE,
    )


def _name_fit(side_count: int, *, has_boards: bool) -> str:
    """Return the type and the room of a name in its cell of a round, behind the starting place."""
    width = (WIDE_PAGE if side_count >= WIDE_TABLE else PAGE_WIDTH) - TABLE_COLUMN
    cell = (width - (BOARDS_COLUMN if has_boards else 0)) / side_count
    return f"condensed 8 {cell - CELL_PADDING - START_WIDTH:.1f}"


def _without_empty_tables(this_round: RoundSeats) -> RoundSeats:
    return replace(this_round, tables=tuple(table for table in this_round.tables if any(table.entries)))


def _commitment(section: Section) -> str:
    deal_set = section.session.deal_set
    return deal_set.commitment if deal_set else ""


def named_seats(rounds: Sequence[RoundSeats], section: int | None) -> list[NamedSeat]:
    """Return the starting place of each player, and of each side of a team that holds two tables."""
    return [
        NamedSeat(
            entry=row.entry,
            side=row.side,
            table=row.stops[0].table,
            seats=row.stops[0].seats,
            people=tuple(people_of(row.entry)) if row.entry.name else (),
            section=section,
        )
        for row in itineraries(rounds)
    ]


def name_pages(seats: Sequence[NamedSeat], *, head_height: float = 22) -> tuple[NamePage, ...]:
    """Return the list by name on as few pages as possible.

    Columns have about the same height.

    Args:
        head_height: millimetres of each page that are not for names.
    """
    by_name = sorted(seats, key=lambda seat: seat.entry.by_name)
    room = PAGE_HEIGHT - head_height - TABLE_HEAD
    # one page in large type, or else as many as needed in small type
    for setting, column_count in ((IN_LARGE, 1), (IN_COLUMNS, 2)):
        rows = [setting.set_row(seat) for seat in by_name]
        pages = fill_columns(rows, room, column_count)
        if len(pages) == 1:
            break
    return tuple(map(NamePage, pages))


def hall_rows(rounds: Sequence[RoundSeats]) -> tuple[HallRow, ...]:
    """Return the same rounds with one row for each table that is played at."""
    by_table: dict[int, list[TableSeats]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            by_table.setdefault(table.table, []).append(table)
    rows = [HallRow(table, tuple(seats)) for table, seats in sorted(by_table.items())]
    return tuple(row for row in rows if any(any(seats.entries) for seats in row.rounds))


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
