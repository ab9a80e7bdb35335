"""The list of a club's players as a table: read with every problem named, written back the same."""

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
    simple_word,
    split_lines,
)
from tournaments.core.exchange.file_kinds import FileKind, kind_of
from tournaments.core.exchange.full_names import FullName, NameOrder, split_full_name
from tournaments.core.exchange.player_columns import (
    NAME_FIELDS,
    TITLE_WORDS,
    ColumnUse,
    ListTable,
    count_titles,
    find_titles,
    make_table,
    use_columns,
)
from tournaments.core.exchange.player_row import COLUMNS, LineProblem, PlayerRow, number_key, read_row
from tournaments.core.exchange.text_decoding import decode_text

MOST_BYTES = 4_000_000
MOST_ROWS = 20_000
MOST_COLUMNS = 100
"""Cells of a line that are looked at."""
_NAMED_SEPARATOR = re.compile(r'\s*"?sep=(?P<separator>.|\\t)"?[;,\t|\s]*', re.IGNORECASE)
"""A first line that tells Excel which separator follows."""
_COUNTED = re.compile(r"\d+ ?(?:joueurs?|participants?|inscrits?|personnes?|adherents?|licencies?|lignes?)")
_TOTALS = frozenset(
    ["total", "totaux", "soustotal", "totalgeneral", "totalgen", "moyenne", "somme", "effectif"]
)

