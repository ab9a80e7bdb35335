"""Tables as workbooks for spreadsheets, XLSX (ECMA-376).

Numbers are numbers and all other cells are texts, never formulas, whatever they begin with. The first row of
each sheet is bold, stays in view and is repeated on each printed page. Columns are as wide as their content.
"""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

Cell = str | int | Decimal
"""Text, or a number. A Decimal is shown with its own number of decimals."""

NARROWEST, WIDEST = 6, 48
"""Least and largest width of a column, in letters."""
MOST_DECIMALS = 6
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""
_CREATED_AT = datetime(1980, 1, 1)  # noqa: DTZ001 - a file has no time zone
"""Time in each workbook, so that equal tables are equal files. The parts of the archive have the same."""
_A4 = 9


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """One sheet: its name, at most 31 characters, and its rows, the titles first."""

    name: str
    rows: Sequence[Sequence[Cell]]

    @property
    def widths(self) -> list[int]:
        """Width of each column in letters."""
        count = max((len(row) for row in self.rows), default=0)
        lengths = [[len(str(row[place])) for row in self.rows if place < len(row)] for place in range(count)]
        return [min(max(NARROWEST, *column) + 1, WIDEST) for column in lengths]


def decimals_in(cell: int | Decimal) -> int:
    """Return the number of decimals with which a number is shown, at most `MOST_DECIMALS`."""
    exponent = cell.as_tuple().exponent if isinstance(cell, Decimal) else 0
    return min(max(0, -exponent), MOST_DECIMALS) if isinstance(exponent, int) else 0


def write_xlsx(sheets: Sequence[WrittenSheet]) -> bytes:
    """Return the sheets as a file for Excel, LibreOffice and other spreadsheets."""
    from xlsxwriter import Workbook  # noqa: PLC0415 - 135 ms, for these files alone

    packed = io.BytesIO()
    with Workbook(packed, {"in_memory": True}) as book:
        book.set_properties({"created": _CREATED_AT})
        bold = book.add_format({"bold": True})
        numbers = [
            book.add_format({"num_format": f"0.{'0' * count}" if count else "0"})
            for count in range(MOST_DECIMALS + 1)
        ]
        for written in sheets:
            sheet = book.add_worksheet(written.name)
            sheet.freeze_panes(1, 0)
            sheet.repeat_rows(0)
            sheet.set_landscape()
            sheet.set_paper(_A4)
            sheet.fit_to_pages(1, 0)
            for column, width in enumerate(written.widths):
                sheet.set_column(column, column, width)
            for line, row in enumerate(written.rows):
                for column, cell in enumerate(row):
                    if isinstance(cell, str):
                        # never `write`, which makes formulas and links of texts
                        sheet.write_string(line, column, _text(cell), None if line else bold)
                    else:
                        sheet.write_number(line, column, cell, numbers[decimals_in(cell)])
    return packed.getvalue()


def _text(text: str) -> str:
    """Return a text as XlsxWriter can write it."""
    text = _UNWRITABLE.sub("", text)
    # the library takes such a text for its own XML of a rich text, and would not escape it
    return f"{text} " if text.startswith("<r>") and text.endswith("</r>") else text
