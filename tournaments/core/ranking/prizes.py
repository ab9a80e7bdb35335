"""Prizes in money and in kind: fund, smooth scale, shared places, categories, several lists. Exact cents."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise, zip_longest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.classification import RankedUnit

LEAST_REDISTRIBUTION = 70
"""Per cent of the entry fees that the federation's manual asks of its tournaments."""
REWARDED = range(20, 26)
"""Per cent of the field with a prize, by the same."""
_FLATNESS = 2
"""Place k weighs 1 / (k + 2): the twentieth prize is about a seventh of the first."""


class Sharing(StrEnum):
    """What happens to the prizes of a shared place."""

    EQUAL = "equal"
    """Money is put together and divided; cents that do not divide go to the first ones listed. Prizes in
    kind are given in the order of the ranking."""
    LISTED = "listed"
    """They are given in the order of the ranking (after a draw, for example)."""


class Cumulation(StrEnum):
    """Whether somebody may have prizes of several lists; those not kept go down to the next of their list."""

    ALL = "all"
    BEST = "best"
    """Each keeps the largest; of equal ones that of the first list."""
    FIRST_LIST = "first_list"
    """Each keeps that of the first list: later ones are for people without a prize."""


@dataclass(frozen=True, slots=True)
class PrizeInKind:
    """A prize in kind."""

    name: str
    cents: int | None = None
    """Its value, None if unknown."""


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of one ranking: the overall one, a category, the best total of the last rounds…"""

    name: str
    amounts: tuple[int, ...]
    """Cents by place, never increasing."""
    ranking: Sequence[RankedUnit]
    """In the order of the ranking."""
    gifts: tuple[PrizeInKind | None, ...] = ()
    """By place; None where a place has money alone."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of one unit in one list."""

    unit: int
    list_name: str
    place: int
    """In the ranking of the list."""
    amount: int
    """Cents."""
    sharers: int
    """Units that share this place's prizes, this one included."""
    gift: PrizeInKind | None = None

    @property
    def value(self) -> int:
        """Cents of money and gift together."""
        return self.amount + (self.gift.cents or 0 if self.gift else 0)


@dataclass(frozen=True, slots=True)
class Allotment:
    """All prizes of an event, by list and place."""

    prizes: tuple[Prize, ...]
    left_over: int
    """Cents of prizes without a winner."""
    gifts_left: tuple[PrizeInKind, ...] = ()
    """Prizes in kind without a winner."""

    def total_of(self, unit: int) -> int:
        """Cents that a unit gets in all."""
        return sum(prize.amount for prize in self.prizes if prize.unit == unit)


def prize_fund(fees: int, redistribution: int, extra: int = 0) -> int:
    """Cents to give away, rounded down.

    Args:
        fees: cents of all entry fees.
        redistribution: per cent of the fees, 1 to 100; at least `LEAST_REDISTRIBUTION` in tournaments of the
            federation.
        extra: cents from elsewhere.

    Raises:
        TournamentError: `redistribution`.

    Source:
        FFT, Manuel de l'organisateur (2011) M3.
    """
    if not 1 <= redistribution <= 100:
        raise TournamentError(
            "redistribution",
            f"redistribution {redistribution} not in 1..100 per cent",
            field="redistribution",
            number=redistribution,
        )
    return fees * redistribution // 100 + extra