Cells = Mapping[str, str]
"""What a line says, by field of `PlayerRow`."""
SplitName = Callable[[str], FullName | None]
"""Cuts a whole name as the register has it; None for a name that the register does not have."""


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line that cannot be taken as it is, with what it says."""

    line: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class Mending:
    """Answers of the organiser about a list."""

    columns: Mapping[int, str] = field(default_factory=dict)
    """Field of a column by its place, "" to leave it aside."""
    cells: Mapping[int, Cells] = field(default_factory=dict)
    """What was written in place of cells of a line."""
    dropped: frozenset[int] = frozenset()
    """Lines that are set aside."""
    distinct: frozenset[int] = frozenset()
    """Lines that name another person than the line before that says the same."""


@dataclass(frozen=True, slots=True)
class PlayersFile:
    """What a file holds; a line with a problem is not among the rows."""

    rows: tuple[PlayerRow, ...] = ()
    faulty: tuple[FaultyLine, ...] = ()
    problems: tuple[LineProblem, ...] = ()
    """In the order of the file."""
    columns: tuple[ColumnUse, ...] = ()
    totals: tuple[tuple[int, str], ...] = ()
    """Line and text of what is no player: totals and counts."""
    repeated: tuple[int, ...] = ()
    """Lines that repeat an earlier one in every cell; it counts once."""

    @property
    def ignored_columns(self) -> tuple[str, ...]:
        """Titles of the columns that are left aside."""
        return tuple(use.title for use in self.columns if not use.field and use.title)

    @property
    def cells(self) -> dict[int, Cells]:
        """cells[line] of every line that could be cut, with a problem or without."""
        taken = {row.line: {name: getattr(row, name) for name in COLUMNS} for row in self.rows}
        return taken | {line.line: line.cells for line in self.faulty}


class ListRefused(ValueError):
    """A file of which nothing can be read as a list."""

    def __init__(self, problem: LineProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def read_players(content: bytes) -> PlayersFile:
    """Read a list of players from a text; what is wrong becomes a problem, nothing is raised.

    Returns:
        Problems of the codes of `read_table` and of `read_list`.
    """
    try:
        return read_list(read_table(content))
    except ListRefused as refusal:
        return PlayersFile(problems=(refusal.problem,))


def read_table(content: bytes) -> ListTable:
    """Return the table in a text of any spreadsheet or program.

    The titles stand in the first lines, in any order; only the last name must be there. What is above them is
    kept apart. The separator is the one that the file names ("sep=;"), else the one that gives most titles.

    Raises:
        ListRefused: `file_too_large`, `file_empty`, `header_missing`, `column_twice`, `too_many_rows`,
            `no_players`, `line_unreadable`, or the value of a `FileKind` that is no text.
    """
    if len(content) > MOST_BYTES:
        raise _refusal("file_too_large", bytes=len(content), most=MOST_BYTES)
    kind = kind_of(content)
    if kind is not FileKind.TEXT:
        raise _refusal(kind.value)
    text = decode_text(content, TITLE_WORDS)
    separator, text = _named_separator(text)
    records, unreadable = _cut(text, separator or _separator_of(text))
    return table_of(records, unreadable)


def table_of(records: Sequence[CsvLine], unreadable: int = 0) -> ListTable:
    """Return the table whose titles stand among the first of the records. Raises as `read_table`.

    Args:
        unreadable: line from which the file could not be cut, 0 for none.
    """
    if not records:
        raise _refusal("line_unreadable", unreadable) if unreadable else _refusal("file_empty")
    place = find_titles(records)
    if place is None:
        expected = tuple(column.title for column in COLUMNS.values())
        raise _refusal("header_missing", records[0].number, expected=expected)
    table = make_table(records, place, unreadable)
    if len(table.records) > MOST_ROWS:
        raise _refusal("too_many_rows", rows=len(table.records), most=MOST_ROWS)
    return table


def read_list(
    table: ListTable,
    mending: Mending = Mending(),
    known_name: SplitName = lambda _text: None,
) -> PlayersFile:
    """Read the lines of a table as players.

    A line that repeats another one in every cell counts once. Two others with one federation number, or with
    one name unless their numbers differ, are reported on the second. Totals are no players.

    Args:
        mending: what was answered about the list until now.
        known_name: asked for a whole name that could be cut in two ways.

    Returns:
        Problems of the codes `column_twice`, `no_players`, `line_unreadable`, `too_many_cells`,
        `cell_line_break`, `cell_undecodable`, `cell_too_long`, `name_missing`, `name_unclear`,
        `number_invalid`, `series_unknown`, `year_invalid`, `day_invalid`, `language_unknown`,
        `email_invalid`,
        `consent_unknown`, `number_twice`, `name_twice`.
    """
    uses = use_columns(table, mending.columns)
    fields = [use.field for use in uses]
    if problem := _titles_problem(table, fields):
        return PlayersFile(problems=(problem,), columns=uses)
    reading = _Reading(fields, mending, known_name, len(table.titles))
    for record in table.records:
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
    """The file of these players, which `read_players` reads back to the same rows."""
    titles = [column.title for column in COLUMNS.values()]
    return encode_lines([titles, *([getattr(row, name) for name in COLUMNS] for row in rows)])


def _refusal(code: str, line: int = 0, **values: object) -> ListRefused:
    return ListRefused(LineProblem(line, "", code, values))


def _named_separator(text: str) -> tuple[str, str]:
    """Return the separator that the first line names, "" for none, and the text without that line."""
    line, _break, rest = text.lstrip("\ufeff").partition("\n")
    named = _NAMED_SEPARATOR.fullmatch(line.rstrip("\r"))
    if named is None:
        return "", text
    separator = "\t" if named["separator"] == r"\t" else named["separator"]
    return (separator if separator in DELIMITERS else ""), f"\n{rest}"


def _separator_of(text: str) -> str:
    """Return the separator by which the first lines give most titles."""
    beginning = "\n".join(text[:20_000].split("\n")[:40])
    titles = {separator: count_titles(_cut(beginning, separator)[0]) for separator in DELIMITERS}
    usual = find_delimiter(text)
    return max(DELIMITERS, key=lambda separator: (titles[separator], separator == usual))


def _cut(text: str, delimiter: str) -> tuple[list[CsvLine], int]:
    """The records of a text, and the line where the cutting ended, 0 for none."""
    lines: list[CsvLine] = []
    try:
        for line in split_lines(text, delimiter):
            cells = tuple(html.unescape(cell) if "&" in cell else cell for cell in line.cells)
            lines.append(CsvLine(line.number, cells))
    except UnreadableCsv as error:
        return lines, error.line
    return lines, 0


def _titles_problem(table: ListTable, fields: Sequence[str]) -> LineProblem | None:
    twice = [name for name in ("first_name", *NAME_FIELDS) if fields.count(name) > 1]
    if twice:
        column = "first_name" if twice[0] == "first_name" else "last_name"
        return LineProblem(table.title_line, column, "column_twice")
    if not NAME_FIELDS.intersection(fields):
        return LineProblem(table.title_line, "last_name", "names_missing")
    return None


@dataclass(slots=True)
class _Known:
    """The players of the lines read so far, by number and by name."""

    by_number: dict[str, PlayerRow] = field(default_factory=dict)
    by_name: dict[tuple[str, str], list[PlayerRow]] = field(default_factory=dict)

    def add(self, row: PlayerRow) -> None:
        if row.number:
            self.by_number[row.number.casefold()] = row
        self.by_name.setdefault(row.name_key, []).append(row)

    def repeats(self, row: PlayerRow) -> tuple[LineProblem, ...]:
        """The earlier line that holds the same player, if any; two numbers are two people."""
        same_number = self.by_number.get(row.number.casefold()) if row.number else None
        if same_number is not None:
            return (LineProblem(row.line, "number", "number_twice", {"first_line": same_number.line}),)
        for other in self.by_name.get(row.name_key, ()):
            if not (row.number and other.number) or number_key(row.number) == number_key(other.number):
                return (LineProblem(row.line, "last_name", "name_twice", {"first_line": other.line}),)
        return ()


@dataclass(slots=True)
class _Reading:
    """The lines of a list that were read so far."""

    fields: Sequence[str]
    mending: Mending
    known_name: SplitName
    cell_count: int
    rows: list[PlayerRow] = field(default_factory=list)
    faulty: list[FaultyLine] = field(default_factory=list)
    problems: list[LineProblem] = field(default_factory=list)
    totals: list[tuple[int, str]] = field(default_factory=list)
    repeated: list[int] = field(default_factory=list)
    known: "_Known" = field(default_factory=_Known)
    _lines: set[tuple[str, ...]] = field(default_factory=set)

    def read(self, record: CsvLine) -> None:
        """Read one more line."""
        line = record.number
        if line in self.mending.dropped:
            return
        texts = tuple(map(clean_cell, record.cells))
        written = self.mending.cells.get(line, {})
        if not written:
            if _is_total(texts, self._name_of(texts)):
                self.totals.append((line, " ".join(filter(None, texts))))
                return
            if texts in self._lines and line not in self.mending.distinct:
                self.repeated.append(line)
                return
            self._lines.add(texts)
        row, problems = self._row(record, written)
        if line not in self.mending.distinct:
            problems = (*problems, *self.known.repeats(row))
        if problems:
            self.problems.extend(replace(problem, name=row.full_name) for problem in problems)
            cells = {
                name: getattr(row, name) for name in COLUMNS if name in self.fields or getattr(row, name)
            }
            self.faulty.append(FaultyLine(line, cells))
        else:
            self.known.add(row)
            self.rows.append(row)

    def _name_of(self, texts: Sequence[str]) -> tuple[str, str]:
        """Return the cells of the last name, or of the whole name, and of the first name."""
        by_field = dict(zip(self.fields, texts, strict=False))
        last = next((by_field[name] for name in NAME_FIELDS if name in by_field), "")
        return last, by_field.get("first_name", "")

    def _row(self, record: CsvLine, written: Cells) -> tuple[PlayerRow, tuple[LineProblem, ...]]:
        cells = {name: text for name, text in zip(self.fields, record.cells, strict=False) if name}
        order = next((NameOrder(name) for name in cells if name in set(NameOrder)), None)
        unclear: tuple[LineProblem, ...] = ()
        if order:
            written_name = cells.pop(order.value)
            whole = clean_cell(written_name)
            name = split_full_name(whole, order)
            if not name.is_certain:
                name = self.known_name(whole) or name
            cells |= {
                "last_name": name.last_name,
                "first_name": name.first_name or cells.get("first_name", ""),
            }
            if "last_name" not in written:
                if len(written_name.split("\n")) > 1:
                    unclear = (LineProblem(record.number, "last_name", "cell_line_break"),)
                elif not name.is_certain:
                    unclear = (LineProblem(record.number, "last_name", "name_unclear", {"written": whole}),)
        row, problems = read_row(record.number, {**cells, **written})
        if any(cell.strip() for cell in record.cells[self.cell_count :]) and not written:
            problems = (
                *problems,
                LineProblem(record.number, "", "too_many_cells", {"most": self.cell_count}),
            )
        return row, (*unclear, *problems)


def _is_total(texts: Sequence[str], name: tuple[str, str]) -> bool:
    """Return whether a line sums up others: "Total;;406;", "406 joueurs", and is no player."""
    last_name, first_name = name
    if any(letter.isalpha() for letter in first_name):
        return False
    words = [simple_word(text) for text in ([last_name] if last_name else texts) if text]
    said = words[:1] if last_name else words
    return any(word in _TOTALS or _COUNTED.fullmatch(_spaced(word)) for word in said)


def _spaced(word: str) -> str:
    return re.sub(r"(?<=\d)(?=[a-z])", " ", word)
