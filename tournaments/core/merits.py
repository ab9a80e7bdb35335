"""Merits of a player over his evenings: a few, each with a plain rule, none that mere chance gives twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

LEAST_FIELD = 8
"""Players or teams with a place, below which a place is no merit."""
LAST_OF_PODIUM = 3
PODIUMS = 5
HIGH_PERCENT = 60
LEAST_DEALS = 12
"""Deals below which a percentage is luck."""
MIDDLE = 50
STEADY_RUN = 5
FAITHFUL_EVENINGS = 10
YEAR = timedelta(days=365)


class Merit(StrEnum):
    """What somebody may have earned."""

    WINNER = "winner"
    """First of at least `LEAST_FIELD`."""
    PODIUMS = "podiums"
    """Among the first three of at least `LEAST_FIELD`, `PODIUMS` times."""
    SIXTY = "sixty"
    """`HIGH_PERCENT` or more over at least `LEAST_DEALS` deals."""
    STEADY = "steady"
    """`STEADY_RUN` evenings in a row at `MIDDLE` or more."""
    FAITHFUL = "faithful"
    """`FAITHFUL_EVENINGS` evenings within a `YEAR`."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What counts of one evening."""

    on: date
    place: int | None
    field_size: int
    """Players or teams with a place."""
    percent: Fraction | None
    """None where evenings are not counted in per cent."""
    deals: int


@dataclass(frozen=True, slots=True)
class EarnedMerit:
    """A merit and when it was earned."""

    merit: Merit
    times: int
    first: date
    """The evening that earned it first."""


def earned_merits(evenings: Sequence[Evening]) -> tuple[EarnedMerit, ...]:
    """The merits of somebody, in the order of `Merit`.

    Args:
        evenings: in the order in which they were played.
    """
    found = ((merit, [evenings[number].on for number in rule(evenings)]) for merit, rule in _RULES.items())
    return tuple(EarnedMerit(merit, len(days), days[0]) for merit, days in found if days)


def _wins(evenings: Sequence[Evening]) -> list[int]:
    return _placed(evenings, 1)


def _podiums(evenings: Sequence[Evening]) -> list[int]:
    return _placed(evenings, LAST_OF_PODIUM)[PODIUMS - 1 :: PODIUMS]


def _high(evenings: Sequence[Evening]) -> list[int]:
    return [
        number
        for number, evening in enumerate(evenings)
        if evening.percent is not None and evening.percent >= HIGH_PERCENT and evening.deals >= LEAST_DEALS
    ]


def _steady(evenings: Sequence[Evening]) -> list[int]:
    """Evenings that complete a run, after which another begins; those not in per cent are passed over."""
    found, run = [], 0
    for number, evening in enumerate(evenings):
        if evening.percent is None:
            continue
        run = run + 1 if evening.percent >= MIDDLE else 0
        if run == STEADY_RUN:
            found.append(number)
            run = 0
    return found


def _faithful(evenings: Sequence[Evening]) -> list[int]:
    """Evenings that complete a year of ten; each evening belongs to one such year."""
    found, since = [], 0
    for number, evening in enumerate(evenings):
        while evening.on - evenings[since].on > YEAR:
            since += 1
        if number - since + 1 == FAITHFUL_EVENINGS:
            found.append(number)
            since = number + 1
    return found


def _placed(evenings: Sequence[Evening], last: int) -> list[int]:
    return [
        number
        for number, evening in enumerate(evenings)
        if evening.place is not None and evening.place <= last and evening.field_size >= LEAST_FIELD
    ]


_RULES: dict[Merit, Callable[[Sequence[Evening]], list[int]]] = {
    Merit.WINNER: _wins,
    Merit.PODIUMS: _podiums,
    Merit.SIXTY: _high,
    Merit.STEADY: _steady,
    Merit.FAITHFUL: _faithful,
}
"""By merit: the evenings at which it is earned, by number."""
