"""Places of the parts of a JSON document, looked up after one of them was found wrong.

Each function reads the document once and accepts any text.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list indexes that lead to a value."""

_NO_NUMBERS = ("NaN", "Infinity", "-Infinity")
"""Words that some programs write for numbers, and that JSON does not have."""
_NUMBER = re.compile(r"-?(?P<digits>0|[1-9][0-9]*)(?P<rest>(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{},:]|[^][{},:"\s]+', re.DOTALL)
"""Pattern of one token.

An unclosed text goes to the end, so that it is not read again from each of its quotes.
"""
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)
_SIGNS = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u(?P<code>[0-9a-fA-F]{4})|\\.|(?P<half>[\ud800-\udfff])",
    re.DOTALL,
)
"""Pattern of an escaped pair, an escaped character, another escape, or a lone half of a pair."""


class JsonPart(NamedTuple):
    """A key or a value."""

    path: Path
    """Path of the value; for a key, the path of its value."""
    text: str
    """Its first token: a bracket for a list or an object."""
    offset: int
    """Place of its first character, from 0."""
    is_key: bool
    holder: int
    """Place of the list or object around it; -1 for the document itself."""


def scan_json(text: str) -> Iterator[JsonPart]:
    """Yield every key and value, in order. The text is well-formed JSON up to the last part requested."""
    containers: list[tuple[Path, bool]] = []
    holders = [-1]
    path: Path = ()
    awaits_key = False
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if mark in "{[":
            yield JsonPart(path, mark, match.start(), is_key=False, holder=holders[-1])
            containers.append((path, mark == "{"))
            holders.append(match.start())
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
            yield JsonPart(path, mark, match.start(), is_key=True, holder=holders[-1])
        elif mark not in "]},:":
            yield JsonPart(path, mark, match.start(), is_key=False, holder=holders[-1])


def offset_of_path(text: str, field: str) -> int:
    """Return the place of the value of a path ("hands[2][5]", "notes.event"), from 0.

    For an absent value it is the place of the part that lacks it.
    """
    offsets = {}
    for part in scan_json(text):
        if not part.is_key and field.startswith(path_text := format_path(part.path)):
            offsets[path_text] = part.offset
    while field and field not in offsets:
        # An absent value stands for its nearest part that is there: cut the path from its end.
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return offsets.get(field, 0)


def offset_of_second_key(text: str) -> int:
    """Return the place of the first key that its object has already, from 0."""
    keys: set[tuple[int, str | int]] = set()
    for part in scan_json(text):
        if part.is_key:
            key = part.holder, part.path[-1]
            if key in keys:
                return part.offset
            keys.add(key)
    return 0


def offset_of_depth(text: str, deepest: int) -> int | None:
    """Return the place of the first list or object inside `deepest` others, from 0; None without one."""
    # Fast way out for almost every document.
    if text.count("[") + text.count("{") <= deepest:
        return None
    depth = 0
    for match in _NESTING.finditer(text):
        mark = match.group()
        if mark in "]}":
            depth = max(0, depth - 1)
        elif mark in "[{":
            depth += 1
            if depth > deepest:
                return match.start()
    return None


def offset_of_lone_half(text: str) -> int | None:
    """Return the place of the first character that is 0 or half of a surrogate pair; None without one."""
    for match in _SIGNS.finditer(text):
        code = match["code"]
        if match["half"] or (code and (int(code, 16) == 0 or 0xD800 <= int(code, 16) <= 0xDFFF)):
            return match.start()
    return None


def offset_of_number(text: str, digits: int) -> int:
    """Return the place of the first number that is none, or has more digits than can be read, from 0.

    The text is well-formed JSON up to this number; anything may stand behind it.
    """
    values = (part for part in scan_json(text) if not part.is_key)
    return next((part.offset for part in values if _is_no_number(part.text, digits)), 0)


def _is_no_number(text: str, digits: int) -> bool:
    # the parser refuses a number before it sees what stands behind it: "NaNx" is NaN
    if text.startswith(_NO_NUMBERS):
        return True
    number = _NUMBER.match(text)
    if number is None:
        return False
    return math.isinf(float(number[0])) if number["rest"] else len(number["digits"]) > digits


def format_path(path: Path) -> str:
    """Return the text of a path: "hands[2][5]"."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
