"""Values of a JSON document, read one by one. Each error has the path of the wrong value."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from games.core.errors import quote_value
from tournaments.core.errors import TournamentError

Choice = TypeVar("Choice", bound=StrEnum)
LARGEST = 10**9
_LONGEST_FRACTION = 60
_NUMBER = re.compile(r"\s*[+-]?\d+(?:\.\d+|/\d+)?\s*", re.ASCII)
_HALF_LETTER = re.compile("[\ud800-\udfff]")


class InvalidDocument(TournamentError):
    """A document without the expected form. `field` is the path, such as "sessions[0].plays[3]"."""


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and its path, "" for the document itself."""

    value: object
    path: str = ""

    def fields(self, required: Iterable[str], optional: Iterable[str] = ()) -> dict[str, "Node"]:
        """Return the fields of an object by name, without optional fields that are absent.

        Raises:
            InvalidDocument: `not_an_object`, `field_missing` or `unknown_field`.
        """
        if not isinstance(self.value, dict):
            raise self.wrong("an object", code="not_an_object")
        names = list(required)
        for name in names:
            if name not in self.value:
                raise InvalidDocument("field_missing", f"{self._at(name)} is missing", field=self._at(name))
        all_names = {*names, *optional}
        for name in self.value:
            if name not in all_names:
                place = self._at(quote_value(name))
                raise InvalidDocument(
                    "unknown_field", f"{place} not in {', '.join(sorted(all_names))}", field=place
                )
        return {name: Node(value, self._at(name)) for name, value in self.value.items()}

    def parts(self, most: int = 1_000_000) -> list["Node"]:
        """Return the values of a list."""
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.wrong(f"a list of at most {most} values")
        return [Node(value, f"{self.path}[{number}]") for number, value in enumerate(self.value)]

    def text(self, longest: int = 200) -> str:
        if not isinstance(self.value, str) or len(self.value) > longest:
            raise self.wrong(f"a text of at most {longest} characters")
        if _HALF_LETTER.search(self.value):
            raise self.wrong("a text without halves of letters (\\ud800 to \\udfff)")
        return self.value

    def name(self, longest: int = 200) -> str:
        """Return a text that is not blank."""
        if not self.text(longest).strip():
            raise self.wrong("a text that is not blank")
        return self.text(longest)

    def whole(self, lowest: int = -LARGEST, highest: int = LARGEST) -> int:
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise self.wrong(f"a whole number from {lowest} to {highest}")
        return value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def choice(self, kind: type[Choice]) -> Choice:
        """Return a member of an enumeration by its value."""
        if not isinstance(self.value, str) or self.value not in set(kind):
            raise self.wrong("one of " + ", ".join(kind))
        return kind(self.value)

    def fraction(self) -> Fraction:
        """Return the fraction of a whole number or of an exact text such as "12.5" or "-7/3"."""
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return Fraction(self.whole())
        if (
            isinstance(self.value, str)
            and len(self.value) <= _LONGEST_FRACTION
            and _NUMBER.fullmatch(self.value)
        ):
            with suppress(ZeroDivisionError):
                return Fraction(self.value)
        raise self.wrong('a whole number or a text such as "12.5" or "7/3"')

    def wrong(self, expected: str, *, code: str = "field_value") -> InvalidDocument:
        """Return the error of a value of a wrong kind, `field_value` by default."""
        place = self.path or "the document"
        return InvalidDocument(code, f"{place} is {quote_value(self.value)}, not {expected}", field=self.path)

    def _at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name
