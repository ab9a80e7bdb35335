"""Merits of a player over many evenings. Each has a plain rule that chance alone seldom meets twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

LEAST_FIELD = 8
"""Least number of players or teams with a place for a place to be a merit."""
LAST_OF_PODIUM = 3
PODIUMS = 5
HIGH_PERCENT = 60
LEAST_DEALS = 12
"""Least number of deals for a percentage to be more than luck."""
MIDDLE = 50
STEADY_RUN = 5
FAITHFUL_EVENINGS = 10
YEAR = timedelta(days=365)


class Merit(StrEnum):
    """A merit that a player can earn."""

    WINNER = "winner"
    """First place among at least `LEAST_FIELD`."""
    PODIUMS = "podiums"
    """Places among the first three of at least `LEAST_FIELD`, `PODIUMS` times."""
    SIXTY = "sixty"
    """A percentage of `HIGH_PERCENT` or more over at least `LEAST_DEALS` deals."""
    STEADY = "steady"
    """A run of `STEADY_RUN` evenings at `MIDDLE` per cent or more."""
    FAITHFUL = "faithful"
    """Participation in `FAITHFUL_EVENINGS` evenings within a `YEAR`."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The result of a player on one evening."""

    on: date
    place: int | None
    field_size: int
    """Number of players or teams with a place."""
    percent: Fraction | None
    """Percentage of the player; None where evenings are not counted in per cent."""
    deals: int


@dataclass(frozen=True, slots=True)
class EarnedMerit:
    """A merit with the number of times it was earned."""

    merit: Merit
    times: int
    first: date
    """Date of the evening that earned it first."""


def earned_merits(evenings: Sequence[Evening]) -> tuple[EarnedMerit, ...]:
    """Return the merits of a player, in the order of `Merit`.

    Args:
        evenings: in the order in which they were played.
    """
    days_of_merits = (
        (merit, [evenings[number].on for number in rule(evenings)]) for merit, rule in _RULES.items()
    )
    return tuple(EarnedMerit(merit, len(days), days[0]) for merit, days in days_of_merits if days)


def _wins(evenings: Sequence[Evening]) -> list[int]:
    return _placed(evenings, 1)


def _podiums(evenings: Sequence[Evening]) -> list[int]:
    # every fifth place on a podium earns the merit once more
    return _placed(evenings, LAST_OF_PODIUM)[PODIUMS - 1 :: PODIUMS]


def _high(evenings: Sequence[Evening]) -> list[int]:
    return [
        number
        for number, evening in enumerate(evenings)
        if evening.percent is not None and evening.percent >= HIGH_PERCENT and evening.deals >= LEAST_DEALS
    ]


def _steady(evenings: Sequence[Evening]) -> list[int]:
    """Return the evenings that complete a run. The next run starts after them."""
    last_evenings, run = [], 0
    for number, evening in enumerate(evenings):
        # an evening that is not counted in per cent neither breaks nor lengthens a run
        if evening.percent is None:
            continue
        run = run + 1 if evening.percent >= MIDDLE else 0
        if run == STEADY_RUN:
            last_evenings.append(number)
            run = 0
    return last_evenings


def _faithful(evenings: Sequence[Evening]) -> list[int]:
    """Return the evenings that complete ten within a year. Each evening counts for one such year only."""
    last_evenings, start = [], 0
    for number, evening in enumerate(evenings):
        while evening.on - evenings[start].on > YEAR:
            start += 1
        if number - start + 1 == FAITHFUL_EVENINGS:
            last_evenings.append(number)
            start = number + 1
    return last_evenings


def _placed(evenings: Sequence[Evening], lowest_place: int) -> list[int]:
    return [
        number
        for number, evening in enumerate(evenings)
        if evening.place is not None and evening.place <= lowest_place and evening.field_size >= LEAST_FIELD
    ]


_RULES: dict[Merit, Callable[[Sequence[Evening]], list[int]]] = {
    Merit.WINNER: _wins,
    Merit.PODIUMS: _podiums,
    Merit.SIXTY: _high,
    Merit.STEADY: _steady,
    Merit.FAITHFUL: _faithful,
}
"""Rule of each merit: a function that returns the indexes of the evenings that earn it."""