def prize_count(unit_count: int, rewarded: int = 25) -> int:
    """How many get a prize: a share of the field in per cent, rounded up, at least the winner.

    Raises:
        TournamentError: `rewarded`, for a share outside 20 to 25 per cent.

    Source:
        FFT, Manuel de l'organisateur (2011) M3.
    """
    if rewarded not in REWARDED:
        raise TournamentError(
            "rewarded", f"share {rewarded} not in 20..25 per cent", field="rewarded", number=rewarded
        )
    return max(1, -(-unit_count * rewarded // 100))


def build_scale(fund: int, count: int, step: int = 100) -> tuple[int, ...]:
    """Prizes by place that add up to the fund: whole steps, but for what is left, which goes to the winner.

    Args:
        fund: cents.
        count: prizes, at least 1.
        step: cents to which prizes are rounded.

    Raises:
        TournamentError: `prize_fund_small`, when a prize would be nothing.
    """
    weights = [Fraction(1, place + _FLATNESS) for place in range(1, count + 1)]
    steps = [int(fund // step * weight / sum(weights)) for weight in weights]
    spare = fund // step - sum(steps)
    amounts = [step * (whole + (place < spare)) for place, whole in enumerate(steps)]
    if not amounts or min(amounts) == 0:
        raise TournamentError(
            "prize_fund_small",
            f"{fund} cents do not make {count} prizes of {step}",
            field="fund",
            number=fund,
        )
    amounts[0] += fund % step
    return tuple(amounts)


@dataclass(frozen=True, slots=True)
class Offer:
    """Money of one list: amounts by place, a part of the fund on the smooth scale, or none."""

    amounts: tuple[int, ...] = ()
    """Cents by place; () for a scale."""
    fund_share: int = 0
    """Per cent of the fund to put on the scale, 1 to 100."""
    count: int | None = None
    """Prizes of the scale; None for a quarter of the field."""
    step: int = 100
    """Cents to which the scale is rounded."""

    def cents(self, fund: int, field_size: int) -> tuple[int, ...]:
        """Cents by place for so many ranked units; nothing for an empty field.

        Raises:
            TournamentError: `prize_fund_small`, as `build_scale`; `prizes_increase`, when a later place would
                get more than an earlier one.
        """
        if any(later > earlier for earlier, later in pairwise(self.amounts)):
            raise TournamentError("prizes_increase", f"amounts {self.amounts} increase", field="amounts")
        if self.amounts or not self.fund_share or not field_size:
            return self.amounts
        count = min(self.count or prize_count(field_size), field_size)
        return build_scale(fund * self.fund_share // 100, count, self.step)


def allot_prizes(
    lists: Sequence[PrizeList],
    *,
    sharing: Sharing = Sharing.EQUAL,
    cumulation: Cumulation = Cumulation.ALL,
) -> Allotment:
    """Give the prizes of all lists; units without a place get none."""
    barred: list[set[int]] = [set() for _ in lists]
    while True:
        given = [_give(prizes, bar, sharing) for prizes, bar in zip(lists, barred, strict=True)]
        surplus = _surplus(given, cumulation)
        if not surplus:
            break
        for number, unit in surplus:
            barred[number].add(unit)
    prizes = tuple(prize for of_list in given for prize in of_list)
    offered = sum(sum(prize_list.amounts) for prize_list in lists)
    return Allotment(prizes, offered - sum(prize.amount for prize in prizes), _gifts_left(lists, given))


def _give(prizes: PrizeList, barred: set[int], sharing: Sharing) -> list[Prize]:
    """Return the prizes of one list among the units that may have them."""
    offered = list(zip_longest(prizes.amounts, prizes.gifts))
    rows = [
        (row.unit, row.place) for row in prizes.ranking if row.place is not None and row.unit not in barred
    ]
    given: list[Prize] = []
    start = 0
    while start < min(len(rows), len(offered)):
        place = rows[start][1]
        tied = (
            [unit for unit, own in rows[start:] if own == place]
            if sharing is Sharing.EQUAL
            else [rows[start][0]]
        )
        shared = offered[start : start + len(tied)]
        share, spare = divmod(sum(amount or 0 for amount, _ in shared), len(tied))
        for number, unit in enumerate(tied):
            gift = shared[number][1] if number < len(shared) else None
            amount = share + (number < spare)
            if amount or gift or prizes.amounts:
                given.append(Prize(unit, prizes.name, place, amount, len(tied), gift))
        start += len(tied)
    return given


def _gifts_left(lists: Sequence[PrizeList], given: Sequence[Sequence[Prize]]) -> tuple[PrizeInKind, ...]:
    """Return the gifts without a winner, list by list."""
    left: list[PrizeInKind] = []
    for prize_list, prizes in zip(lists, given, strict=True):
        unclaimed = [gift for gift in prize_list.gifts if gift is not None]
        for prize in prizes:
            if prize.gift is not None:
                unclaimed.remove(prize.gift)
        left += unclaimed
    return tuple(left)


def _surplus(given: Sequence[Sequence[Prize]], cumulation: Cumulation) -> list[tuple[int, int]]:
    """(list, unit) of the prizes that their units may not keep."""
    if cumulation is Cumulation.ALL:
        return []
    kept: dict[int, tuple[int, int]] = {}
    surplus = []
    for number, prizes in enumerate(given):
        for prize in prizes:
            if prize.unit not in kept:
                kept[prize.unit] = (number, prize.value)
            elif cumulation is Cumulation.BEST and prize.value > kept[prize.unit][1]:
                surplus.append((kept[prize.unit][0], prize.unit))
                kept[prize.unit] = (number, prize.value)
            else:
                surplus.append((number, prize.unit))
    return surplus
