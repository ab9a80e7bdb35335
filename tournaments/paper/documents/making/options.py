"""Options of printed documents: reading them from forms, storing them and restoring them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.models.events import MOST_SECTIONS

LARGEST_NUMBER = 999
"""Largest number of a round, étui or table. A larger one is a typing error."""
LARGEST_RECEIPT = 99_999
"""Largest number of a receipt."""
MOST_COPIES = 50
LONGEST_NOTE = 120


SET_BY_PROGRAM = frozenset({"site", "saves_paper"})
"""Fields of `DocumentOptions` that are no choice of a person."""


class OptionName(StrEnum):
    """Names of options: fields of `DocumentOptions`, form inputs and arguments of the command."""

    SECTION = "section"
    FIRST_ROUND = "first_round"
    LAST_ROUND = "last_round"
    FIRST_BOARD = "first_board"
    LAST_BOARD = "last_board"
    FIRST_TABLE = "first_table"
    LAST_TABLE = "last_table"
    FIRST_RECEIPT = "first_receipt"
    LAST_RECEIPT = "last_receipt"
    PART = "part"
    KINDS = "kinds"
    PAPER = "paper"
    PER_SHEET = "per_sheet"
    CUT_MARKS = "cut_marks"
    WIDE_MARGIN = "wide_margin"
    GREY = "grey"
    LARGE_TYPE = "large_type"
    COPIES = "copies"
    NOTE = "note"


ROUNDS = frozenset({OptionName.FIRST_ROUND, OptionName.LAST_ROUND})
BOARDS = frozenset({OptionName.FIRST_BOARD, OptionName.LAST_BOARD})
TABLES = frozenset({OptionName.FIRST_TABLE, OptionName.LAST_TABLE})
RECEIPTS = frozenset({OptionName.FIRST_RECEIPT, OptionName.LAST_RECEIPT})


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOptions:
    """The options of one document. None means "all"; a kind ignores options that it does not have."""

    section: int | None = None
    """Number of the only section to print."""
    first_round: int | None = None
    last_round: int | None = None
    first_board: int | None = None
    last_board: int | None = None
    first_table: int | None = None
    last_table: int | None = None
    first_receipt: int | None = None
    last_receipt: int | None = None
    part: str = ""
    """Code of one variant of the kind (`DocumentType.parts`), "" for the default."""
    kinds: tuple[str, ...] = ()
    """Kinds of the documents in a pack, () for the default ones."""
    paper: str = ""
    """Paper size, "A4" or "A5"; "" for the kind's own."""
    per_sheet: int | None = None
    """Number of cards or leaves on one sheet, None for the kind's own."""
    cut_marks: bool = False
    """True for marks at the corners of the cards."""
    wide_margin: bool = False
    """True for a wide left margin, for the pocket of an étui or for binding."""
    grey: bool = False
    """True for greys in place of colours. Every document has this option."""
    large_type: bool = False
    """True for type of 14 points and more where people read names and figures (documents/large_type.py)."""
    copies: int = 1
    """Number of copies of each sheet, mostly of blank forms."""
    note: str = ""
    """Line of text of the organiser."""
    site: str = ""
    """Address of the site as the hall reaches it, without a final slash; "" if unknown.

    The program that requests the document sets it; people do not choose it.
    """
    saves_paper: bool = False
    """True for four travellers of few lines on an A4. A pack sets it; people choose a number of cards."""

    def has_section(self, number: int) -> bool:
        return self.section is None or self.section == number

    def has_round(self, number: int) -> bool:
        return _is_within(self.first_round, self.last_round, number)

    def has_board(self, number: int) -> bool:
        return _is_within(self.first_board, self.last_board, number)

    def has_table(self, number: int) -> bool:
        return _is_within(self.first_table, self.last_table, number)

    def has_receipt(self, number: int) -> bool:
        return _is_within(self.first_receipt, self.last_receipt, number)

    @property
    def style_classes(self) -> str:
        """The classes of the root element for the style sheets: "a5", "per-sheet-4", "cut-marks"…"""
        classes = (
            self.paper.lower(),
            f"per-sheet-{self.per_sheet}" if self.per_sheet else "",
            "cut-marks" if self.cut_marks else "",
            "wide-margin" if self.wide_margin else "",
            "grey" if self.grey else "",
            "large-type" if self.large_type else "",
        )
        return " ".join(filter(None, classes))


PLAIN = DocumentOptions()
"""Default options: the whole document, set as its kind prescribes."""


def options_json(options: DocumentOptions) -> dict[str, Any]:
    """Return the options that differ from the default, as JSON values; `read_stored_options` reads them."""
    values = {field.name: getattr(options, field.name) for field in fields(options)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value != getattr(PLAIN, name)
    }


