"""What may be chosen when a document is printed, and how a choice is read, kept and written back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.models.events import MOST_SECTIONS

LARGEST_NUMBER = 999
"""Of a round, étui or table; a larger one is a slip of the finger."""
MOST_COPIES = 50
LONGEST_NOTE = 120


class OptionName(StrEnum):
    """Names of options: of the fields of `DocumentOptions`, of inputs and of the command's arguments."""

    SECTION = "section"
    FIRST_ROUND = "first_round"
    LAST_ROUND = "last_round"
    FIRST_BOARD = "first_board"
    LAST_BOARD = "last_board"
    FIRST_TABLE = "first_table"
    LAST_TABLE = "last_table"
    PART = "part"
    KINDS = "kinds"
    PAPER = "paper"
    PER_SHEET = "per_sheet"
    CUT_MARKS = "cut_marks"
    WIDE_MARGIN = "wide_margin"
    COPIES = "copies"
    NOTE = "note"


ROUNDS = frozenset({OptionName.FIRST_ROUND, OptionName.LAST_ROUND})
BOARDS = frozenset({OptionName.FIRST_BOARD, OptionName.LAST_BOARD})
TABLES = frozenset({OptionName.FIRST_TABLE, OptionName.LAST_TABLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOptions:
    """What was chosen for one document; a kind reads those that it honours, and None means all of them."""

    section: int | None = None
    """Number of the only section wanted."""
    first_round: int | None = None
    last_round: int | None = None
    first_board: int | None = None
    last_board: int | None = None
    first_table: int | None = None
    last_table: int | None = None
    part: str = ""
    """Code of one of the kind's own contents (`DocumentType.parts`), "" for the usual one."""
    kinds: tuple[str, ...] = ()
    """Kinds of documents that a pack holds, () for the usual ones."""
    paper: str = ""
    """"A4" or "A5", "" for the kind's own."""
    per_sheet: int | None = None
    """Cards or leaves on one sheet, None for the kind's own number."""
    cut_marks: bool = False
    """Marks at the corners of what is cut."""
    wide_margin: bool = False
    """Room on the left, for the pocket of an étui or for binding."""
    copies: int = 1
    """Copies of each sheet, of blank forms for the most part."""
    note: str = ""
    """A line of the organiser's own."""
    site: str = ""
    """Address of the site, without a slash at its end, as the hall reaches it; "" when nobody knows.

    No choice of a person: whoever asks for the document fills it in.
    """

    def has_section(self, number: int) -> bool:
        return self.section is None or self.section == number

    def has_round(self, number: int) -> bool:
        return _is_within(self.first_round, self.last_round, number)

    def has_board(self, number: int) -> bool:
        return _is_within(self.first_board, self.last_board, number)

    def has_table(self, number: int) -> bool:
        return _is_within(self.first_table, self.last_table, number)

    @property
    def style_classes(self) -> str:
        """What the style sheets must know, as classes of the root: "a5", "per-sheet-4", "cut-marks"…"""
        classes = (
            self.paper.lower(),
            f"per-sheet-{self.per_sheet}" if self.per_sheet else "",
            "cut-marks" if self.cut_marks else "",
            "wide-margin" if self.wide_margin else "",
        )
        return " ".join(filter(None, classes))


PLAIN = DocumentOptions()
"""Nothing chosen: the whole document as its kind sets it."""


def options_json(options: DocumentOptions) -> dict[str, Any]:
    """The options that say something, as JSON holds them; `read_stored` reads them back."""
    values = {field.name: getattr(options, field.name) for field in fields(options)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value != getattr(PLAIN, name)
    }


def read_stored_options(stored: Mapping[str, Any]) -> DocumentOptions:
    """Options as `options_json` wrote them; names of another version are left aside."""
    known = {field.name for field in fields(DocumentOptions)}
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in stored.items()
        if name in known
    }
    return DocumentOptions(**values)


def read_options(values: Mapping[str, str | list[str]]) -> DocumentOptions:
    """Options from the texts of a form or of the command, by name; "" leaves an option alone.

    Which options, parts and numbers a kind honours is `DocumentType.check_options`.

    Raises:
        AppError: a value is no value of its option, or a first one is after the last (`bad_options`,
            with the sentence at each field).
    """
    found: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for name, value in values.items():
        if value in ("", []):
            continue
        if name not in READERS:
            wrong[name] = no_such_option()
            continue
        try:
            found[name] = READERS[OptionName(name)](value)
        except ValueError as error:
            wrong[name] = str(error)
    options = DocumentOptions(**found)
    wrong |= _crossed(options)
    if wrong:
        raise bad_options(wrong)
    return options


def bad_options(wrong: Mapping[str, str]) -> AppError:
    """The refusal of options, a sentence at each field."""
    return AppError("bad_options", " ".join(wrong.values()), fields=wrong)


def no_such_option() -> str:
    """What is said of an option that a document does not have."""
    return _("Ce document n’a pas cette option.")


def _is_within(first: int | None, last: int | None, number: int) -> bool:
    return (first is None or first <= number) and (last is None or number <= last)


def _crossed(options: DocumentOptions) -> dict[str, str]:
    """Ranges that end before they begin."""
    ranges = {
        OptionName.LAST_ROUND: (options.first_round, options.last_round),
        OptionName.LAST_BOARD: (options.first_board, options.last_board),
        OptionName.LAST_TABLE: (options.first_table, options.last_table),
    }
    return {
        name: _("Le dernier (%(last)s) vient avant le premier (%(first)s).") % {"first": first, "last": last}
        for name, (first, last) in ranges.items()
        if first is not None and last is not None and last < first
    }


def _number(text: str | list[str], most: int = LARGEST_NUMBER) -> int:
    number = int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 9 else 0
    if not 1 <= number <= most:
        raise ValueError(_("Écrivez un nombre de 1 à %(most)s.") % {"most": most})
    return number


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
    OptionName.PART: _part,
    OptionName.KINDS: _kinds,
    OptionName.PAPER: _paper,
    OptionName.PER_SHEET: _number,
    OptionName.CUT_MARKS: _switch,
    OptionName.WIDE_MARGIN: _switch,
    OptionName.COPIES: _copies,
    OptionName.NOTE: _note,
}
"""How each option is read; a ValueError says what is wrong."""
