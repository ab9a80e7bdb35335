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
from tournaments.movements.queries.movements import sections_of, shape_of
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
"""Below the event; the fingerprint; the heads of a table of names, with its rules."""
MEMBERS = Type(Face.CONDENSED, 7.5)
MEMBERS_LINE = 3
RULES = 0.5
"""Above and below a row."""
NAMES = "names"
HALL = "hall"
BY_ROUND = "rounds"
WIDE_TABLE = 5
"""Seats from which the tables of a round need a page laid down."""
TABLE_COLUMN, BOARDS_COLUMN, CELL_PADDING, START_WIDTH = 13, 18, 2.4, 8
"""Of the table of a round: its outer columns, the empty sides of a cell, a starting place."""
WIDE_PAGE = 269
SHORT_HALL = 7
"""Tables up to which the hall fits on its page in large type."""


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """Where somebody begins: a line of the list by name."""

    entry: Entry
    side: tuple[int, ...] = ()
    """Seats of the side where teams hold two tables at once; else empty."""
    table: int | None = None
    """None without a table in the first round."""
    seats: tuple[int, ...] = ()
    people: tuple[Person, ...] = ()
    """Who plays for a team."""
    section: int | None = None
    """Number of the section, None when it is the only one."""

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
    """Measures of the rows in which names stand, in millimetres."""

    column: float
    """Width of a column."""
    cell: float
    """Width of each column behind the name."""
    row: float
    """Least height of a row."""
    resting_row: float
    """Of a row whose place is a *relais*, in two lines."""
    types: tuple[tuple[str, Type, float], ...]
    """Class, type and height of a line, from the largest: the first that takes one line, else the last."""

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
"""In one column."""
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


@dataclass(frozen=True, slots=True)
class HallRow:
    """One table through the evening."""

    table: int
    rounds: tuple[TableSeats, ...]


@dataclass(frozen=True, slots=True)
class SeatLists:
    """The lists of one section, or the list by name of the whole hall."""

    section: int | None
    """Number of the section, None when it is the only one and for the whole hall."""
    has_teams: bool
    partners: str
    """The seats of each team of a table, "" where each plays for himself."""
    name_pages: tuple[NamePage, ...]
    """Empty where only another list is wanted, as `hall` and `rounds`."""
    rounds: tuple[RoundSeats, ...]
    hall_rounds: tuple[int, ...]
    """Numbers of the rounds in the rows of `hall`."""
    hall: tuple[HallRow, ...]
    hall_is_short: bool
    """Few tables: the hall is set in large type."""
    has_boards: bool
    """The same deals are played at several tables, in étuis."""
    commitment: str
    """To the deals of the session; "" while the computer has dealt none."""
    name_fit: str
    """Type and room of a name in the table of a round."""
    rounds_are_wide: bool
    """The tables of a round need a page laid down."""


def build_seat_lists(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[SeatLists, ...]:
    """One list by name for all sections wanted, then the others of each. Four queries a section, one more."""
    sections = sections_of(tournament)
    wanted = [section for section in sections if options.has_section(section.number)]
    rounds = {section.number: load_rounds(section) for section in wanted}
    named = [
        seat
        for section in wanted
        for seat in named_seats(rounds[section.number], section.number if len(sections) > 1 else None)
    ]
    told = _Told(
        has_teams=find_format(tournament.format).has_teams,
        partners=team_words(tournament),
        has_boards=find_format(tournament.format).needs_dealt_boards,
    )
    heads = _heads(tournament, told, has_band=len(wanted) == 1 and len(sections) > 1)
    names = name_pages(named, used=heads) if options.part in ("", NAMES) else ()
    if len(wanted) == 1:
        number = wanted[0].number if len(sections) > 1 else None
        return (_lists(wanted[0], rounds[wanted[0].number], options, number, names, told),)
    whole = _lists(wanted[0], (), options, None, names, told) if names else None
    own = [
        _lists(section, rounds[section.number], options, section.number, (), told)
        for section in wanted
        if options.part != NAMES
    ]
    return (*([whole] if whole else []), *own)


@dataclass(frozen=True, slots=True)
class _Told:
    """Facts of the event that all its lists need."""

    has_teams: bool
    partners: str
    """The seats of each team of a table."""
    has_boards: bool


def _heads(tournament: Tournament, told: _Told, *, has_band: bool) -> float:
    """Return the height of everything on a page of names but its rows."""
    event = f"{tournament.name} · {date_format(tournament.starts_on, 'l j F Y')} · {tournament.club.name}"
    lines = EVENT.line_count(event, PAGE_WIDTH) + (1 if told.partners else 0)
    band = BAND_HEIGHT if has_band else 0
    return TITLE_LINE + band + lines * EVENT_LINE + EVENT_MARGIN + FOOT_HEIGHT


def _lists(
    section: Section,
    rounds: Sequence[RoundSeats],
    options: DocumentOptions,
    number: int | None,
    names: tuple[NamePage, ...],
    told: _Told,
) -> SeatLists:
    wanted = [row for row in rounds if options.has_round(row.number)]
    side_count = len(shape_of(section).sheet_sides)
    return SeatLists(
        section=number,
        has_teams=told.has_teams,
        partners=told.partners,
        name_pages=names,
        rounds=tuple(map(_played, wanted)) if options.part in ("", BY_ROUND) else (),
        hall_rounds=tuple(row.number for row in wanted),
        hall=hall_rows(wanted) if options.part in ("", HALL) else (),
        hall_is_short=section.table_count <= SHORT_HALL,
        has_boards=told.has_boards,
        commitment=_commitment(section),
        name_fit=_name_fit(side_count, has_boards=told.has_boards),
        rounds_are_wide=side_count >= WIDE_TABLE,
    )


def _name_fit(side_count: int, *, has_boards: bool) -> str:
    """Return the type and the room of a name in its cell of a round, behind the starting place."""
    width = (WIDE_PAGE if side_count >= WIDE_TABLE else PAGE_WIDTH) - TABLE_COLUMN
    cell = (width - (BOARDS_COLUMN if has_boards else 0)) / side_count
    return f"condensed 8 {cell - CELL_PADDING - START_WIDTH:.1f}"


def _played(this_round: RoundSeats) -> RoundSeats:
    """The round without the tables where nobody sits."""
    return replace(this_round, tables=tuple(table for table in this_round.tables if any(table.entries)))


def _commitment(section: Section) -> str:
    deal_set = section.session.deal_set
    return deal_set.commitment if deal_set else ""


def named_seats(rounds: Sequence[RoundSeats], section: int | None) -> list[NamedSeat]:
    """Where everybody begins, each side of a team that holds two tables."""
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


def name_pages(seats: Sequence[NamedSeat], *, used: float = 22) -> tuple[NamePage, ...]:
    """Everybody by name, in as few pages as possible and in columns of equal height on the last one.

    Args:
        used: millimetres of each page that are not for names.
    """
    by_name = sorted(seats, key=lambda seat: seat.entry.by_name)
    room = PAGE_HEIGHT - used - TABLE_HEAD
    for setting, column_count in ((IN_LARGE, 1), (IN_COLUMNS, 2)):
        rows = [setting.set_row(seat) for seat in by_name]
        pages = fill_columns(rows, room, column_count)
        if len(pages) == 1:
            break
    return tuple(map(NamePage, pages))


def hall_rows(rounds: Sequence[RoundSeats]) -> tuple[HallRow, ...]:
    """The same rounds, one row for each table at which somebody plays."""
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
