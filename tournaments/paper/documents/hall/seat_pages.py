"""Pages of the hall and of rounds, with as large a type as their tables allow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Entry
from tournaments.paper.documents.making.lazy_sheets import LazySheets
from tournaments.paper.documents.typesetting.fitted_columns import WIDE_TABS, ended_at
from tournaments.paper.documents.typesetting.imposition import fill_sheets, split_to_fit
from tournaments.paper.documents.typesetting.rule_drawings import draw_rules
from tournaments.paper.documents.typesetting.ruled_lines import GAP, PIXEL, TabbedLines, TabColumn
from tournaments.paper.documents.typesetting.type_widths import POINT, Face, Type
from tournaments.seating.queries.seats import Rests, RoundSeats, TableSeats
from tournaments.seating.words.seat_names import (
    board_range,
    seats_name,
    side_name,
    side_title,
    starting_place,
)

TABLE_WIDTH = 14
"""Width of the column of table numbers."""
HALL_HEAD, HALL_PADDING = 7.5, 0.4
"""Heights: the heads of the hall; the blank and the rule of a row."""
HALL_HEADS = HEADS = Type(Face.CONDENSED, 8)
RESTING, RESTING_LINE, RESTING_MARGIN = Type(Face.SANS, 9), 4.2, 1
BLOCK_HEAD, LARGE_HEAD, ROUND_GAP, ROW_RULE = 14, 18, 4, 0.15
"""Heights: the name of a round with the heads of its table, on a page of several rounds and alone; the space
between rounds; the rule below a row."""
LEAST_ROW, MOST_ROW = 6, 9
"""Heights of a table's row in the list of a round."""
HEAD_LINE = 3.7
"""Height of each further line of heads."""
LINE_OF_LETTERS = 1.2
CLOSE_LINE = 1.1
"""Height of a line of letters, in parts of their size, and of one among lines of a cell."""
RULE_GAP = 1.5 * GAP
"""Distance of the rule before a round of the hall from its texts."""
WIDE_TABLE, FEW_TABLES, SHARED_TABLES = 5, 10, 7
"""Rounds are laid down from a number of seats, and up to a number of tables. Up to the last number of tables
three or more rounds share an upright page."""
NAME_PIXELS = 12
NAME_STEP = NAME_PIXELS * PIXEL
"""Distance of the tab stops of names, in pixels and millimetres."""
LARGEST, QUARTERS = 14, 4
"""Largest size of type in points, and the steps in a point."""


class ListPaper(NamedTuple):
    """Rooms for lists inside the margins, as width and height in millimetres."""

    portrait: tuple[float, float]
    landscape: tuple[float, float]
    most_sides: int
    """Largest number of names on a line."""
    smallest_name: float
    """Points of the smallest names of a round."""
    most_rounds: int
    """Largest number of rounds on a page of the hall."""
    smallest: float
    """Points of the smallest numbers of the hall."""


USUAL_PAPER = ListPaper((182, 267), (273, 184), most_sides=8, smallest_name=8, most_rounds=99, smallest=7)
LARGE_PAPER = ListPaper((182, 117), (182, 117), most_sides=2, smallest_name=9.5, most_rounds=5, smallest=9.5)
"""Pages of large type, which are laid down whatever they hold (documents/large_type.py)."""


@dataclass(frozen=True, slots=True)
class HallRow:
    """One table in all rounds."""

    table: int
    rounds: tuple[TableSeats, ...]


@dataclass(frozen=True, slots=True)
class HallLine:
    """The row of a table as it is printed."""

    table: int
    seats: str
    """Lines of starting places, a tab between rounds."""
    boards: str
    """Line of the étuis, "" without."""


@dataclass(frozen=True, slots=True)
class HallPage:
    """Tables of one page of the hall."""

    heading: str
    tab_style: str
    row_style: str
    """Type and height of the lines, as CSS."""
    rules: str
    """Drawing behind the rows: a rule before each round."""
    lines: tuple[HallLine, ...]


@dataclass(frozen=True, slots=True)
class RoundRow:
    """The row of a table in one round, as it is printed."""

    table: int
    text: str
    """Starting places and names, then the étuis, with tabs."""


