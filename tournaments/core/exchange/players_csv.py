"""The list of a club's players as a CSV file: read with every problem named, written back the same."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.core.exchange.csv_text import (
    CsvLine,
    UnreadableCsv,
    clean_cell,
    decode_text,
    encode_lines,
    find_delimiter,
    simple_word,
    split_lines,
)
from tournaments.core.exchange.player_row import COLUMNS, LineProblem, PlayerRow, read_row

MOST_BYTES = 4_000_000
MOST_ROWS = 20_000


Cells = Mapping[str, str]
"""What a line says, by field of `PlayerRow`."""


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line that cannot be taken as it is, with what it says."""

    line: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class PlayersFile:
    """What a file holds; a line with a problem is not among the rows."""

    rows: tuple[PlayerRow, ...] = ()
    faulty: tuple[FaultyLine, ...] = ()
    problems: tuple[LineProblem, ...] = ()
    """In the order of the file."""
    ignored_columns: tuple[str, ...] = ()
    """Titles that mean nothing here."""

    @property
    def cells(self) -> dict[int, Cells]:
        """cells[line] of every line that could be cut, with a problem or without."""
        taken = {row.line: {name: getattr(row, name) for name in COLUMNS} for row in self.rows}
        return taken | {each.line: each.cells for each in self.faulty}

    def mended(self, cells: Mapping[int, Cells], dropped: Collection[int] = ()) -> "PlayersFile":
        """The file with other cells in some lines, read again; lines may be dropped."""
        lines = {line: {**known, **cells.get(line, {})} for line, known in self.cells.items()}
        records = [
            CsvLine(line, tuple(own.get(name, "") for name in COLUMNS))
            for line, own in sorted(lines.items())
            if line not in dropped
        ]
        rows, faulty, problems = _read_records(records, dict(enumerate(COLUMNS)), len(COLUMNS))
        kept = tuple(problem for problem in self.problems if problem.line not in lines)
        return replace(self, rows=rows, faulty=faulty, problems=(*problems, *kept))

    def limited_to(self, lines: Collection[int]) -> "PlayersFile":
        """What is left of the file when other lines are done with."""
        return replace(
            self,
            rows=tuple(row for row in self.rows if row.line in lines),
            faulty=tuple(each for each in self.faulty if each.line in lines),
        )


def read_players(content: bytes) -> PlayersFile:
    """Read a list of players; whatever the bytes, what is wrong becomes a problem, nothing is raised.

    The first line that is not blank names the columns, in any order; only the last name must be there. A line
    that repeats another one in every cell says nothing new. Two others with one federation number, or with
    one name unless their numbers differ, are reported on the second. An unreadable line ends the reading:
    what precedes it is kept.

    Returns:
        Problems of the codes `file_too_large`, `file_empty`, `header_missing`, `column_twice`,
        `too_many_rows`, `no_players`, `line_unreadable`, `too_many_cells`, `cell_line_break`,
        `cell_undecodable`, `cell_too_long`, `name_missing`, `number_invalid`, `series_unknown`,
        `year_invalid`, `day_invalid`, `language_unknown`, `email_invalid`, `consent_unknown`, `number_twice`,
        `name_twice`.
    """
    if len(content) > MOST_BYTES:
        return _refused("file_too_large", bytes=len(content), most=MOST_BYTES)
    lines, unreadable = _cut(decode_text(content))
    if not lines:
        return PlayersFile(problems=unreadable) if unreadable else _refused("file_empty")
    header, *records = lines
    places = _find_columns(header)
    refusal = _header_problem(header, tuple(places.values()))
    if refusal is not None:
        return PlayersFile(problems=(refusal,))
    if len(records) > MOST_ROWS:
        return _refused("too_many_rows", rows=len(records), most=MOST_ROWS)
    rows, faulty, problems = _read_records(records, places, len(header.cells))
    if not records and not unreadable:
        problems = (LineProblem(0, "", "no_players"),)
    titles = (clean_cell(title) for place, title in enumerate(header.cells) if place not in places)
    return PlayersFile(rows, faulty, (*problems, *unreadable), tuple(title for title in titles if title))


