"""What a person may write of a deal: the fields, what a reading of them gives, and what is wrong with one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.cards import Card
from games.core.errors import ImpossibleOutcome, shown
from games.core.outcome import Outcome
from games.core.play import NotPlayed, Points
from games.core.variants.recorded import SlipOutcome
from games.core.written_points import format_points, parse_points

MINUS = "−"
LONGEST_NUMBER = 6
"""Digits of any number that a deal can have, and more."""
PASSED = "passed"
"""The choice of the field `bid` for a deal that nobody took."""
NOBODY = "nobody"
"""The choice of the field `excuse` for an Excuse that was left over."""


class WrongFact(ImpossibleOutcome):
    """What is written of a deal cannot be read, or contradicts itself, whatever the rules are."""


class Kind(StrEnum):
    """How a field is written."""

    CHOICE = "choice"
    """One of its `choices`."""
    SEAT = "seat"
    """A seat, from "0", of its `choices`."""
    WHOLE = "whole"
    """A whole number from `least` to `most`."""
    POINTS = "points"
    """Card points, halves allowed ("40,5"); `least` and `most` are half points."""


@dataclass(frozen=True, slots=True)
class FactField:
    """One thing to write of a deal."""

    fact: str
    """What it tells ("bouts", "tokens"); the same for the fields of every seat or place."""
    kind: Kind
    place: int | None = None
    """The seat that it is of, or the first, second… call or partner, from 0; None for the deal's own."""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    blank: str | None = None
    """What an empty field means; None where it has to be filled."""
    of_seat: bool = False
    """Whether `place` is a seat."""
    size: int = 0
    """Trumps that a handful of this level shows; 0 of other fields."""

    @property
    def name(self) -> str:
        """The key of what is typed: the fact, with "_" and its place where it has one."""
        return self.fact if self.place is None else f"{self.fact}_{self.place}"

    def parse(self, text: str) -> int | None:
        """The number that a text of the field says, half points for `POINTS`; None where it says none.

        The range is not checked.
        """
        if self.kind is Kind.POINTS:
            return parse_points(text)
        plain = "".join(text.replace(MINUS, "-").split())
        digits = plain[1:] if plain[:1] in ("-", "+") else plain
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
        return int(plain) if is_number else None

    def write(self, number: int) -> str:
        """The text of a number, which `parse` reads back."""
        return format_points(number) if self.kind is Kind.POINTS else str(number)


@dataclass(frozen=True, slots=True)
class NearFact:
    """One field, and what it would have to hold for the deal to be possible."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class SumLine:
    """One line of how a score comes about: a code and its figures, which a page turns into words."""

    code: str
    points: Points | None = None
    """What the line adds, signed; None where it only explains."""
    seat: int | None = None
    """Whose line it is; None where it is the deal's."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    """Counts of card points are half points, under names that end in `half_points`."""


@dataclass(frozen=True, slots=True)
class FactsReading:
    """What typed facts come to: the scores and how they come about, or everything that is wrong."""

    outcome: Outcome | SlipOutcome | NotPlayed | None = None
    """None exactly when there are problems."""
    scores: tuple[Points, ...] = ()
    """Each seat's points, in seat order."""
    lines: tuple[SumLine, ...] = ()
    problems: tuple[ImpossibleOutcome, ...] = ()
    """Each with the `name` of its field in `field`; one a field at most."""
    nearest: tuple[NearFact, ...] = ()
    """Single changes that make the deal possible, those of the refused field first."""
    called: tuple[Card, ...] = ()
    """The cards called, where they were written."""
    is_counted: bool = True
    """Whether bouts and points were written; else only by how much the contract was made or failed was, and
    those of the outcome are one possible count among others."""


class Typed:
    """Typed values read field by field; every problem is kept, so that all can be shown at once."""

    def __init__(self, fields: tuple[FactField, ...], typed: Mapping[str, str]) -> None:
        """Values of unknown names are left alone: they are another form's."""
        self.by_name = {each.name: each for each in fields}
        self.texts = {name: typed.get(name, "").strip() for name in self.by_name}
        self.problems: list[ImpossibleOutcome] = []

    def is_written(self, name: str) -> bool:
        """Whether something stands in a field that is not what an empty one means."""
        text = self.texts.get(name, "")
        return text not in ("", self.by_name[name].blank) if text else False

    def choice(self, name: str) -> str:
        """The choice of a field; "" where it is empty or wrong."""
        each, text = self.by_name[name], self._text(name)
        if text and text not in each.choices:
            self._refuse("no_such_choice", name, f"{name} {shown(text)} not in {', '.join(each.choices)}")
            return ""
        return text

    def seat(self, name: str) -> int | None:
        """The seat of a field; None where it is empty or wrong."""
        text = self.choice(name)
        return int(text) if text else None

    def number(self, name: str) -> int | None:
        """The number of a field, half points for `POINTS`; None where it is empty or wrong."""
        each, text = self.by_name[name], self._text(name)
        if not text:
            return None
        number = each.parse(text)
        if number is None:
            code = "points_not_a_number" if each.kind is Kind.POINTS else "not_a_number"
            self._refuse(code, name, f"{name} {shown(text)} is no number", written=text)
        elif not each.least <= number <= each.most:
            least, most = each.write(each.least), each.write(each.most)
            message = f"{name} {text} not in {least}..{most}"
            self._refuse("fact_out_of_range", name, message, least=least, most=most)
            return None
        return number

    def seats(self, fact: str) -> list[int | None]:
        """The numbers of one fact for every seat, in seat order."""
        return [self.number(each.name) for each in self.by_name.values() if each.fact == fact]

    def refuse(self, error: ImpossibleOutcome, name: str) -> None:
        """Keep a refusal of the rules, at the field called `name`."""
        values = dict(error.values)
        self.problems.append(ImpossibleOutcome(error.code, str(error), field=name, **values))

    def missing(self, name: str, code: str = "fact_missing") -> None:
        """Keep that a field has to be filled."""
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
