"""Reader and writer for the list of a club's players as a table."""

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.core.exchange.csv_text import (
    DELIMITERS,
    CsvLine,
    UnreadableCsv,
    clean_cell,
    encode_lines,
    find_delimiter,
    read_named_separator,
    simple_word,
    split_lines,
)
from tournaments.core.exchange.days import are_month_first, parse_day
from tournaments.core.exchange.file_kinds import FileKind, kind_of
from tournaments.core.exchange.full_names import (
    FullName,
    NameOrder,
    split_full_name,
    with_capitals,
    without_title,
)
from tournaments.core.exchange.player_columns import (
    NAME_FIELDS,
    TITLE_WORDS,
    ColumnUse,
    ListTable,
    count_titles,
    find_lone_names,
    find_titles,
    make_table,
    use_columns,
)
from tournaments.core.exchange.player_row import COLUMNS, LineProblem, PlayerRow, number_key, read_row
from tournaments.core.exchange.text_decoding import decode_text

MOST_BYTES = 4_000_000
MOST_ROWS = 20_000
MOST_COLUMNS = 100
"""Largest number of cells of a line that are read."""
_COUNTED = re.compile(r"\d+ ?(?:joueurs?|participants?|inscrits?|personnes?|adherents?|licencies?|lignes?)")
_FOOT = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\bpage\s*\d|^\d+\s*/\s*\d+$", re.IGNORECASE)
"""Part of a line at the foot of a page: a date or the number of the page."""
_TOTALS = frozenset(
    ["total", "totaux", "soustotal", "totalgeneral", "totalgen", "moyenne", "somme", "effectif"]
)