def write_players(rows: Iterable[PlayerRow]) -> bytes:
    """The file of these players, which `read_players` reads back to the same rows."""
    titles = [column.title for column in COLUMNS.values()]
    return encode_lines([titles, *([getattr(row, name) for name in COLUMNS] for row in rows)])


def _refused(code: str, **values: object) -> PlayersFile:
    return PlayersFile(problems=(LineProblem(0, "", code, values),))


def _cut(text: str) -> tuple[list[CsvLine], tuple[LineProblem, ...]]:
    """The records of a text, and the problem that ended the cutting, if any."""
    lines: list[CsvLine] = []
    try:
        for line in split_lines(text, find_delimiter(text)):
            lines.append(line)
    except UnreadableCsv as error:
        return lines, (LineProblem(error.line, "", "line_unreadable"),)
    return lines, ()


def _find_columns(header: CsvLine) -> dict[int, str]:
    """Field of `PlayerRow` by place of the cell, from 0; unknown titles have none."""
    field_of = {name: field_name for field_name, column in COLUMNS.items() for name in column.names}
    words = enumerate(simple_word(title) for title in header.cells)
    return {place: field_of[word] for place, word in words if word in field_of}


def _header_problem(header: CsvLine, found: Sequence[str]) -> LineProblem | None:
    if "last_name" not in found:
        expected = tuple(column.title for column in COLUMNS.values())
        return LineProblem(header.number, "", "header_missing", {"expected": expected})
    twice = [name for name in COLUMNS if found.count(name) > 1]
    return LineProblem(header.number, twice[0], "column_twice") if twice else None


def _read_records(
    records: Iterable[CsvLine], places: Mapping[int, str], cell_count: int
) -> tuple[tuple[PlayerRow, ...], tuple[FaultyLine, ...], tuple[LineProblem, ...]]:
    """Rows without a problem, the other lines, and their problems."""
    rows: list[PlayerRow] = []
    faulty: list[FaultyLine] = []
    problems: list[LineProblem] = []
    known = _Known()
    for record in records:
        row, found = read_row(record, places)
        if any(cell.strip() for cell in record.cells[cell_count:]):
            found = (*found, LineProblem(record.number, "", "too_many_cells", {"most": cell_count}))
        if not found and known.has(row):
            continue
        found = (*found, *known.repeats(row))
        if found:
            problems.extend(replace(problem, name=row.full_name) for problem in found)
            written = {
                name: record.cells[place] for place, name in places.items() if place < len(record.cells)
            }
            cells = {name: clean_cell(cell) for name, cell in written.items()}
            faulty.append(FaultyLine(record.number, cells))
        else:
            known.add(row)
            rows.append(row)
    return tuple(rows), tuple(faulty), tuple(problems)


@dataclass(slots=True)
class _Known:
    """The players of the lines read so far, by number and by name."""

    by_number: dict[str, PlayerRow] = field(default_factory=dict)
    by_name: dict[tuple[str, str], list[PlayerRow]] = field(default_factory=dict)

    def add(self, row: PlayerRow) -> None:
        if row.number:
            self.by_number[row.number.casefold()] = row
        self.by_name.setdefault(row.name_key, []).append(row)

    def has(self, row: PlayerRow) -> bool:
        """Whether an earlier line says just the same."""
        return row in self.by_name.get(row.name_key, ())

    def repeats(self, row: PlayerRow) -> tuple[LineProblem, ...]:
        """The earlier line that holds the same player, if any; two numbers are two people."""
        same_number = self.by_number.get(row.number.casefold()) if row.number else None
        if same_number is not None:
            return (LineProblem(row.line, "number", "number_twice", {"first_line": same_number.line}),)
        for other in self.by_name.get(row.name_key, ()):
            if not (row.number and other.number):
                return (LineProblem(row.line, "last_name", "name_twice", {"first_line": other.line}),)
        return ()
