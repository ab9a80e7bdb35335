"""Parts of the scores of a deal of the games other than Tarot, which a page adds up without the site."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from games.core.facts import facts_form
from games.core.facts.fields import Kind
from games.core.facts.side_games import SeatFacts
from games.core.play import Points
from games.core.rules import RuleSet

OWN, OTHER = 0, 1
"""Seats of the measured deals."""


@dataclass(frozen=True, slots=True)
class SeatParts:
    """Parts of a score, seat by seat, measured with the game's form, so that no rule is written twice.

    A score is in units of 1/`scale`.
    """

    facts: tuple[tuple[str, str | None, bool], ...]
    """Facts of each seat: name, text for which an empty field stands, whether it counts half points."""
    tables: tuple[tuple[Any, ...], ...]
    """tables[fact][number]: part of the score. Where two facts count together, tables[0][number][number]."""
    sole: tuple[int, int] | None
    """Scores of a seat that has all of the sums, and of each other; None where the tables hold."""
    excuse_factor: int
    """Factor of the score of the seat with the Excuse; 1 where it counts nothing."""
    scale: int

    def as_json(self) -> dict[str, object]:
        """Return the parts as plain values, for the page's script."""
        return {
            "facts": self.facts,
            "tables": self.tables,
            "sole": self.sole,
            "excuseFactor": self.excuse_factor,
            "scale": self.scale,
        }


@lru_cache(maxsize=32)
def seat_parts(game: str, rules: RuleSet) -> SeatParts | None:
    """Return the parts of the scores of a game; None for Tarot."""
    form = facts_form(game, rules)
    if not isinstance(form, SeatFacts):
        return None
    # seats may be dealt different numbers of cards
    fields = {
        field.fact: field for field in sorted(form.fields, key=lambda field: field.most) if field.of_seat
    }
    names = list(fields)
    sizes = [range(field.most + 1) for field in fields.values()]
    nothing = _measured(form)
    tables: list[list[Any]] = [
        [_measured(form, {name: number}) - nothing for number in size]
        for name, size in zip(names, sizes, strict=True)
    ]
    tables[0] = [score + nothing for score in tables[0]]
    if _measured(form, dict.fromkeys(names, 1)) != sum(table[1] for table in tables):
        first, second = names
        tables = [[[_measured(form, {first: a, second: b}) for b in sizes[1]] for a in sizes[0]]]
    scores = [
        score for table in tables for row in table for score in (row if isinstance(row, list) else [row])
    ]
    scale = lcm(*(Fraction(score).denominator for score in scores))
    one_off = {names[0]: 1}
    return SeatParts(
        facts=tuple((name, field.blank, field.kind is Kind.POINTS) for name, field in fields.items()),
        tables=tuple(_scaled(table, scale) for table in tables),
        sole=_sole_scores(form, tables),
        excuse_factor=int(_measured(form, one_off, excuse=OWN) / (_measured(form, one_off) or 1)),
        scale=scale,
    )


def _measured(
    form: SeatFacts, numbers: Mapping[str, int] | None = None, *, excuse: int | None = None
) -> Points:
    """Return the score of one seat with these numbers and no others, beside seats with some of everything."""
    given = numbers or {}
    all_numbers = {
        field.fact: [given.get(field.fact, 0), *[1] * (form.player_count - 1)]
        for field in form.fields
        if field.of_seat
    }
    return form.unchecked_scores(all_numbers, excuse)[OWN]


def _scaled(table: list[Any], scale: int) -> tuple[Any, ...]:
    return tuple(_scaled(row, scale) if isinstance(row, list) else int(row * scale) for row in table)


def _sole_scores(form: SeatFacts, tables: list[list[Any]]) -> tuple[int, int] | None:
    """Return the scores where one seat has all of the sums; None if the tables give them."""
    names = [field.fact for field in form.fields if field.place == OWN and field.of_seat]
    if set(names) != set(form.sums):
        return None
    numbers = {name: [form.sums[name], *[0] * (form.player_count - 1)] for name in names}
    scores = form.unchecked_scores(numbers)
    if scores[OWN] == sum(table[form.sums[name]] for name, table in zip(names, tables, strict=True)):
        return None
    return int(scores[OWN]), int(scores[OTHER])
