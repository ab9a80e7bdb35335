"""Seat lists to post: by name, by table for every round, and the whole movement on one page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournaments.base.access import Right
from tournaments.base.queries.teams import people_of
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Section, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.paper.documents.document import DocumentType
from tournaments.paper.documents.imposition import fill_sheets, split_evenly
from tournaments.paper.documents.options import PLAIN, ROUNDS, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_seats
from tournaments.results.words.placing import team_words
from tournaments.seating.queries.seats import RoundSeats, TableSeats, itineraries, load_rounds

NAMES_IN_LARGE = 34
"""Names that fit on a page in one column, in large type; more go in two columns."""
NAMES_PER_COLUMN = 38
TEAMS_PER_COLUMN = 22
"""Each with its members on a second line."""
COLUMNS_PER_PAGE = 2
NAMES = "names"
HALL = "hall"
BY_ROUND = "rounds"
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


@dataclass(frozen=True, slots=True)
class NamePage:
    """One page of the list by name: one or two columns, in alphabetical order."""

    columns: tuple[tuple[NamedSeat, ...], ...]


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
    commitment: str
    """To the deals of the session; "" while the computer has dealt none."""


def build_seat_lists(tournament: Tournament, options: DocumentOptions = PLAIN) -> tuple[SeatLists, ...]:
    """One list by name for all sections wanted, then the others of each. Four queries a section, one more."""
    sections = sections_of(tournament)
    told = find_format(tournament.format).has_teams, team_words(tournament)
    wanted = [section for section in sections if options.has_section(section.number)]
    rounds = {section.number: load_rounds(section) for section in wanted}
    named = [
        seat
        for section in wanted
        for seat in named_seats(rounds[section.number], section.number if len(sections) > 1 else None)
    ]
    names = name_pages(named) if options.part in ("", NAMES) else ()
    if len(wanted) == 1:
        number = wanted[0].number if len(sections) > 1 else None
        return (_lists(wanted[0], rounds[wanted[0].number], options, number, names, told),)
    whole = SeatLists(None, *told, names, (), (), (), False, _commitment(wanted[0])) if names else None
    own = [
        _lists(section, rounds[section.number], options, section.number, (), told)
        for section in wanted
        if options.part != NAMES
    ]
    return (*([whole] if whole else []), *own)


def _lists(
    section: Section,
    rounds: Sequence[RoundSeats],
    options: DocumentOptions,
    number: int | None,
    names: tuple[NamePage, ...],
    told: tuple[bool, str],
) -> SeatLists:
    """Args: told: whether teams are entered, and the seats of each team of a table."""
    wanted = [row for row in rounds if options.has_round(row.number)]
    return SeatLists(
        section=number,
        has_teams=told[0],
        partners=told[1],
        name_pages=names,
        rounds=tuple(map(_played, wanted)) if options.part in ("", BY_ROUND) else (),
        hall_rounds=tuple(row.number for row in wanted),
        hall=hall_rows(wanted) if options.part in ("", HALL) else (),
        hall_is_short=section.table_count <= SHORT_HALL,
        commitment=_commitment(section),
    )


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


def name_pages(seats: Sequence[NamedSeat]) -> tuple[NamePage, ...]:
    """Everybody by name, in as few pages as possible and in columns of equal length on each page."""
    by_name = sorted(seats, key=lambda seat: seat.entry.by_name)
    has_members = any(seat.people for seat in seats)
    per_column = TEAMS_PER_COLUMN if has_members else NAMES_PER_COLUMN
    in_large = TEAMS_PER_COLUMN if has_members else NAMES_IN_LARGE
    chunks = fill_sheets(by_name, per_column * COLUMNS_PER_PAGE)
    return tuple(NamePage(_columns(chunk, in_large)) for chunk in chunks)


def hall_rows(rounds: Sequence[RoundSeats]) -> tuple[HallRow, ...]:
    """The same rounds, one row for each table at which somebody plays."""
    by_table: dict[int, list[TableSeats]] = {}
    for this_round in rounds:
        for table in this_round.tables:
            by_table.setdefault(table.table, []).append(table)
    rows = [HallRow(table, tuple(seats)) for table, seats in sorted(by_table.items())]
    return tuple(row for row in rows if any(any(seats.entries) for seats in row.rounds))


def _columns(seats: Sequence[NamedSeat], in_large: int) -> tuple[tuple[NamedSeat, ...], ...]:
    return split_evenly(seats, 1 if len(seats) <= in_large else COLUMNS_PER_PAGE)


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
