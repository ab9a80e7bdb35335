"""Tables of an uploaded list, which is a text file or a workbook.

Workbooks are read in a child process with limits.
"""

from dataclasses import dataclass

from common.workers.forking import Limits, TooLate, TooMuchMemory, TooMuchTime, WorkFailed, run_in_child
from tournaments.base.services.gates import Busy, Gate
from tournaments.core.exchange.csv_text import CsvLine
from tournaments.core.exchange.file_kinds import FileKind, kind_of
from tournaments.core.exchange.player_columns import ListTable
from tournaments.core.exchange.player_row import LineProblem
from tournaments.core.exchange.players_csv import (
    MOST_BYTES,
    MOST_ROWS,
    ListRefused,
    find_list_table,
    read_table,
)
from tournaments.core.exchange.workbooks import Sheet, WorkbookRefused, read_workbook

LIMITS = Limits(seconds=30, cpu_seconds=15, memory=1200 * 1024**2)
GATE = Gate(at_work=1, waiting=1, patience=5)
"""One thread of a process reads a workbook and one waits. The other threads stay free for pages."""


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table of a file with the name of its sheet; the name is "" for a text file."""

    name: str
    table: ListTable
    hidden: tuple[int, ...] = ()
    """Lines that the spreadsheet hides. They are read as the others."""


def read_tables(content: bytes) -> tuple[NamedTable, ...]:
    """Return the tables of a file: one for a text file, one for each sheet with the titles of a list.

    Raises:
        ListRefused: as `read_table`; `workbook_locked`, `workbook_broken`, `workbook_too_large` or
            `workbook_busy`.
    """
    if kind_of(content) is not FileKind.WORKBOOK:
        return (NamedTable("", read_table(content)),)
    if len(content) > MOST_BYTES:
        raise ListRefused(LineProblem(0, "", "file_too_large", {"bytes": len(content), "most": MOST_BYTES}))
    tables, refusal = [], ListRefused(LineProblem(0, "", "file_empty"))
    for sheet in _sheets(content):
        records = [CsvLine(number, cells) for number, cells in sheet.rows]
        try:
            # sheets without a list are skipped; the last refusal counts if there is no table at all
            table = find_list_table(records)
            hidden = tuple(record.number for record in table.records if record.number in sheet.hidden)
            tables.append(NamedTable(sheet.name, table, hidden))
        except ListRefused as error:
            refusal = error
    if not tables:
        raise refusal
    return tuple(tables)


def _sheets(content: bytes) -> tuple[Sheet, ...]:
    try:
        with GATE.passed():
            answer = run_in_child(_read, content, limits=LIMITS)
    except (Busy, TooLate):
        raise ListRefused(LineProblem(0, "", "workbook_busy")) from None
    except (TooMuchTime, TooMuchMemory):
        raise ListRefused(LineProblem(0, "", "workbook_too_large")) from None
    except WorkFailed:
        raise ListRefused(LineProblem(0, "", "workbook_broken")) from None
    if isinstance(answer, str):
        raise ListRefused(LineProblem(0, "", answer))
    return answer


def _read(content: bytes) -> tuple[Sheet, ...] | str:
    """Return the sheets, or the code of a refusal. It runs in the child process."""
    try:
        # titles and lines above them come on top of the rows
        return read_workbook(content, MOST_ROWS + 20)
    except WorkbookRefused as refusal:
        return refusal.code
