"""CSV of spreadsheets to rows of clean cells, and back, without knowledge of the columns."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.core.alphabet import base_letters

DELIMITERS = ";,\t|"

_NAMED_SEPARATOR = re.compile(r'\s*"?sep=(?P<separator>.|\\t)"?[;,\t|\s]*', re.IGNORECASE)
"""First line that names the separator for Excel."""
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"(?:-\d+|\+\d{1,9})(?:[.,]\d+)?", re.ASCII)
"""Number with its sign. Longer ones with + are telephones, from which spreadsheets drop the sign."""
_QUOTED_FORMULA = re.compile(r"''*[=+\-@＝＋－＠]")

_TEXT_FORMULA = re.compile(r'="(?P<text>[^"]*)"')
"""Formula with which programs keep Excel from dropping the zeros of a number."""


@dataclass(frozen=True, slots=True)
class CsvLine:
    """One record of a file."""

    number: int
    """Line of the file where the record begins, from 1."""
    cells: tuple[str, ...]
    """Cells as written, not cleaned."""


class UnreadableCsv(ValueError):
    """Error for a file that cannot be split into cells from `line` on."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} cannot be cut into cells")
        self.line = line


def read_named_separator(text: str) -> tuple[str, str]:
    """Return the separator that the first line names, "" for none, and the text without that line."""
    line, _break, text_below = text.lstrip("\ufeff").partition("\n")
    match = _NAMED_SEPARATOR.fullmatch(line.rstrip("\r"))
    if match is None:
        return "", text
    separator = "\t" if match["separator"] == r"\t" else match["separator"]
    # a line break in place of the first line keeps the line numbers
    return (separator if separator in DELIMITERS else ""), f"\n{text_below}"


def find_delimiter(text: str) -> str:
    """Return the most frequent delimiter of the first line that is not blank; `;` if there is none."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=first.count)


def split_lines(text: str, delimiter: str) -> Iterable[CsvLine]:
    """Yield the records that are not blank, one by one.

    Raises:
        UnreadableCsv: a record cannot be split; the records before it have been yielded.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        # a record may span several lines: the reader counts those it has read
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
    """Return composed characters (NFC) and single spaces, without control or invisible characters.

    A quote before a formula is removed. A formula that only stands for a text (`="0012"`) becomes the text.
    """
    line = " ".join(cell.split())
    if line.isprintable():
        visible_text = line
    else:
        visible_text = "".join(char for char in line if unicodedata.category(char) not in ("Cc", "Cf", "Cs"))
    # removed characters may leave double spaces or spaces at the ends
    nfc_text = " ".join(unicodedata.normalize("NFC", visible_text).split())
    if match := _TEXT_FORMULA.fullmatch(nfc_text):
        return match["text"].strip()
    return nfc_text[1:] if _QUOTED_FORMULA.match(nfc_text) else nfc_text


def simple_word(text: str) -> str:
    """Return the letters and digits alone, without accents or case, to compare what people write.

    Example:
        >>> simple_word("D’Œuvré-Łuczak") == simple_word("D'OEUVRE LUCZAK")
        True
    """
    return "".join(letter for letter in base_letters(text) if letter.isalnum())


def encode_lines(lines: Iterable[Sequence[str]]) -> bytes:
    """Return a CSV that spreadsheets open directly: UTF-8 with BOM, `;`, CRLF, no cell that is a formula.

    A cell that a spreadsheet would compute gets a quote in front, which `clean_cell` removes. A number with
    its sign stays a number.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    for cells in lines:
        writer.writerow([f"'{cell}" if _is_formula(cell) else cell for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def _is_formula(cell: str) -> bool:
    return bool(_FORMULA.match(cell)) and not _NUMBER.fullmatch(cell)
