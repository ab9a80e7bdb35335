"""What is read: bytes or text into lines and words with their places, and strict JSON."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from games.core.errors import NotationError
from games.core.notation.json_places import offset_of_number, offset_of_path, offset_of_second_key

_WORD = re.compile(r"[^ \t]+")
_SHOWN_LENGTH = 40
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text and its place."""

    text: str
    line: int
    """From 1."""
    column: int
    """Of its first character, from 1."""

    def fail(self, code: str, message: str, *, shift: int = 0) -> NotationError:
        """The error of a fault in this word, `shift` characters after its beginning."""
        return NotationError(code, message, line=self.line, column=self.column + shift)


def shown(text: object) -> str:
    """A value as an error message quotes it: in quotes, on one line, cut when long."""
    quoted = repr(text)
    return quoted if len(quoted) <= _SHOWN_LENGTH else f"{quoted[: _SHOWN_LENGTH - 1]}…"


def decode(source: str | bytes) -> str:
    """The text of some bytes in UTF-8, without a byte order mark.

    Raises:
        NotationError: `encoding`, at the first byte that is not UTF-8.
    """
    if isinstance(source, str):
        return source.removeprefix(_BYTE_ORDER_MARK)
    try:
        return source.decode("utf-8").removeprefix(_BYTE_ORDER_MARK)
    except UnicodeDecodeError as error:
        line, column = place_after(source[: error.start].decode("utf-8"))
        message = f"byte 0x{source[error.start]:02x} is not UTF-8"
        raise NotationError("encoding", message, line=line, column=column) from None


def place_after(text: str) -> tuple[int, int]:
    """Line and column, from 1, of the character that follows a text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def split_words(text: str) -> Iterator[list[Word]]:
    """The words of each line that has any, comment lines ("#…") left out. A line ends with LF or CR LF."""
    for number, line in enumerate(text.split("\n"), start=1):
        found = _WORD.finditer(line.removesuffix("\r"))
        words = [Word(match.group(), number, match.start() + 1) for match in found]
        if words and not words[0].text.startswith("#"):
            yield words


def load_json(source: str | bytes) -> object:
    """The value of a JSON document, read strictly: no NaN, no Infinity, no key twice.

    Raises:
        NotationError: `encoding`, `json_syntax`, `json_number` (NaN, Infinity, or thousands of digits),
            `json_key_twice` or `json_depth`.
    """
    text = decode(source)
    try:
        value: object = json.loads(text, object_pairs_hook=_object_of, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg}"
        raise NotationError("json_syntax", message, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise NotationError("json_depth", "JSON nested too deeply", line=1, column=1) from None
    except _KeyTwice as error:
        line, column = place_after(text[: offset_of_second_key(text)])
        raise NotationError("json_key_twice", f"JSON key {error} twice", line=line, column=column) from None
    except ValueError as error:
        line, column = place_after(text[: offset_of_number(text, sys.get_int_max_str_digits())])
        message = str(error) if isinstance(error, _NoNumber) else "JSON number of too many digits"
        raise NotationError("json_number", message, line=line, column=column) from None
    return value


def locate(error: NotationError, text: str) -> NotationError:
    """The error of a JSON value with its line and column besides its path.

    Args:
        text: the document, well-formed, without a byte order mark.
    """
    line, column = place_after(text[: offset_of_path(text, error.field)])
    return NotationError(
        error.code, str(error), line=line, column=column, field=error.field, values=error.values
    )


class _KeyTwice(ValueError):
    """A key that an object has twice, as messages show it."""


class _NoNumber(ValueError):
    """NaN or an infinity."""


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _KeyTwice(shown(next(key for key in keys if keys.count(key) > 1)))
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise _NoNumber(f"JSON number {name}")