@dataclass(frozen=True, slots=True)
class RoundBlock:
    """A round, or as many of its tables as a page holds."""

    number: int
    heading: str
    lines: tuple[RoundRow, ...]
    rests: Rests


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One page of rounds, one below the other."""

    is_wide: bool
    row_style: str
    """Type and height of the lines, as CSS."""
    blocks: tuple[RoundBlock, ...]


def sizes_from(largest: float, smallest: float) -> Iterator[float]:
    """Return sizes of type in steps of a quarter point, the largest first."""
    quarters = range(int(largest * QUARTERS), int(smallest * QUARTERS) - 1, -1)
    return (quarter / QUARTERS for quarter in quarters) if quarters else iter((smallest,))


def hall_pages(
    rows: Sequence[HallRow],
    numbers: Sequence[int],
    *,
    head_height: float,
    has_boards: bool,
    paper: ListPaper = USUAL_PAPER,
) -> Sequence[HallPage]:
    """Return the hall on as few landscape pages as possible, in the largest type with which it fits.

    A page is set when it is read.

    Args:
        numbers: numbers of the rounds of the rows.
        head_height: millimetres of each page above the table.
    """
    width, height = paper.landscape
    if not rows:
        return ()
    stop = int((width - TABLE_WIDTH) / len(numbers) / PIXEL)
    room = height - head_height - HALL_HEAD
    setting = _hall_setting(
        rows, stop * PIXEL - 2 * GAP, room, has_boards=has_boards, smallest=paper.smallest
    )
    per_page = max(1, int(room / setting.least_row))
    return LazySheets(
        partial(
            _hall_page,
            part,
            numbers,
            setting,
            stop,
            min(2 * setting.least_row, room / len(part)),
            width - TABLE_WIDTH,
            has_boards=has_boards,
        )
        for part in split_to_fit(rows, per_page)
    )


@dataclass(frozen=True, slots=True)
class _HallSetting:
    letters: Type
    label: float
    """Width of a starting place, with its blank."""
    per_line: int
    """Number of starting places on a line."""
    cell: float
    """Width to which all lines of a round are filled: that of its widest one."""
    least_row: float


def _hall_setting(
    rows: Sequence[HallRow], cell: float, room: float, *, has_boards: bool, smallest: float
) -> _HallSetting:
    """Return the setting with the fewest pages, and of these the one with the largest type."""
    side_count = max(len(table.sides) for row in rows for table in row.rounds)
    labels = {_label(entry) for row in rows for table in row.rounds for _seats, entry in table.sides}
    boards = {board_range(table.boards) for row in rows for table in row.rounds} if has_boards else {""}
    settings = []
    for per_line in range(1, side_count + 1):
        for points in sizes_from(LARGEST, smallest):
            letters, bold = Type(Face.CONDENSED, points), Type(Face.CONDENSED_BOLD, points)
            label = max(map(letters.width, labels)) + letters.width(" ")
            widest = max(label * per_line, *map(bold.width, boards))
            if widest > cell:
                continue
            line_count = ceil(side_count / per_line) + has_boards
            least_row = line_count * points * CLOSE_LINE * POINT + HALL_PADDING
            page_count = ceil(len(rows) / max(1, int(room / least_row)))
            settings.append((page_count, -points, _HallSetting(letters, label, per_line, widest, least_row)))
    if not settings:
        letters = Type(Face.CONDENSED, smallest)
        label = max(map(letters.width, labels)) + letters.width(" ")
        least_row = (side_count + has_boards) * smallest * CLOSE_LINE * POINT + HALL_PADDING
        return _HallSetting(letters, label, 1, cell, least_row)
    return min(settings, key=lambda setting: setting[:2])[2]


def _side_heading(table: TableSeats, seats: Sequence[int]) -> str:
    return side_title(seats) if table.shape.plays_both_ways else seats_name(seats)


def _label(entry: Entry | None) -> str:
    return starting_place(entry) if entry else "–"


def _hall_page(
    rows: Sequence[HallRow],
    numbers: Sequence[int],
    setting: _HallSetting,
    stop: int,
    row_height: float,
    width: float,
    *,
    has_boards: bool,
) -> HallPage:
    letters, bold = setting.letters, Type(Face.CONDENSED_BOLD, setting.letters.points)
    boards = [[board_range(table.boards) if has_boards else "" for table in row.rounds] for row in rows]
    cell = setting.cell
    lines = [
        HallLine(
            row.table,
            _seat_lines(row, setting),
            "\t".join(ended_at(text, cell, bold) for text in texts) if has_boards else "",
        )
        for row, texts in zip(rows, boards, strict=True)
    ]
    line_count = lines[0].seats.count("\n") + 1 + has_boards
    # all cells of a line are equally wide, so that each tab is lengthened alike
    step = stop * PIXEL + (WIDE_TABS - 1) * (stop * PIXEL - cell)
    return HallPage(
        heading="\t".join(
            ended_at(_("Pos. %(number)s") % {"number": number}, cell, HALL_HEADS) for number in numbers
        ),
        tab_style=f"tab-size:{stop}px",
        row_style=f"font-size:{letters.points:g}pt;line-height:{(row_height - ROW_RULE) / line_count:.3f}mm",
        rules=draw_rules(
            width,
            HALL_HEAD + len(rows) * row_height,
            columns=[place * step - RULE_GAP for place in range(1, len(numbers))],
            frame=0,
        ),
        lines=tuple(lines),
    )


def _seat_lines(row: HallRow, setting: _HallSetting) -> str:
    """Return the starting places of a table, round by round, on as many lines as its seats need."""
    cells = [
        fill_sheets(
            [ended_at(_label(entry), setting.label, setting.letters) for _seats, entry in table.sides],
            setting.per_line,
        )
        for table in row.rounds
    ]
    return "\n".join(
        "\t".join(ended_at("".join(part), setting.cell, setting.letters) for part in parts)
        for parts in zip(*cells, strict=True)
    )


def round_pages(
    rounds: Sequence[RoundSeats], *, head_height: float, has_boards: bool, paper: ListPaper = USUAL_PAPER
) -> Sequence[RoundPage]:
    """Return the rounds on pages whose rows fill them. A page is set when it is read.

    Args:
        head_height: millimetres of each page above the first round.
    """
    if not rounds:
        return ()
    side_count = max(len(table.sides) for this_round in rounds for table in this_round.tables)
    table_count = max(len(this_round.tables) for this_round in rounds)
    is_wide = side_count >= WIDE_TABLE or FEW_TABLES >= table_count > SHARED_TABLES
    width, height = paper.landscape if is_wide else paper.portrait
    line_count = ceil(side_count / paper.most_sides)
    if line_count > 1:
        line_count = _lines_of_names(rounds, side_count, width - TABLE_WIDTH, paper)
    setting = _RoundSetting(
        width, height - head_height, LEAST_ROW * line_count, line_count, paper.smallest_name
    )
    rests = max(setting.resting_height(this_round.rests) for this_round in rounds)
    block = ROUND_GAP + BLOCK_HEAD + setting.further_heads + rests
    per_page = int((setting.room + ROUND_GAP) / (block + table_count * setting.least_row))
    if per_page:
        pages = [
            [_Part(this_round, this_round.tables, this_round.rests) for this_round in page]
            for page in split_to_fit(rounds, per_page)
        ]
    else:
        head = LARGE_HEAD + setting.further_heads
        most = max(1, int((setting.room - head - rests) / setting.least_row))
        pages = [[part] for this_round in rounds for part in _parts(this_round, most)]
    return LazySheets(
        partial(_round_page, page, setting, is_wide=is_wide, has_boards=has_boards) for page in pages
    )


def _lines_of_names(rounds: Sequence[RoundSeats], side_count: int, width: float, paper: ListPaper) -> int:
    """Return the number of lines on which the names of a table fit uncut, as few as possible.

    Two names at least stand on a line.
    """
    letters = Type(Face.CONDENSED, paper.smallest_name)
    entries = {
        entry for row in rounds for table in row.tables for _seats, entry in table.sides if entry is not None
    }
    widest = max((letters.width(str(entry)) + letters.width(_label(entry)) for entry in entries), default=0)
    boards = max(letters.width(board_range(table.boards)) for row in rounds for table in row.tables)
    # a name begins at a step, and so does the next column
    per_line = int((width - boards - GAP) / (widest + 2 * (GAP + NAME_STEP)))
    return ceil(side_count / max(2, min(paper.most_sides, per_line)))


@dataclass(frozen=True, slots=True)
class _RoundSetting:
    width: float
    room: float
    least_row: float
    line_count: int
    """Number of lines for the names of a table."""
    smallest_name: float

    @property
    def further_heads(self) -> float:
        """Height of the lines of heads below the first one."""
        return (self.line_count - 1) * HEAD_LINE

    def resting_height(self, rests: Rests) -> float:
        if not rests:
            return 0
        entries = (f"{entry} ({side_name(seats)})" if seats else str(entry) for entry, seats in rests)
        names = f"{_('Relais :')} {', '.join(entries)}"
        return RESTING_MARGIN + RESTING.line_count(names, self.width) * RESTING_LINE


@dataclass(frozen=True, slots=True)
class _Part:
    """A round, or some of its tables."""

    round: RoundSeats
    tables: Sequence[TableSeats]
    rests: Rests


def _parts(this_round: RoundSeats, most: int) -> list[_Part]:
    """Return the tables of a round page by page; those at rest stand on the last one."""
    parts = split_to_fit(this_round.tables, most)
    return [
        _Part(this_round, tables, this_round.rests if place == len(parts) else ())
        for place, tables in enumerate(parts, start=1)
    ]


def _round_page(
    parts: Sequence[_Part], setting: _RoundSetting, *, is_wide: bool, has_boards: bool
) -> RoundPage:
    head = (LARGE_HEAD if len(parts) == 1 else BLOCK_HEAD) + setting.further_heads
    heads = sum(head + setting.resting_height(part.rests) for part in parts)
    table_count = sum(len(part.tables) for part in parts)
    room = setting.room - heads - ROUND_GAP * (len(parts) - 1)
    row = min(MOST_ROW * setting.line_count, room / table_count) - ROW_RULE
    line = row / setting.line_count
    columns = _name_columns([part.round for part in parts], setting, line, has_boards=has_boards)
    return RoundPage(
        is_wide=is_wide,
        row_style=f"font-size:{columns.names.type.points:g}pt;line-height:{line:.3f}mm",
        blocks=tuple(
            RoundBlock(
                part.round.number,
                columns.heading(part.tables[0], has_boards=has_boards),
                tuple(RoundRow(table.table, columns.text(table)) for table in part.tables),
                part.rests,
            )
            for part in parts
        ),
    )


@dataclass(frozen=True, slots=True)
class _NameColumns:
    """Places of the starting places and names of a table."""

    names: TabbedLines
    heads: TabbedLines
    per_line: int
    has_boards: bool

    def heading(self, table: TableSeats, *, has_boards: bool) -> str:
        words = [_side_heading(table, seats) for seats, _entry in table.sides]
        return "\n".join(self._lines([[word] for word in words], _("Étuis"), self.heads))

    def text(self, table: TableSeats) -> str:
        cells = [[_label(entry), str(entry or "")] for _seats, entry in table.sides]
        return "\n".join(self._lines(cells, board_range(table.boards), self.names))

    def _lines(self, cells: Sequence[list[str]], boards: str, lines: TabbedLines) -> list[str]:
        """Return the cells of the sides line by line; the étuis end the first one."""
        texts = []
        for place, part in enumerate(fill_sheets(cells, self.per_line)):
            line = list(chain.from_iterable(part))
            count = len(lines.columns) - self.has_boards
            line += [""] * (count - len(line))
            if self.has_boards:
                line.append("" if place else boards)
            texts.append(lines.line(line))
        return texts


def _name_columns(
    rounds: Sequence[RoundSeats], setting: _RoundSetting, line: float, *, has_boards: bool
) -> _NameColumns:
    """Return columns with the largest type in which the names fit that fit at all."""
    tables = [table for this_round in rounds for table in this_round.tables]
    entries = {entry for table in tables for _seats, entry in table.sides}
    labels, names = set(map(_label, entries)), {str(entry) for entry in entries if entry}
    side_count = max(len(table.sides) for table in tables)
    per_line = ceil(side_count / setting.line_count)
    boards = {board_range(table.boards) for table in tables} | {_("Étuis")} if has_boards else {""}
    # blanks are filled up to two steps, which are drawn too wide
    column_count = 2 * per_line + has_boards
    width = setting.width - TABLE_WIDTH - column_count * 2 * NAME_STEP * (WIDE_TABS - 1)
    smallest = Type(Face.CONDENSED, setting.smallest_name)
    for points in sizes_from(min(LARGEST, line / LINE_OF_LETTERS / POINT), setting.smallest_name):
        letters = Type(Face.CONDENSED, points)
        last = max(map(letters.width, boards)) + GAP if has_boards else 0
        side = int((width - last) / per_line / NAME_STEP)
        start = ceil((max(map(letters.width, labels)) + GAP) / NAME_STEP)
        room = (side - start) * NAME_STEP - GAP
        # a name that is cut in the smallest type would make all others small
        whole_names = [name for name in names if smallest.fits(name, room)]
        if 2 * len(whole_names) >= len(names) and all(letters.fits(name, room) for name in whole_names):
            break
    starts = [place * side for place in range(per_line)]
    end = [TabColumn(per_line * side)] if has_boards else []
    pairs = [TabColumn(stop) for first in starts for stop in (first, first + start)]
    return _NameColumns(
        TabbedLines(type=letters, pixels=NAME_PIXELS, width=width, columns=(*pairs, *end), fills_blanks=True),
        TabbedLines(
            type=HEADS,
            pixels=NAME_PIXELS,
            width=width,
            columns=(*map(TabColumn, starts), *end),
            fills_blanks=True,
        ),
        per_line,
        has_boards,
    )
