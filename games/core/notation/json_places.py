"""Where the parts of a JSON document stand, found again once it is known that one of them is wrong.

Each function reads the document once, whatever stands in it.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and places in lists that lead to a value."""

_NO_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})
"""What some programs write for numbers, and JSON has not."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{},:]|[^][{},:"\s]+', re.DOTALL)
"""A text that nobody closes goes to the end: it is not read again from each quote in it."""
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)
_SIGNS = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u(?P<code>[0-9a-fA-F]{4})|\\.|(?P<half>[\ud800-\udfff])",
    re.DOTALL,
)
"""An escaped pair, an escaped sign, another escape, or half of a pair that stands for itself."""


class JsonPart(NamedTuple):
    """A key or a value."""

    path: Path
    """That of its value, for a key."""
    text: str
    """The first mark of it: a bracket for a list or an object."""
    offset: int
    """Of its first character, from 0."""
    is_key: bool
    holder: int
    """Where its list or object begins; -1 for the document itself."""


def scan_json(text: str) -> Iterator[JsonPart]:
    """Every key and value, in order, of a document that is well-formed as far as it is asked for."""
    containers: list[tuple[Path, bool]] = []
    holders = [-1]
    path: Path = ()
    awaits_key = False
    for found in _TOKEN.finditer(text):
        mark = found.group()
        if mark in "{[":
            yield JsonPart(path, mark, found.start(), is_key=False, holder=holders[-1])
            containers.append((path, mark == "{"))
            holders.append(found.start())
            awaits_key = mark == "{"
            path = path if awaits_key else (*path, 0)
        elif mark in "]}" and containers:
            path, awaits_key = containers.pop()[0], False
            holders.pop()
        elif mark == "," and containers:
            holder, awaits_key = containers[-1]
            path = holder if awaits_key else (*path[:-1], int(path[-1]) + 1)
        elif awaits_key and mark != ":":
            path, awaits_key = (*path, str(json.loads(mark))), False
            yield JsonPart(path, mark, found.start(), is_key=True, holder=holders[-1])
        elif mark not in "]},:":
            yield JsonPart(path, mark, found.start(), is_key=False, holder=holders[-1])


def offset_of_path(text: str, field: str) -> int:
    """Where the value of a path ("hands[2][5]", "notes.event") begins, from 0.

    A value that is not there stands where the part that lacks it begins.
    """
    offsets = {}
    for part in scan_json(text):
        if not part.is_key and field.startswith(named := format_path(part.path)):
            offsets[named] = part.offset
    while field and field not in offsets:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return offsets.get(field, 0)


def offset_of_second_key(text: str) -> int:
    """Where the first key begins that its object has already, from 0."""
    found: set[tuple[int, str | int]] = set()
    for part in scan_json(text):
        if part.is_key:
            key = part.holder, part.path[-1]
            if key in found:
                return part.offset
            found.add(key)
    return 0


def offset_of_depth(text: str, deepest: int) -> int | None:
    """Where the first list or object begins that stands in `deepest` others, from 0; None without one."""
    if text.count("[") + text.count("{") <= deepest:
        return None
    depth = 0
    for found in _NESTING.finditer(text):
        mark = found.group()
        if mark in "]}":
            depth = max(0, depth - 1)
        elif mark in "[{":
            depth += 1
            if depth > deepest:
                return found.start()
    return None


def offset_of_lone_half(text: str) -> int | None:
    """Where the first sign stands that is half of a surrogate pair, or 0; None without one."""
    for found in _SIGNS.finditer(text):
        code = found["code"]
        if found["half"] or (code and (int(code, 16) == 0 or 0xD800 <= int(code, 16) <= 0xDFFF)):
            return found.start()
    return None


def offset_of_number(text: str, digits: int) -> int:
    """Where the first number begins that is none, or has more digits than can be read, from 0."""
    values = (part for part in scan_json(text) if not part.is_key)
    return next((part.offset for part in values if _is_no_number(part.text, digits)), 0)


def _is_no_number(text: str, digits: int) -> bool:
    if text in _NO_NUMBERS:
        return True
    unsigned = text.lstrip("-")
    if unsigned.isdigit():
        return len(unsigned) > digits
    return text[0] in "-0123456789" and math.isinf(float(text))


def format_path(path: Path) -> str:
    """The text of a path: "hands[2][5]"."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
