"""Reader and writer for a movement as CSV, one line per round and table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tournaments.core.exchange.csv_text import (
    CsvLine,
    UnreadableCsv,
    clean_cell,
    encode_lines,
    find_delimiter,
    read_named_separator,
    simple_word,
    split_lines,
)
from tournaments.core.exchange.movement_file import (
    HIGHEST_NUMBER,
    MOST_BOARDS_PER_SET,
    MOST_ROUNDS,
    MOST_TABLES,
    MovementFile,
    MovementProblem,
    MovementReading,
    WrittenMovement,
    assemble,
    guess_shape,
    refuse_all,
    refused,
)
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.numbering import printed_players
from tournaments.core.movements.table_shape import FREE_FIVES, SHAPES


@dataclass(frozen=True, slots=True)
class MovementColumn:
    """One column of the file."""

    title: str
    names: str
    """Accepted titles, as `simple_word` returns them."""
    highest: int
    lowest: int = 1
    is_needed: bool = True


COLUMNS: Mapping[str, MovementColumn] = {
    "round": MovementColumn("Position", "position round tour ronde pos", MOST_ROUNDS),
    "table": MovementColumn("Table", "table", MOST_TABLES),
    "north": MovementColumn("N", "n nord north", HIGHEST_NUMBER, lowest=0),
    "south": MovementColumn("S", "s sud south", HIGHEST_NUMBER, lowest=0),
    "east": MovementColumn("E", "e est east", HIGHEST_NUMBER, lowest=0),
    "west": MovementColumn("O", "o ouest w west", HIGHEST_NUMBER, lowest=0),
    "fifth": MovementColumn("5e", "5 5e 5th cinquieme fifth", HIGHEST_NUMBER, lowest=0, is_needed=False),
    "board_set": MovementColumn("Série", "serie set boardset boards serieetuis", HIGHEST_NUMBER, lowest=0),
    "boards_per_set": MovementColumn(
        "Étuis par série", "etuisparserie boardsperset etuis", MOST_BOARDS_PER_SET, is_needed=False
    ),
    "copies": MovementColumn("Exemplaires", "exemplaires copies", MOST_TABLES, is_needed=False),
    "shape": MovementColumn("Forme", "forme shape formule", 0, is_needed=False),
}
"""Columns in the order of the file. The fifth exists only if tables have a fifth seat."""
SEATS = ("north", "south", "east", "west", "fifth")
_NUMBERS = tuple(name for name in COLUMNS if name != "shape")


@dataclass(frozen=True, slots=True)
class MovementRow:
    """One line of the file, in range."""

    line: int
    numbers: Mapping[str, int]
    """Numbers by name of column; blank cells are missing."""
    shape: str


def movement_to_csv(file: MovementFile) -> bytes:
    """Return the file as UTF-8 with BOM, `;`, CRLF and French titles, which spreadsheets open directly.

    An empty seat and a missing set are 0.
    """
    movement = file.movement
    ends = (file.boards_per_set, movement.copies, movement.shape.code)
    absent_seats = SEATS[movement.shape.seat_count :]
    lines = [[column.title for name, column in COLUMNS.items() if name not in absent_seats]]
    for this_round, tables in enumerate(printed_players(movement).tolist()):
        for table, seats in enumerate(tables):
            board_set = int(movement.board_sets[this_round, table]) + 1
            lines.append([str(cell) for cell in (this_round + 1, table + 1, *seats, board_set, *ends)])
    return encode_lines(lines)


def movement_from_csv(text: str) -> MovementReading:
    """Read lines in any order. A round and table without a line is an empty table.

    These columns may be missing:

    - boards per set and copies, both 1 by default
    - the shape, which the numbers show
    - the fifth seat

    Returns:
        Problems of the codes `movement_file_empty`, `line_unreadable`, `columns_missing`, `column_twice`,
        `cell_missing`, `number_not_in_range`, `shape_unknown`, `table_twice`, `lines_disagree`, and those of
        `assemble`.
    """
    separator, text = read_named_separator(text)
    try:
        lines = list(split_lines(text, separator or find_delimiter(text)))
    except UnreadableCsv as error:
        return refused("line_unreadable", error.line)
    if not lines:
        return refused("movement_file_empty")
    header, *records = lines
    places = _find_columns(header)
    names = list(places.values())
    missing_titles = tuple(
        column.title for name, column in COLUMNS.items() if column.is_needed and name not in names
    )
    if missing_titles:
        return refused("columns_missing", header.number, missing=missing_titles)
    repeated_titles = [COLUMNS[name].title for name in COLUMNS if names.count(name) > 1]
    if repeated_titles:
        return refused("column_twice", header.number, repeated_titles[0])
    rows = [_read_row(record, places) for record in records]
    sound_rows = [row for row in rows if isinstance(row, MovementRow)]
    refusal = refuse_all(problem for row in rows if isinstance(row, list) for problem in row)
    refusal = refusal or refuse_all(_problems_together(sound_rows))
    if refusal is not None:
        return refusal
    return assemble(_to_figures(sound_rows)) if sound_rows else refused("movement_empty")


def _find_columns(header: CsvLine) -> dict[int, str]:
    name_of = {word: name for name, column in COLUMNS.items() for word in column.names.split()}
    words = enumerate(simple_word(title) for title in header.cells)
    return {place: name_of[word] for place, word in words if word in name_of}


def _read_row(record: CsvLine, places: Mapping[int, str]) -> MovementRow | list[MovementProblem]:
    cells = {
        name: clean_cell(record.cells[place]) if place < len(record.cells) else ""
        for place, name in places.items()
    }
    problems: list[MovementProblem] = []
    for name, cell in cells.items():
        problems += _cell_problems(record.number, COLUMNS[name], cell)
    if problems:
        return problems
    numbers = {name: int(cells[name]) for name in _NUMBERS if cells.get(name)}
    return MovementRow(record.number, numbers, cells.get("shape", ""))


def _cell_problems(line: int, column: MovementColumn, cell: str) -> Iterator[MovementProblem]:
    if not cell:
        if column.is_needed:
            yield MovementProblem("cell_missing", line, column.title)
    elif column is COLUMNS["shape"]:
        if cell not in SHAPES:
            yield MovementProblem("shape_unknown", line, column.title, {"known": tuple(SHAPES)})
    elif not (cell.isascii() and cell.isdigit() and len(cell) < 9) or not (
        column.lowest <= int(cell) <= column.highest
    ):
        values = {"written": cell[:40], "lowest": column.lowest, "highest": column.highest}
        yield MovementProblem("number_not_in_range", line, column.title, values)


def _problems_together(rows: list[MovementRow]) -> Iterator[MovementProblem]:
    """Yield problems of several lines: a table twice, or different values for the whole movement."""
    first_lines: dict[tuple[int, int], int] = {}
    for row in rows:
        place = (row.numbers["round"], row.numbers["table"])
        first = first_lines.setdefault(place, row.line)
        if first != row.line:
            yield MovementProblem("table_twice", row.line, values={"first_line": first})
    for name in ("boards_per_set", "copies", "shape"):
        if len({_shared_value(row, name) for row in rows} - {""}) > 1:
            yield MovementProblem("lines_disagree", place=COLUMNS[name].title)


def _shared_value(row: MovementRow, name: str) -> str:
    return row.shape if name == "shape" else str(row.numbers.get(name, ""))


def _to_figures(rows: list[MovementRow]) -> WrittenMovement:
    rounds = max(row.numbers["round"] for row in rows)
    tables = max(row.numbers["table"] for row in rows)
    shape = next((SHAPES[row.shape] for row in rows if row.shape), None)
    # a file may have numbers of fifth players and no shape
    has_fifth = shape == FREE_FIVES or any(row.numbers.get("fifth") for row in rows)
    seats = SEATS if has_fifth else SEATS[:SEAT_COUNT]
    players = np.zeros((rounds, tables, len(seats)), dtype=np.int64)
    board_sets = np.zeros((rounds, tables), dtype=np.int64)
    for row in rows:
        place = (row.numbers["round"] - 1, row.numbers["table"] - 1)
        players[place] = [row.numbers.get(seat, 0) for seat in seats]
        board_sets[place] = row.numbers["board_set"]
    return WrittenMovement(
        players=players,
        board_sets=board_sets,
        shape=shape or guess_shape(players, has_boards=bool(board_sets.any())),
        boards_per_set=max(row.numbers.get("boards_per_set", 1) for row in rows),
        copies=max(row.numbers.get("copies", 1) for row in rows),
    )
