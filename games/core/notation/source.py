"""Input of the readers: bytes or text as lines and words with their places, and strict JSON."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from games.core.errors import NotationError, quote_value
from games.core.notation.json_places import (
    offset_of_depth,
    offset_of_lone_half,
    offset_of_number,
    offset_of_path,
    offset_of_second_key,
)

_WORD = re.compile(r"[^ \t]+")
MOST_DIGITS = 18
"""Largest number of digits of a whole number, as many as a database holds. No document needs more."""
DEEPEST = 64
"""Deepest nesting of lists and objects."""
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text and its place."""

    text: str
    line: int
    """Line, from 1."""
    column: int
    """Column of the first character, from 1."""

    def fail(self, code: str, message: str, *, shift: int = 0) -> NotationError:
        """Return the error of a fault in this word, `shift` characters after its beginning."""
        return NotationError(code, message, line=self.line, column=self.column + shift)


def decode(source: str | bytes) -> str:
    """Return the text of some bytes in UTF-8, without a byte order mark.

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
    """Return line and column, from 1, of the character that follows a text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def split_words(text: str) -> Iterator[list[Word]]:
    """Yield the words of each line that has any, without comment lines ("#…"). LF or CR LF ends a line."""
    for number, line in enumerate(text.split("\n"), start=1):
        matches = _WORD.finditer(line.removesuffix("\r"))
        words = [Word(match.group(), number, match.start() + 1) for match in matches]
        if words and not words[0].text.startswith("#"):
            yield words


def load_json(source: str | bytes) -> object:
    """Return the value of a JSON document, read strictly, in time linear in its length.

    Raises:
        NotationError: with one of these codes:

            - `encoding`, `json_syntax`
            - `json_number`: NaN, Infinity, more than `MOST_DIGITS` digits, or a number beyond every float
            - `json_key_twice`
            - `json_depth`: nested deeper than `DEEPEST`
            - `json_text`: half of a surrogate pair, or the character 0, which no database stores
    """
    text = decode(source)
    too_deep = offset_of_depth(text, DEEPEST)
    # Python's own parser recurses: deep input would exhaust its stack.
    if too_deep is not None:
        raise _at(text, too_deep, "json_depth", "JSON nested too deeply")
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_object_of,
            parse_constant=_refuse_constant,
            parse_int=_int_of,
            parse_float=_float_of,
        )
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg}"
        raise NotationError("json_syntax", message, line=error.lineno, column=error.colno) from None
    except _KeyTwice as error:
        # The hooks of `json` get no position, so the place is looked up afterwards.
        offset = offset_of_second_key(text)
        raise _at(text, offset, "json_key_twice", f"JSON key {error} twice") from None
    except _NoNumber as error:
        offset = offset_of_number(text, MOST_DIGITS)
        raise _at(text, offset, "json_number", str(error)) from None
    half = offset_of_lone_half(text)
    if half is not None:
        raise _at(text, half, "json_text", "JSON text with a sign that is none")
    return value


def locate(error: NotationError, text: str) -> NotationError:
    """Return the error of a JSON value with its line and column besides its path.

    Args:
        text: the document, well-formed, without a byte order mark.
    """
    line, column = place_after(text[: offset_of_path(text, error.field)])
    return NotationError(
        error.code, str(error), line=line, column=column, field=error.field, values=error.values
    )


class _KeyTwice(ValueError):
    """Error for a key that an object has twice, as messages show it."""


class _NoNumber(ValueError):
    """Error for NaN, an infinity, or a number that is too large."""


def _at(text: str, offset: int, code: str, message: str) -> NotationError:
    line, column = place_after(text[:offset])
    return NotationError(code, message, line=line, column=column)


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in pairs:
        if key in values:
            raise _KeyTwice(quote_value(key))
        values[key] = value
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise _NoNumber(f"JSON number {name}")


def _int_of(digits: str) -> int:
    # Checked before `int`, which raises another error for thousands of digits.
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise _NoNumber("JSON number of too many digits")
    return int(digits)


def _float_of(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise _NoNumber("JSON number that is too large")
    return value
