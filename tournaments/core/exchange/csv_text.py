"""Bytes of a spreadsheet's CSV to rows of clean cells, and back; nothing here knows what a column means."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.core.alphabet import base_letters

DELIMITERS = ";,\t|"

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"(?:-\d+|\+\d{1,9})(?:[.,]\d+)?", re.ASCII)
"""A number with its sign; longer ones with + are telephones, of which spreadsheets drop the sign."""
_QUOTED_FORMULA = re.compile(r"''*[=+\-@＝＋－＠]")


@dataclass(frozen=True, slots=True)
class CsvLine:
    """One record of a file."""

    number: int
    """Line of the file where the record begins, from 1."""
    cells: tuple[str, ...]
    """As written: not cleaned."""


class UnreadableCsv(ValueError):
    """The rest of the file cannot be cut into cells, from `line` on."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} cannot be cut into cells")
        self.line = line


def find_delimiter(text: str) -> str:
    """The delimiter that occurs most in the first line that is not blank; `;` when none does."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=first.count)


def split_lines(text: str, delimiter: str) -> Iterable[CsvLine]:
    """The records that hold anything, one by one.

    Raises:
        UnreadableCsv: when a record cannot be cut; those before it have been given.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise UnreadableCsv(number) from error
        if any(cell.strip() for cell in cells):
            yield CsvLine(number, tuple(cells))


def clean_cell(cell: str) -> str:
    """Composed characters (NFC), single spaces, no control or invisible character, no formula quote."""
    spaced = " ".join(cell.split())
    if spaced.isprintable():
        visible = spaced
    else:
        visible = "".join(char for char in spaced if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    composed = " ".join(unicodedata.normalize("NFC", visible).split())
    return composed[1:] if _QUOTED_FORMULA.match(composed) else composed


def simple_word(text: str) -> str:
    """Return the letters and digits alone, without accents or case: to compare what people write.

    Example:
        >>> simple_word("D’Œuvré-Łuczak") == simple_word("D'OEUVRE LUCZAK")
        True
    """
    return "".join(letter for letter in base_letters(text) if letter.isalnum())


def encode_lines(lines: Iterable[Sequence[str]]) -> bytes:
    """A CSV that spreadsheets open as it is: UTF-8 with BOM, `;`, CRLF, no cell taken for a formula.

    A cell that a spreadsheet would compute gets a quote in front, which `clean_cell` takes off; a number with
    its sign stays one.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for cells in lines:
        writer.writerow([f"'{cell}" if _is_formula(cell) else cell for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def _is_formula(cell: str) -> bool:
    return bool(_FORMULA.match(cell)) and not _NUMBER.fullmatch(cell)