def read_stored_options(json_values: Mapping[str, Any]) -> DocumentOptions:
    """Return options from `options_json`. Names that this version does not know are ignored."""
    field_names = {field.name for field in fields(DocumentOptions)}
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in json_values.items()
        # another version of the program may have stored an option that does not exist any more
        if name in field_names
    }
    return DocumentOptions(**values)


def read_document_options(values: Mapping[str, str | list[str]]) -> DocumentOptions:
    """Return options from the texts of a form or of the command, by name. "" leaves an option at its default.

    `DocumentType.check_options` checks which options, parts and numbers a kind accepts.

    Raises:
        AppError: a value is invalid, or a range ends before its start (`bad_options`, with the sentence at
            each field).
    """
    option_values: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for name, value in values.items():
        if value in ("", []):
            continue
        if name not in READERS:
            problems[name] = no_such_option()
            continue
        try:
            option_values[name] = READERS[OptionName(name)](value)
        except ValueError as error:
            problems[name] = str(error)
    options = DocumentOptions(**option_values)
    problems |= _reversed_ranges(options)
    if problems:
        raise bad_options(problems)
    return options


def bad_options(problems: Mapping[str, str]) -> AppError:
    """Return the error for invalid options, with a sentence at each field."""
    return AppError("bad_options", " ".join(problems.values()), fields=problems)


def no_such_option() -> str:
    """Return the message for an option that a document does not have."""
    return _("Ce document n’a pas cette option.")


def _is_within(first: int | None, last: int | None, number: int) -> bool:
    return (first is None or first <= number) and (last is None or number <= last)


def _reversed_ranges(options: DocumentOptions) -> dict[str, str]:
    """Return a message for each range that ends before its start."""
    ranges = {
        OptionName.LAST_ROUND: (options.first_round, options.last_round),
        OptionName.LAST_BOARD: (options.first_board, options.last_board),
        OptionName.LAST_TABLE: (options.first_table, options.last_table),
        OptionName.LAST_RECEIPT: (options.first_receipt, options.last_receipt),
    }
    return {
        name: _("Le dernier (%(last)s) vient avant le premier (%(first)s).") % {"first": first, "last": last}
        for name, (first, last) in ranges.items()
        if first is not None and last is not None and last < first
    }


def _number(text: str | list[str], most: int = LARGEST_NUMBER) -> int:
    # eight digits are enough for any limit; `int` of a long text would take long
    number = int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 9 else 0
    if not 1 <= number <= most:
        raise ValueError(_("Écrivez un nombre de 1 à %(most)s.") % {"most": most})
    return number


def _receipt_number(text: str | list[str]) -> int:
    return _number(text, LARGEST_RECEIPT)


def _section(text: str | list[str]) -> int:
    return _number(text, MOST_SECTIONS)


def _copies(text: str | list[str]) -> int:
    return _number(text, MOST_COPIES)


def _switch(text: str | list[str]) -> bool:
    if text not in ("on", "off", "1", "0", "yes", "no"):
        raise ValueError(_("Écrivez « on » ou « off »."))
    return text in ("on", "1", "yes")


def _paper(text: str | list[str]) -> str:
    if text not in ("A4", "A5"):
        raise ValueError(_("Le papier est A4 ou A5."))
    return str(text)


def _part(text: str | list[str]) -> str:
    return str(text)


def _kinds(values: str | list[str]) -> tuple[str, ...]:
    return tuple(values.split(",") if isinstance(values, str) else values)


def _note(text: str | list[str]) -> str:
    line = " ".join(str(text).split())
    if len(line) > LONGEST_NOTE or not line.isprintable():
        raise ValueError(_("Une ligne de %(most)s caractères au plus.") % {"most": LONGEST_NOTE})
    return line


READERS: dict[OptionName, Callable[[str | list[str]], Any]] = {
    OptionName.SECTION: _section,
    **dict.fromkeys((*ROUNDS, *BOARDS, *TABLES), _number),
    **dict.fromkeys(RECEIPTS, _receipt_number),
    OptionName.PART: _part,
    OptionName.KINDS: _kinds,
    OptionName.PAPER: _paper,
    OptionName.PER_SHEET: _number,
    OptionName.CUT_MARKS: _switch,
    OptionName.WIDE_MARGIN: _switch,
    OptionName.GREY: _switch,
    OptionName.LARGE_TYPE: _switch,
    OptionName.COPIES: _copies,
    OptionName.NOTE: _note,
}
"""Parser of each option. It raises a ValueError with the message for the user."""
