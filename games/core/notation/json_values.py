"""Readers of single JSON values. A fault names the path of its value.

Every reader raises NotationError: `json_value` for a value of another kind, or the code in its docstring.
"""

from games.core.errors import NotationError, quote_value
from games.core.notation.played_deal import LARGEST_INT, NAME


def fail(code: str, path: str, message: str) -> NotationError:
    """Return the error of the value at a path."""
    return NotationError(code, message, field=path)


def _wrong_kind(value: object, path: str, expected: str) -> NotationError:
    return fail("json_value", path, f"{quote_value(value)} where {expected} is expected")


def read_json_object(value: object, path: str) -> dict[str, object]:
    """Return an object, by its keys."""
    if not isinstance(value, dict):
        raise _wrong_kind(value, path, "an object")
    return value


def read_json_list(value: object, path: str) -> list[object]:
    """Return a list."""
    if not isinstance(value, list):
        raise _wrong_kind(value, path, "a list")
    return value


def read_json_text(value: object, path: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise _wrong_kind(value, path, "a text")
    return value


def read_json_int(value: object, path: str) -> int:
    """Return a whole number. Raises `json_number` for one that is larger than an option may be."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_kind(value, path, "a whole number")
    if abs(value) > LARGEST_INT:
        raise fail("json_number", path, f"number not in -{LARGEST_INT}..{LARGEST_INT}")
    return value


def read_json_name(value: object, path: str) -> str:
    """Return the name of a game, a rule-set, an option or a note. Raises `name`."""
    if not NAME.fullmatch(read_json_text(value, path)):
        raise fail("name", path, f"name {quote_value(value)} is not of small letters, digits, '-' and '_'")
    return str(value)


def read_json_seat(value: object, path: str, player_count: int) -> int:
    """Return a seat of a table of `player_count` players. Raises `no_such_seat`."""
    seat = read_json_int(value, path)
    if not 0 <= seat < player_count:
        raise fail("no_such_seat", path, f"seat {quote_value(seat)} not in 0..{player_count - 1}")
    return seat
