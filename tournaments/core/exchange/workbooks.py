"""Workbooks of spreadsheets (XLSX, XLSM, XLSB, XLS, ODS) as rows of texts.

A file of some kilobytes can unpack to gigabytes, or have a single cell in the last row and column. So an
archive is first unpacked here, within limits, and packed again without compression. The library reads only
parts whose size was counted. Call `read_workbook` in a child process with limits of memory and time all the
same.
"""

import datetime
import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import python_calamine

from tournaments.core.exchange.hidden_rows import find_hidden_rows

MOST_UNPACKED = 60_000_000
"""Largest number of bytes of all parts of a workbook together."""
MOST_PARTS = 5_000
MOST_CELLS = 1_000_000
"""Largest number of cells of one sheet, blank ones inside its corners included."""
MOST_SHEETS = 60
LONGEST = 2_000
"""Number of characters of a cell that are kept."""


class WorkbookRefused(ValueError):
    """Error for a workbook that is not read. `code` names the sentence for people."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet that is not empty, as texts."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """Number of each row that is not blank, from 1 as the spreadsheet shows it, and its cells."""
    hidden: frozenset[int] = frozenset()
    """Numbers of the rows that the spreadsheet hides, in XLSX and ODS."""


def read_workbook(content: bytes, most_rows: int) -> tuple[Sheet, ...]:
    """Return the sheets that are not empty. Hidden sheets and drawings are left out, hidden rows are named.

    A formula counts as the value that the spreadsheet stored for it, merged cells of one
    column each as the first of them, other merged cells as their first one.

    Raises:
        WorkbookRefused: `workbook_locked`, `workbook_too_large`, `workbook_broken`, or `file_is_word` for a
            document of the old Word.
    """
    hidden_rows: Mapping[str, frozenset[int]] = {}
    if content.startswith(b"PK"):
        content = _repack(content)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            hidden_rows = find_hidden_rows(archive)
    try:
        with python_calamine.load_workbook(io.BytesIO(content)) as book:
            return tuple(
                replace(sheet, hidden=hidden_rows.get(sheet.name, frozenset()))
                for sheet in _sheets(book, most_rows)
            )
    except python_calamine.PasswordError:
        raise WorkbookRefused("workbook_locked") from None
    except (python_calamine.CalamineError, OSError, ValueError, UnicodeError) as error:
        # names of streams in the old Office format are UTF-16
        if b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t" in content:
            raise WorkbookRefused("file_is_word") from error
        is_locked = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e" in content
        raise WorkbookRefused("workbook_locked" if is_locked else "workbook_broken") from error


def _repack(content: bytes) -> bytes:
    """Return the archive with the same parts, uncompressed. Refuse it if their true sizes are too large."""
    output = io.BytesIO()
    remaining = MOST_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(output, "w") as target:
            parts = source.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise WorkbookRefused("workbook_too_large")
            for part in parts:
                if part.flag_bits & 1:
                    raise WorkbookRefused("workbook_locked")
                with source.open(part) as stream:
                    # the sizes in the headers may be false: read no more than one byte too many
                    data = stream.read(remaining + 1)
                remaining -= len(data)
                if remaining < 0:
                    raise WorkbookRefused("workbook_too_large")
                target.writestr(part.filename, data)
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise WorkbookRefused("workbook_broken") from error
    return output.getvalue()


def _sheets(book: python_calamine.CalamineWorkbook, most_rows: int) -> Iterable[Sheet]:
    visible_sheets = [
        metadata
        for metadata in book.sheets_metadata
        if metadata.typ is python_calamine.SheetTypeEnum.WorkSheet
        and metadata.visible is python_calamine.SheetVisibleEnum.Visible
    ]
    for metadata in visible_sheets[:MOST_SHEETS]:
        sheet = book.get_sheet_by_name(metadata.name)
        if sheet.height * sheet.width > MOST_CELLS:
            raise WorkbookRefused("workbook_too_large")
        rows = []
        for number, cells in enumerate(_complete_rows(sheet), 1):
            if any(cells):
                rows.append((number, cells))
            if len(rows) > most_rows:
                break
        if rows:
            yield Sheet(metadata.name, tuple(rows))


def _complete_rows(sheet: python_calamine.CalamineSheet) -> Iterable[tuple[str, ...]]:
    """Yield the texts of each row. Cells that are merged over rows of one column all have their text."""
    # the library pads the rows above the first cell, and leaves out the columns before it
    top, left = sheet.start or (0, 0)
    bottom = top + sheet.height - 1
    continued_cells = {
        (row, column)
        for (first_row, column), (last_row, last_column) in sheet.merged_cell_ranges or ()
        if column == last_column
        for row in range(first_row + 1, min(last_row, bottom) + 1)
    }
    texts_above: tuple[str, ...] = ()
    for row, values in enumerate(sheet.iter_rows()):
        texts_above = tuple(
            texts_above[place] if (row, left + place) in continued_cells else _text(value)
            for place, value in enumerate(values)
        )
        yield texts_above


def _text(value: object) -> str:
    """Return the value of a cell as a text file would have it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        # workbooks store all numbers as floats; beyond 15 digits they are not exact
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value).strip()[:LONGEST]
