"""List by name: as few pages as possible, and then names as large as the pages allow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Entry, Person
from tournaments.paper.documents.hall.seat_pages import HEADS, QUARTERS, USUAL_PAPER, sizes_from
from tournaments.paper.documents.typesetting.fitted_columns import FittedLines, TextColumn, fit_columns
from tournaments.paper.documents.typesetting.imposition import fill_columns
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type
from tournaments.seating.words.seat_names import (
    arrival_words,
    seat_name,
    seats_label,
    side_name,
    side_title,
    starting_place,
)

PAGE_WIDTH = USUAL_PAPER.portrait[0]
"""Millimetres between the margins."""
TABLE_HEAD = 6.3
"""Height of the heads of a table of names, with its rules."""
SMALL, SMALL_LINE = Type(Face.CONDENSED, 7.5), 3
"""Type of members and of words on late entries."""
PADDING, SWATCH, RULES = 2.4, 16, 0.5
"""Empty sides of a cell; width of a colour; rules of a row, in millimetres."""
LINE_OF_NAMES = 1.12
"""Height of a line of a name, in parts of its size."""
SMALLEST_NAME, LONG_NAME = 8, 9
"""Points of the smallest name on one line, and of a name on several."""


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
    players: str = ""
    """People of a side of a team, as its captain named them; "" for all members."""

    style: str = ""
    """Type in which the name is set, as CSS; "" for that of the page."""
    start: str = ""
    """Table and seat with a tab between them."""

    @property
    def name(self) -> str:
        """The name, with the role of a team's side."""
        return f"{self.entry} – {side_name(self.side)}" if self.side else str(self.entry)

    @property
    def members(self) -> str:
        names = self.players or ", ".join(person.full_name for person in self.people)
        if self.entry.number is None:
            return names
        return _("Équipe %(number)s : %(names)s") % {"number": self.entry.number, "names": names}

    @property
    def small_text(self) -> str:
        """Text below the name: the members of a team, the arrival of a late entry."""
        return self.members or arrival_words(self.entry)

    @property
    def place(self) -> tuple[str, str]:
        """Table and seat in words."""
        if self.table is not None and self.side:
            return str(self.table), side_title(self.side)
        if self.table is not None:
            seat = seat_name(self.seats[0]) if len(self.seats) == 1 else seats_label(self.seats)
            return str(self.table), seat
        if self.entry.start_table is not None and self.entry.start_seat is not None:
            return "–", f"{seat_name(self.entry.start_seat)} {self.entry.start_table}"
        return "–", starting_place(self.entry)


@dataclass(frozen=True, slots=True)
class NamePage:
    """One page of the list by name: one or two columns, in alphabetical order."""

    columns: tuple[tuple[NamedSeat, ...], ...]
    heading: str
    """Headings of table and seat."""
    start_style: str
    """Width of the column of table and seat, as CSS."""
    row_style: str
    """Type and height of a row, as CSS."""


@dataclass(frozen=True, slots=True)
class NameSetting:
    """Rows of names in columns, in millimetres."""

    column_count: int
    column: float
    """Width of a column."""
    least_row: float
    most_row: float
    """Smallest and largest height of a row."""
    points: float
    """Size of names in the smallest row; it grows with the row."""


IN_LARGE = NameSetting(1, PAGE_WIDTH, 6.8, 11.8, 12)
"""Setting for one column."""
IN_COLUMNS = NameSetting(2, 88, 6.1, 9.1, 10.5)
"""Setting for two columns."""
GROWTH = 0.25
"""Steps in which rows grow, in millimetres."""


def name_pages(
    seats: Sequence[NamedSeat], *, head_height: float = 22, page_height: float = USUAL_PAPER.portrait[1]
) -> tuple[NamePage, ...]:
    """Return the list by name on as few pages as possible, in the largest type that these allow.

    Columns have about the same height.

    Args:
        head_height: millimetres of each page that are not for names.
        page_height: millimetres between the margins.
    """
    by_name = sorted(seats, key=lambda seat: seat.entry.by_name)
    if not by_name:
        return ()
    room = page_height - head_height - TABLE_HEAD
    # one page in large type, or else as many as needed in small type
    for setting in (IN_LARGE, IN_COLUMNS):
        pages = _pages(by_name, setting, setting.least_row, room)
        if len(pages) == 1:
            break
    # the largest growth of the rows that takes no further page, by bisection
    step, too_many = 0, round((setting.most_row - setting.least_row) / GROWTH) + 1
    while too_many - step > 1:
        middle = (step + too_many) // 2
        grown = _pages(by_name, setting, setting.least_row + middle * GROWTH, room)
        if len(grown) == len(pages):
            pages, step = grown, middle
        else:
            too_many = middle
    return pages


def _pages(seats: Sequence[NamedSeat], setting: NameSetting, row: float, room: float) -> tuple[NamePage, ...]:
    points = int(setting.points * row / setting.least_row * QUARTERS) / QUARTERS
    starts = _fit_starts(seats, points, setting)
    names = setting.column - starts.width - 2 * PADDING - (SWATCH if seats[0].section is not None else 0)
    rows = [
        _set_row(replace(seat, start=start), names, points, row)
        for seat, (start,) in zip(seats, starts.rows, strict=True)
    ]
    return tuple(
        NamePage(
            columns,
            starts.heading,
            f"width:{starts.width + PADDING:.1f}mm",
            f"font-size:{points:g}pt;line-height:{row - RULES:.2f}mm",
        )
        for columns in fill_columns(rows, room, setting.column_count)
    )


def _fit_starts(seats: Sequence[NamedSeat], points: float, setting: NameSetting) -> FittedLines:
    tables, places = zip(*(seat.place for seat in seats), strict=True)
    columns = [TextColumn(_("Table"), tables), TextColumn(pgettext("seat", "Place"), places)]
    letters = Type(Face.CONDENSED_BOLD, points)
    fitted = fit_columns(columns, letters=letters, heads=HEADS, width=setting.column, widest_gap=2.2)
    # a table and a seat are never wider than half a page
    assert fitted is not None
    return fitted


def _set_row(seat: NamedSeat, room: float, points: float, row: float) -> tuple[NamedSeat, float]:
    """Return a seat with the type of its name, and the height of its row."""
    size = next(
        (
            size
            for size in sizes_from(points, SMALLEST_NAME)
            if Type(Face.CONDENSED, size).fits(seat.name, room)
        ),
        None,
    )
    if size == points and not seat.small_text:
        return seat, row
    letters = Type(Face.CONDENSED, size or LONG_NAME)
    line = letters.points * LINE_OF_NAMES * POINT
    height = letters.line_count(seat.name, room) * line
    if seat.small_text:
        height += SMALL.line_count(seat.small_text, room) * SMALL_LINE
    style = f"font-size:{letters.points:g}pt;line-height:{line:.2f}mm"
    return replace(seat, style=style), max(row, height + RULES)
