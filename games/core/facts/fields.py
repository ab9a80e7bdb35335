"""Fields for the facts of a deal, the reading of their texts, and its errors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.cards import Card
from games.core.errors import ImpossibleOutcome, quote_value
from games.core.outcome import Outcome
from games.core.play import NotPlayed, Points
from games.core.variants.recorded import SlipOutcome
from games.core.written_points import format_points, parse_points

MINUS = "−"
"""Minus sign as typography sets it, read like a hyphen."""
LONGEST_NUMBER = 6
"""Largest number of digits of a number that is read; no deal needs as many."""
PASSED = "passed"
"""Choice of the field `bid` for a passed deal."""
NOBODY = "nobody"
"""Choice of the field `excuse` for an Excuse that was left over."""


class WrongFact(ImpossibleOutcome):
    """Error for facts that are unreadable or contradict each other, independent of the rules."""


class Kind(StrEnum):
    """Format of a field's text."""

    CHOICE = "choice"
    """One of the field's `choices`."""
    SEAT = "seat"
    """A seat, from "0", of its `choices`."""
    WHOLE = "whole"
    """A whole number from `least` to `most`."""
    POINTS = "points"
    """Card points, halves allowed ("40,5"); `least` and `most` are half points."""


@dataclass(frozen=True, slots=True)
class FactField:
    """One fact to write of a deal."""

    fact: str
    """Name of the fact ("bouts", "tokens"), the same in the fields of all seats or places."""
    kind: Kind
    place: int | None = None
    """Seat, or index of the call or partner, from 0; None for a fact of the whole deal."""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    blank: str | None = None
    """Meaning of an empty field; None where the field has to be filled."""
    of_seat: bool = False
    """True if `place` is a seat."""
    size: int = 0
    """Trumps that a handful of this level shows; 0 in other fields."""

    @property
    def name(self) -> str:
        """Key of the typed text: the fact, followed by "_" and its place where it has one."""
        return self.fact if self.place is None else f"{self.fact}_{self.place}"

    def parse(self, text: str) -> int | None:
        """Return the number in a text of the field, in half points for `POINTS`; None for a text without one.

        The range is not checked.
        """
        if self.kind is Kind.POINTS:
            return parse_points(text)
        plain = "".join(text.replace(MINUS, "-").split())
        digits = plain[1:] if plain[:1] in ("-", "+") else plain
        # `isdigit` alone accepts the digits of other scripts, and `int` accepts any length.
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
        return int(plain) if is_number else None

    def write(self, number: int) -> str:
        """Return the text of a number. `parse` reads it back."""
        return format_points(number) if self.kind is Kind.POINTS else str(number)


@dataclass(frozen=True, slots=True)
class NearFact:
    """A value of one field that would make the deal possible."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line in the explanation of a score: a code and its figures, which a page turns into words."""

    code: str
    points: Points | None = None
    """Signed number that the line adds; None where it only explains."""
    seat: int | None = None
    """Seat that the line concerns; None for the whole deal."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    """Figures of the line. Counts of card points are half points, under names that end in `half_points`."""


@dataclass(frozen=True, slots=True)
class FactsReading:
    """Result of reading typed facts: the scores with their explanation, or all the problems."""

    outcome: Outcome | SlipOutcome | NotPlayed | None = None
    """Outcome for the engine; None exactly when there are problems."""
    scores: tuple[Points, ...] = ()
    """Each seat's points, in seat order."""
    lines: tuple[SumLine, ...] = ()
    problems: tuple[ImpossibleOutcome, ...] = ()
    """Errors, one per field at most. Each has the `name` of its field in `field`."""
    nearest: tuple[NearFact, ...] = ()
    """Single changes that make the deal possible, those of the refused field first."""
    called: tuple[Card, ...] = ()
    """Cards called, where they were written."""
    is_counted: bool = True
    """True if bouts and points were written.

    Otherwise only the margin was, and the bouts and points of the outcome are one possible count among
    others.
    """


class Typed:
    """Reader of typed values, field by field. It collects all problems: the page shows them at once."""

    def __init__(self, fields: tuple[FactField, ...], typed: Mapping[str, str]) -> None:
        """Ignore texts of unknown names: they belong to another form."""
        self.by_name = {form_field.name: form_field for form_field in fields}
        self.texts = {name: typed.get(name, "").strip() for name in self.by_name}
        self.problems: list[ImpossibleOutcome] = []

    def is_written(self, name: str) -> bool:
        """Return whether a field has a text that differs from the meaning of an empty one."""
        text = self.texts.get(name, "")
        return text not in ("", self.by_name[name].blank) if text else False

    def choice(self, name: str) -> str:
        """Return the choice of a field; "" where it is empty or wrong."""
        form_field, text = self.by_name[name], self._text(name)
        if text and text not in form_field.choices:
            self._refuse(
                "no_such_choice", name, f"{name} {quote_value(text)} not in {', '.join(form_field.choices)}"
            )
            return ""
        return text

    def seat(self, name: str) -> int | None:
        """Return the seat of a field; None where it is empty or wrong."""
        text = self.choice(name)
        return int(text) if text else None

    def number(self, name: str) -> int | None:
        """Return the number of a field, in half points for `POINTS`; None where it is empty or wrong."""
        form_field, text = self.by_name[name], self._text(name)
        if not text:
            return None
        number = form_field.parse(text)
        if number is None:
            code = "points_not_a_number" if form_field.kind is Kind.POINTS else "not_a_number"
            self._refuse(code, name, f"{name} {quote_value(text)} is no number", written=text)
        elif not form_field.least <= number <= form_field.most:
            least, most = form_field.write(form_field.least), form_field.write(form_field.most)
            message = f"{name} {text} not in {least}..{most}"
            self._refuse("fact_out_of_range", name, message, least=least, most=most)
            return None
        return number

    def seats(self, fact: str) -> list[int | None]:
        """Return the numbers of one fact for all seats, in seat order."""
        return [
            self.number(form_field.name) for form_field in self.by_name.values() if form_field.fact == fact
        ]

    def refuse(self, error: ImpossibleOutcome, name: str) -> None:
        """Record a refusal of the rules, at the field called `name`."""
        values = dict(error.values)
        self.problems.append(ImpossibleOutcome(error.code, str(error), field=name, **values))

    def missing(self, name: str, code: str = "fact_missing") -> None:
        """Record that a field has to be filled."""
        self._refuse(code, name, f"{name} is empty")

    def _text(self, name: str) -> str:
        text = self.texts[name]
        if text:
            return text
        blank = self.by_name[name].blank
        if blank is None:
            self.missing(name)
        return blank or ""

    def _refuse(self, code: str, name: str, message: str, **values: int | str) -> None:
        self.problems.append(WrongFact(code, message, field=name, **values))
