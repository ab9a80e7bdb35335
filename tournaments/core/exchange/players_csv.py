"""The list of a club's players as a CSV file: read with every problem named, written back the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class PlayersFile:
    """What a file holds; a line with a problem is not among the rows."""

    rows: tuple[PlayerRow, ...] = ()
    problems: tuple[LineProblem, ...] = ()
    """In the order of the file."""
    ignored_columns: tuple[str, ...] = ()
    """Titles that mean nothing here."""


def read_players(content: bytes) -> PlayersFile:
    """Read a list of players; whatever the bytes, what is wrong becomes a problem, nothing is raised.

    The first line that is not blank names the columns, in any order; only the last name must be there.
    Two lines with one federation number, or with one name unless their numbers differ, are reported
    on the second. An unreadable line ends the reading: what precedes it is kept.

    Returns:
        Problems of the codes `file_too_large`, `file_empty`, `header_missing`, `column_twice`,
        `too_many_rows`, `no_players`, `line_unreadable`, `too_many_cells`, `cell_line_break`,
        `cell_undecodable`, `cell_too_long`, `name_missing`, `number_invalid`, `series_unknown`,
        `year_invalid`, `day_invalid`, `language_unknown`, `number_twice`, `name_twice`.
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
    rows, problems = _read_records(records, places, len(header.cells))
    if not records and not unreadable:
        problems = (LineProblem(0, "", "no_players"),)
    titles = (clean_cell(title) for place, title in enumerate(header.cells) if place not in places)
    return PlayersFile(rows, (*problems, *unreadable), tuple(title for title in titles if title))


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
) -> tuple[tuple[PlayerRow, ...], tuple[LineProblem, ...]]:
    """Rows without a problem, and the problems of the others."""
    rows: list[PlayerRow] = []
    problems: list[LineProblem] = []
    known = _Known()
    for record in records:
        row, found = read_row(record, places)
        if any(cell.strip() for cell in record.cells[cell_count:]):
            found = (*found, LineProblem(record.number, "", "too_many_cells", {"most": cell_count}))
        found = (*found, *known.repeats(row))
        if found:
            problems.extend(found)
        else:
            known.add(row)
            rows.append(row)
    return tuple(rows), tuple(problems)


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
            if not (row.number and other.number):
                return (LineProblem(row.line, "last_name", "name_twice", {"first_line": other.line}),)
        return ()