DAY_FIELDS = ("licence_until", "left_on")
"""Fields whose day and month count. Of a date of birth the year alone is kept."""
Cells = Mapping[str, str]
"""Texts of a line by field of `PlayerRow`."""
SplitName = Callable[[str], FullName | None]
"""Function that splits a full name as the register has it; None for a name that is not in the register."""


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line with problems, and its texts."""

    line: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class Mending:
    """Corrections of the organiser to a list."""

    columns: Mapping[int, str] = field(default_factory=dict)
    """Field of a column by its place; "" to leave it aside."""
    cells: Mapping[int, Cells] = field(default_factory=dict)
    """New texts for cells of a line."""
    dropped: frozenset[int] = frozenset()
    """Lines that are left out."""
    distinct: frozenset[int] = frozenset()
    """Lines that name another person than the equal line before."""
    adds_capitals: bool = False
    """True to write names without any capital with theirs."""


@dataclass(frozen=True, slots=True)
class PlayersFile:
    """Content of a list. A line with a problem is not among the rows."""

    rows: tuple[PlayerRow, ...] = ()
    faulty: tuple[FaultyLine, ...] = ()
    problems: tuple[LineProblem, ...] = ()
    """Problems in the order of the file."""
    columns: tuple[ColumnUse, ...] = ()
    totals: tuple[tuple[int, str], ...] = ()
    """Line and text of totals and counts, which are no players."""
    repeated: tuple[int, ...] = ()
    """Lines that repeat an earlier one in every cell; each counts once."""

    @property
    def ignored_columns(self) -> tuple[str, ...]:
        """Titles of the columns that are left aside."""
        return tuple(use.title for use in self.columns if not use.field and use.title)

    @property
    def cells(self) -> dict[int, Cells]:
        """cells[line] of each line that could be split, with or without a problem."""
        cells_of_rows = {row.line: {name: getattr(row, name) for name in COLUMNS} for row in self.rows}
        return cells_of_rows | {line.line: line.cells for line in self.faulty}


class ListRefused(ValueError):
    """Error for a file of which nothing can be read as a list."""

    def __init__(self, problem: LineProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def read_table(content: bytes) -> ListTable:
    """Return the table in a text of any spreadsheet or program.

    The titles stand in the first lines, in any order; only the last name is required. Lines above them are
    kept apart. The separator is the one that the file names ("sep=;"), else the one that gives most titles.

    Raises:
        ListRefused: `file_too_large`, `file_empty`, `header_missing`, `too_many_rows`, `line_unreadable`, or
            the value of a `FileKind` that is no text.
    """
    if len(content) > MOST_BYTES:
        raise _refusal("file_too_large", bytes=len(content), most=MOST_BYTES)
    kind = kind_of(content)
    if kind is not FileKind.TEXT:
        raise _refusal(kind.value)
    text = decode_text(content, TITLE_WORDS)
    separator, text = read_named_separator(text)
    records, unreadable = _split_records(text, separator or _separator_of(text))
    return find_list_table(records, unreadable)


def find_list_table(records: Sequence[CsvLine], unreadable: int = 0) -> ListTable:
    """Return the table whose titles stand among the first of the records, or a list of names alone.

    Args:
        unreadable: line from which the file could not be split, 0 for none.

    Raises:
        ListRefused: as `read_table`.
    """
    if not records:
        raise _refusal("line_unreadable", unreadable) if unreadable else _refusal("file_empty")
    # a page with a choice for each column of a spreadsheet's 16,384 would never end
    records = [CsvLine(record.number, record.cells[:MOST_COLUMNS]) for record in records]
    place = find_titles(records)
    table = find_lone_names(records) if place is None else make_table(records, place, unreadable)
    if table is None:
        expected = tuple(column.title for column in COLUMNS.values())
        raise _refusal("header_missing", records[0].number, expected=expected)
    if len(table.records) > MOST_ROWS:
        raise _refusal("too_many_rows", rows=len(table.records), most=MOST_ROWS)
    return table


def read_player_lines(
    table: ListTable,
    mending: Mending = Mending(),
    known_name: SplitName = lambda _text: None,
) -> PlayersFile:
    """Read the lines of a table as players.

    A line that repeats another one in every cell counts once. A second line with the same federation number
    is reported, as is one with the same name unless the numbers differ. Totals are no players.

    Args:
        mending: corrections to the list so far.
        known_name: called for a full name that can be split in two ways.

    Returns:
        Problems of the codes `column_twice`, `names_missing`, `no_players`, `line_unreadable`,
        `too_many_cells`, `cell_line_break`, `cell_error`, `cell_undecodable`, `cell_too_long`,
        `name_missing`, `name_unclear`, `number_invalid`, `series_unknown`, `year_invalid`, `day_invalid`,
        `language_unknown`, `email_invalid`, `consent_unknown`, `number_twice`, `name_twice`.
    """
    uses = use_columns(table, mending.columns)
    fields = [use.field for use in uses]
    if problem := _titles_problem(table, fields):
        return PlayersFile(problems=(problem,), columns=uses)
    reading = _Reading(fields, mending, known_name, len(table.titles))
    for record in _with_clear_days(table.records, fields):
        reading.read(record)
    problems = tuple(reading.problems)
    if table.unreadable:
        problems = (*problems, LineProblem(table.unreadable, "", "line_unreadable"))
    elif not table.records:
        problems = (LineProblem(0, "", "no_players"),)
    return PlayersFile(
        rows=tuple(reading.rows),
        faulty=tuple(reading.faulty),
        problems=problems,
        columns=uses,
        totals=tuple(reading.totals),
        repeated=tuple(reading.repeated),
    )


def write_players(rows: Iterable[PlayerRow]) -> bytes:
    """Return the file of these players. `read_player_lines` reads it back to the same rows."""
    return encode_lines(list_table(rows))


def list_table(rows: Iterable[PlayerRow]) -> list[list[str]]:
    """Return the cells of a list of players, the titles first."""
    titles = [column.title for column in COLUMNS.values()]
    return [titles, *([getattr(row, name) for name in COLUMNS] for row in rows)]


def _refusal(code: str, line: int = 0, **values: object) -> ListRefused:
    return ListRefused(LineProblem(line, "", code, values))


def _separator_of(text: str) -> str:
    """Return the separator with which the first lines give most titles."""
    beginning = "\n".join(text[:20_000].split("\n")[:40])
    titles = {separator: count_titles(_split_records(beginning, separator)[0]) for separator in DELIMITERS}
    usual = find_delimiter(text)
    return max(DELIMITERS, key=lambda separator: (titles[separator], separator == usual))


def _split_records(text: str, delimiter: str) -> tuple[list[CsvLine], int]:
    """Return the records of a text, and the line from which it could not be split, 0 for none."""
    lines: list[CsvLine] = []
    try:
        for line in split_lines(text, delimiter):
            cells = tuple(html.unescape(cell) if "&" in cell else cell for cell in line.cells)
            lines.append(CsvLine(line.number, cells))
    except UnreadableCsv as error:
        return lines, error.line
    return lines, 0


def _with_clear_days(records: Sequence[CsvLine], fields: Sequence[str]) -> Sequence[CsvLine]:
    """Return the records with days as 2027-08-31 in each column of days that has the American order."""
    for place, name in enumerate(fields):
        if name in DAY_FIELDS and are_month_first(
            record.cells[place] for record in records if place < len(record.cells)
        ):
            records = _with_clear_days_at(records, place)
    return records


def _with_clear_days_at(records: Sequence[CsvLine], place: int) -> Sequence[CsvLine]:
    return [
        replace(
            record,
            cells=tuple(
                day.isoformat() if column == place and (day := parse_day(cell, is_month_first=True)) else cell
                for column, cell in enumerate(record.cells)
            ),
        )
        for record in records
    ]


def _titles_problem(table: ListTable, fields: Sequence[str]) -> LineProblem | None:
    repeated_fields = [name for name in ("first_name", *NAME_FIELDS) if fields.count(name) > 1]
    if repeated_fields:
        column = "first_name" if repeated_fields[0] == "first_name" else "last_name"
        return LineProblem(table.title_line, column, "column_twice")
    if not NAME_FIELDS.intersection(fields):
        return LineProblem(table.title_line, "last_name", "names_missing")
    return None


@dataclass(slots=True)
class _EarlierPlayers:
    """The players of the lines read so far, by number and by name."""

    by_number: dict[str, PlayerRow] = field(default_factory=dict)
    by_name: dict[tuple[str, str], list[PlayerRow]] = field(default_factory=dict)

    def add(self, row: PlayerRow) -> None:
        if key := number_key(row.number):
            self.by_number[key] = row
        self.by_name.setdefault(row.name_key, []).append(row)

    def repeats(self, row: PlayerRow) -> tuple[LineProblem, ...]:
        """Return a problem if an earlier line has the same player. Two numbers are two people."""
        numbered_row = self.by_number.get(number_key(row.number))
        if numbered_row is not None:
            return (LineProblem(row.line, "number", "number_twice", {"first_line": numbered_row.line}),)
        for earlier_row in self.by_name.get(row.name_key, ()):
            if not (row.number and earlier_row.number) or number_key(row.number) == number_key(
                earlier_row.number
            ):
                return (LineProblem(row.line, "last_name", "name_twice", {"first_line": earlier_row.line}),)
        return ()


@dataclass(slots=True)
class _Reading:
    """The lines of a list read so far."""

    fields: Sequence[str]
    mending: Mending
    known_name: SplitName
    cell_count: int
    rows: list[PlayerRow] = field(default_factory=list)
    faulty: list[FaultyLine] = field(default_factory=list)
    problems: list[LineProblem] = field(default_factory=list)
    totals: list[tuple[int, str]] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)
    earlier_players: "_EarlierPlayers" = field(default_factory=_EarlierPlayers)
    _lines: set[tuple[str, ...]] = field(default_factory=set)

    def read(self, record: CsvLine) -> None:
        """Read one more line."""
        line = record.number
        if line in self.mending.dropped:
            return
        texts = tuple(map(clean_cell, record.cells))
        corrections = self.mending.cells.get(line, {})
        # a line that the organiser corrected is a player, never a total or a repetition
        if not corrections:
            if _is_total(texts, self._name_of(texts)):
                self.totals.append((line, " ".join(filter(None, texts))))
                return
            if texts in self._lines and line not in self.mending.distinct:
                self.repeated.append(line)
                return
            self._lines.add(texts)
        row, problems = self._row(record, corrections)
        if self.mending.adds_capitals and not corrections:
            row = replace(
                row, last_name=with_capitals(row.last_name), first_name=with_capitals(row.first_name)
            )
        # `distinct` has the lines that the organiser confirmed as other people
        if line not in self.mending.distinct:
            problems = (*problems, *self.earlier_players.repeats(row))
        if problems:
            self.problems.extend(replace(problem, name=row.full_name) for problem in problems)
            cells = {
                name: getattr(row, name) for name in COLUMNS if name in self.fields or getattr(row, name)
            }
            self.faulty.append(FaultyLine(line, cells))
        else:
            self.earlier_players.add(row)
            self.rows.append(row)

    def _name_of(self, texts: Sequence[str]) -> tuple[str, str]:
        """Return the cells of the last name, or of the full name, and of the first name."""
        by_field = dict(zip(self.fields, texts, strict=False))
        last = next((by_field[name] for name in NAME_FIELDS if name in by_field), "")
        return last, by_field.get("first_name", "")

    def _row(self, record: CsvLine, corrections: Cells) -> tuple[PlayerRow, tuple[LineProblem, ...]]:
        cells = {name: text for name, text in zip(self.fields, record.cells, strict=False) if name}
        order = next((NameOrder(name) for name in cells if name in set(NameOrder)), None)
        name_problems: tuple[LineProblem, ...] = ()
        if order:
            name_cell = cells.pop(order.value)
            full_name = clean_cell(name_cell)
            # of two words "M." may be the initial of a first name
            has_title = len(full_name.split()) > 2 or not full_name.casefold().startswith("m.")
            name = split_full_name(without_title(full_name) if has_title else full_name, order)
            if not name.is_certain:
                name = self.known_name(full_name) or name
            cells |= {
                "last_name": name.last_name,
                "first_name": name.first_name or cells.get("first_name", ""),
            }
            if "last_name" not in corrections:
                if len(name_cell.split("\n")) > 1:
                    name_problems = (LineProblem(record.number, "last_name", "cell_line_break"),)
                elif not name.is_certain:
                    name_problems = (
                        LineProblem(record.number, "last_name", "name_unclear", {"written": full_name}),
                    )
        elif "first_name" in cells:
            cells["last_name"] = without_title(cells.get("last_name", ""))
        row, problems = read_row(record.number, {**cells, **corrections})
        if any(cell.strip() for cell in record.cells[self.cell_count :]) and not corrections:
            problems = (
                *problems,
                LineProblem(record.number, "", "too_many_cells", {"most": self.cell_count}),
            )
        return row, (*name_problems, *problems)


def _is_total(texts: Sequence[str], name: tuple[str, str]) -> bool:
    """Return whether a line is a total, a count, a heading or a foot: "Total;;406;", "406 joueurs"."""
    last_name, first_name = name
    filled_texts = list(filter(None, texts))
    if len(filled_texts) == 1 and (
        _FOOT.search(filled_texts[0])
        or (len(texts) > 1 and filled_texts[0] == last_name and _is_heading(last_name))
    ):
        return True
    if any(letter.isalpha() for letter in first_name):
        return False
    words = [simple_word(text) for text in ([last_name] if last_name else texts) if text]
    # beside a last name other cells are not read: a club may be called "Total"
    label_words = words[:1] if last_name else words
    return any(word in _TOTALS or _COUNTED.fullmatch(_spaced(word)) for word in label_words)


def _is_heading(text: str) -> bool:
    """Return whether a text in place of a name is the heading of a part of the list: "D", "Invités :"."""
    return text.endswith(":") or (len(text) == 1 and text.isalpha())


def _spaced(word: str) -> str:
    return re.sub(r"(?<=\d)(?=[a-z])", " ", word)
