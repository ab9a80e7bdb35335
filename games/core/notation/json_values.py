"""Plain JSON values, read one by one; a fault names the path of its value.

Every reader raises NotationError: `json_value` for a value of another kind, or what its own line says.
"""

from games.core.errors import NotationError, shown
from games.core.notation.played_deal import LARGEST_INT, NAME


def fail(code: str, path: str, message: str) -> NotationError:
    """The error of the value at a path."""
    return NotationError(code, message, field=path)


def _wrong(value: object, path: str, wanted: str) -> NotationError:
    return fail("json_value", path, f"{shown(value)} where {wanted} is expected")


def read_object(value: object, path: str) -> dict[str, object]:
    """An object, by its keys."""
    if not isinstance(value, dict):
        raise _wrong(value, path, "an object")
    return value


def read_list(value: object, path: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise _wrong(value, path, "a list")
    return value


def read_text(value: object, path: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise _wrong(value, path, "a text")
    return value


def read_int(value: object, path: str) -> int:
    """A whole number; `json_number` for one that is larger than an option may be."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(value, path, "a whole number")
    if abs(value) > LARGEST_INT:
        raise fail("json_number", path, f"number not in -{LARGEST_INT}..{LARGEST_INT}")
    return value


def read_name(value: object, path: str) -> str:
    """What a game, a rule-set, an option or a note may be called; else `name`."""
    if not NAME.fullmatch(read_text(value, path)):
        raise fail("name", path, f"name {shown(value)} is not of small letters, digits, '-' and '_'")
    return str(value)


def read_seat(value: object, path: str, player_count: int) -> int:
    """A seat of a table of so many players; else `no_such_seat`."""
    seat = read_int(value, path)
    if not 0 <= seat < player_count:
        raise fail("no_such_seat", path, f"seat {shown(seat)} not in 0..{player_count - 1}")
    return seat
