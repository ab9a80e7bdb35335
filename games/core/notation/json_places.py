"""Where the parts of a JSON document stand, found again once it is known that one of them is wrong."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and places in lists that lead to a value."""

_NO_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})
"""What some programs write for numbers, and JSON has not."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+')


class Part(NamedTuple):
    """A key or a value."""

    path: Path
    """That of its value, for a key."""
    text: str
    """The first mark of it: a bracket for a list or an object."""
    offset: int
    """Of its first character, from 0."""
    is_key: bool


def scan_json(text: str) -> Iterator[Part]:
    """Every key and value, in order, of a document that is well-formed as far as it is asked for."""
    containers: list[tuple[Path, bool]] = []
    path: Path = ()
    awaits_key = False
    for found in _TOKEN.finditer(text):
        mark = found.group()
        if mark in "{[":
            yield Part(path, mark, found.start(), is_key=False)
            containers.append((path, mark == "{"))
            awaits_key = mark == "{"
            path = path if awaits_key else (*path, 0)
        elif mark in "]}" and containers:
            path, awaits_key = containers.pop()[0], False
        elif mark == "," and containers:
            holder, awaits_key = containers[-1]
            path = holder if awaits_key else (*path[:-1], int(path[-1]) + 1)
        elif awaits_key and mark != ":":
            path, awaits_key = (*path, str(json.loads(mark))), False
            yield Part(path, mark, found.start(), is_key=True)
        elif mark not in "]},:":
            yield Part(path, mark, found.start(), is_key=False)


def offset_of_path(text: str, field: str) -> int:
    """Where the value of a path ("hands[2][5]", "notes.event") begins, from 0.

    A value that is not there stands where the part that lacks it begins.
    """
    offsets = {format_path(part.path): part.offset for part in scan_json(text) if not part.is_key}
    while field and field not in offsets:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return offsets.get(field, 0)


def offset_of_second_key(text: str) -> int:
    """Where the first key begins that its object has already, from 0."""
    found: set[Path] = set()
    for part in scan_json(text):
        if part.is_key and part.path in found:
            return part.offset
        if part.is_key:
            found.add(part.path)
    return 0


def offset_of_number(text: str, digits: int) -> int:
    """Where the first number begins that is none, or has more digits than can be read, from 0."""
    values = (part for part in scan_json(text) if not part.is_key)
    return next((part.offset for part in values if _is_no_number(part.text, digits)), 0)


def _is_no_number(text: str, digits: int) -> bool:
    return text in _NO_NUMBERS or (text.lstrip("-").isdigit() and len(text.lstrip("-")) > digits)


def format_path(path: Path) -> str:
    """The text of a path: "hands[2][5]"."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
