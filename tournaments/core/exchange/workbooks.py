"""Workbooks of spreadsheets (XLSX, XLSM, XLSB, XLS, ODS) as rows of texts.

A file of some kilobytes can unpack to gigabytes, or name one cell in the last row and column. So an
archive is unpacked here first, within limits, and packed again without compression: the library reads only
what was
counted. Call `read_workbook` in a child process that the system holds to its memory and seconds all the
same.
"""

import datetime
import io
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass

import python_calamine

MOST_UNPACKED = 60_000_000
"""Bytes of all parts of a workbook together."""
MOST_PARTS = 5_000
MOST_CELLS = 1_000_000
"""Cells of one sheet, blank ones inside its corners included."""
MOST_SHEETS = 60
LONGEST = 2_000
"""Letters of a cell that are kept."""


class WorkbookRefused(ValueError):
    """A workbook that is not read; `code` names the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet that holds anything, as texts."""

    name: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """The number that the spreadsheet shows beside each row that is not blank, from 1, and its cells."""


def read_workbook(content: bytes, most_rows: int) -> tuple[Sheet, ...]:
    """Return the sheets that hold anything; hidden sheets and drawings are passed over.

    A formula counts as the value that the spreadsheet stored for it, a merged cell as its first one.

    Raises:
        WorkbookRefused: `workbook_locked`, `workbook_too_large`, `workbook_broken`, or `file_is_word` for a
            document of the old Word.
    """
    if content.startswith(b"PK"):
        content = _repacked(content)
    try:
        with python_calamine.load_workbook(io.BytesIO(content)) as book:
            return tuple(_sheets(book, most_rows))
    except python_calamine.PasswordError:
        raise WorkbookRefused("workbook_locked") from None
    except (python_calamine.CalamineError, OSError, ValueError, UnicodeError) as error:
        if b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t" in content:
            raise WorkbookRefused("file_is_word") from error
        locked = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e" in content
        raise WorkbookRefused("workbook_locked" if locked else "workbook_broken") from error


def _repacked(content: bytes) -> bytes:
    """Return the archive with the same parts, uncompressed, once their true sizes are known to be allowed."""
    packed = io.BytesIO()
    left = MOST_UNPACKED
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(packed, "w") as target:
            parts = source.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise WorkbookRefused("workbook_too_large")
            for part in parts:
                if part.flag_bits & 1:
                    raise WorkbookRefused("workbook_locked")
                with source.open(part) as opened:
                    unpacked = opened.read(left + 1)
                left -= len(unpacked)
                if left < 0:
                    raise WorkbookRefused("workbook_too_large")
                target.writestr(part.filename, unpacked)
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise WorkbookRefused("workbook_broken") from error
    return packed.getvalue()


def _sheets(book: python_calamine.CalamineWorkbook, most_rows: int) -> Iterable[Sheet]:
    shown = [
        about
        for about in book.sheets_metadata
        if about.typ is python_calamine.SheetTypeEnum.WorkSheet
        and about.visible is python_calamine.SheetVisibleEnum.Visible
    ]
    for about in shown[:MOST_SHEETS]:
        sheet = book.get_sheet_by_name(about.name)
        if sheet.height * sheet.width > MOST_CELLS:
            raise WorkbookRefused("workbook_too_large")
        first = sheet.start[0] + 1 if sheet.start else 1
        rows = []
        for number, values in enumerate(sheet.iter_rows(), first):
            cells = tuple(_text(value) for value in values)
            if any(cells):
                rows.append((number, cells))
            if len(rows) > most_rows:
                break
        if rows:
            yield Sheet(about.name, tuple(rows))


def _text(value: object) -> str:
    """Return what a cell says, as a text file would."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value).strip()[:LONGEST]
