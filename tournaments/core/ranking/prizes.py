"""Prizes in money and in kind: fund, smooth scale, shared places, categories, several lists. Exact cents."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise, zip_longest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.classification import RankedUnit

LEAST_REDISTRIBUTION = 70
"""Least share of the entry fees to redistribute in a tournament of the federation, in per cent."""
REWARDED = range(20, 26)
"""Shares of the field with a prize in the federation's manual, in per cent."""
_FLATNESS = 2
"""Constant of the smooth scale: place k weighs 1 / (k + 2). The twentieth prize is about 1/7 of the first."""


class Sharing(StrEnum):
    """Rule for the prizes of a shared place."""

    EQUAL = "equal"
    """Money is added up and divided; prizes in kind go by the order of the ranking.

    Cents that do not divide go to the first units in the order of the ranking.
    """
    LISTED = "listed"
    """Prizes go by the order of the ranking (after a draw, for example)."""


class Cumulation(StrEnum):
    """Rule for a unit with several prizes. A prize that it may not keep goes to the next unit of its list."""

    ALL = "all"
    BEST = "best"
    """A unit keeps its largest prize; of equal ones that of the first list."""
    FIRST_LIST = "first_list"
    """A unit keeps the prize of the first list. Later lists are for units without a prize."""


@dataclass(frozen=True, slots=True)
class PrizeInKind:
    """A prize in kind."""

    name: str
    cents: int | None = None
    """Value of the prize; None if unknown."""


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of one ranking: the overall one, a category, the best total of the last rounds…"""

    name: str
    amounts: tuple[int, ...]
    """Cents by place, never increasing."""
    ranking: Sequence[RankedUnit]
    """Rows in the order of the ranking."""
    gifts: tuple[PrizeInKind | None, ...] = ()
    """Prizes in kind by place; None for a place with money alone."""


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of one unit in one list."""

    unit: int
    list_name: str
    place: int
    """Place in the ranking of the list."""
    amount: int
    """Amount of money in cents."""
    sharers: int
    """Number of units that share this place's prizes, this one included."""
    gift: PrizeInKind | None = None

    @property
    def value(self) -> int:
        """Value of money and gift together, in cents."""
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
        """Return the cents of all prizes of a unit."""
        return sum(prize.amount for prize in self.prizes if prize.unit == unit)


def prize_fund(fees: int, redistribution: int, extra: int = 0) -> int:
    """Return the money of all prizes in cents, rounded down.

    Args:
        fees: cents of all entry fees.
        redistribution: per cent of the fees, 1 to 100; at least `LEAST_REDISTRIBUTION` in tournaments of the
            federation.
        extra: cents from other sources.

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
    """Return the number of prizes: a share of the field in per cent, rounded up, at least 1.

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
    """Return the prizes by place, which add up to the fund.

    Prizes are whole steps. The remainder of the fund goes to the winner.

    Args:
        fund: cents.
        count: number of prizes, at least 1.
        step: cents to which prizes are rounded.

    Raises:
        TournamentError: `prize_fund_small`, if a prize would be 0.
    """
    weights = [Fraction(1, place + _FLATNESS) for place in range(1, count + 1)]
    steps = [int(fund // step * weight / sum(weights)) for weight in weights]
    # steps lost by rounding down go to the best places, one each
    spare = fund // step - sum(steps)
    amounts = [step * (step_count + (place < spare)) for place, step_count in enumerate(steps)]
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
    """Share of the fund to put on the scale, in per cent, 1 to 100."""
    count: int | None = None
    """Number of prizes of the scale; None for a quarter of the field."""
    step: int = 100
    """Cents to which the scale is rounded."""

    def cents(self, fund: int, field_size: int) -> tuple[int, ...]:
        """Return the cents by place for `field_size` ranked units; () for an empty field.

        Raises:
            TournamentError: `prize_fund_small`, as `build_scale`; `prizes_increase`, if a later place would
                get more than an earlier one.
        """
        if any(next_amount > amount for amount, next_amount in pairwise(self.amounts)):
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
    """Return the prizes of all lists. Units without a place get none."""
    barred_units: list[set[int]] = [set() for _ in lists]
    # a prize that its unit may not keep goes down its list, which may give others too much: repeat
    while True:
        prizes_of_lists = [
            _give(prizes, bar, sharing) for prizes, bar in zip(lists, barred_units, strict=True)
        ]
        surplus = _surplus(prizes_of_lists, cumulation)
        if not surplus:
            break
        for number, unit in surplus:
            barred_units[number].add(unit)
    prizes = tuple(prize for prizes_of_list in prizes_of_lists for prize in prizes_of_list)
    total = sum(sum(prize_list.amounts) for prize_list in lists)
    return Allotment(
        prizes, total - sum(prize.amount for prize in prizes), _gifts_left(lists, prizes_of_lists)
    )


def _give(prizes: PrizeList, barred_units: set[int], sharing: Sharing) -> list[Prize]:
    """Return the prizes of one list among the units that may have them."""
    offers = list(zip_longest(prizes.amounts, prizes.gifts))
    rows = [
        (row.unit, row.place)
        for row in prizes.ranking
        if row.place is not None and row.unit not in barred_units
    ]
    prizes_of_list: list[Prize] = []
    start = 0
    while start < min(len(rows), len(offers)):
        place = rows[start][1]
        tied_units = (
            [unit for unit, unit_place in rows[start:] if unit_place == place]
            if sharing is Sharing.EQUAL
            else [rows[start][0]]
        )
        shared_prizes = offers[start : start + len(tied_units)]
        share, spare = divmod(sum(amount or 0 for amount, _ in shared_prizes), len(tied_units))
        for number, unit in enumerate(tied_units):
            gift = shared_prizes[number][1] if number < len(shared_prizes) else None
            amount = share + (number < spare)
            # a place of 0 cents counts as a prize if the list has money prizes
            if amount or gift or prizes.amounts:
                prizes_of_list.append(Prize(unit, prizes.name, place, amount, len(tied_units), gift))
        start += len(tied_units)
    return prizes_of_list


def _gifts_left(
    lists: Sequence[PrizeList], prizes_of_lists: Sequence[Sequence[Prize]]
) -> tuple[PrizeInKind, ...]:
    """Return the gifts without a winner, list by list."""
    unclaimed_gifts: list[PrizeInKind] = []
    for prize_list, prizes in zip(lists, prizes_of_lists, strict=True):
        gifts = [gift for gift in prize_list.gifts if gift is not None]
        for prize in prizes:
            if prize.gift is not None:
                gifts.remove(prize.gift)
        unclaimed_gifts += gifts
    return tuple(unclaimed_gifts)


def _surplus(prizes_of_lists: Sequence[Sequence[Prize]], cumulation: Cumulation) -> list[tuple[int, int]]:
    """Return (list, unit) of the prizes that their units may not keep."""
    if cumulation is Cumulation.ALL:
        return []
    kept_prizes: dict[int, tuple[int, int]] = {}
    surplus = []
    for number, prizes in enumerate(prizes_of_lists):
        for prize in prizes:
            if prize.unit not in kept_prizes:
                kept_prizes[prize.unit] = (number, prize.value)
            elif cumulation is Cumulation.BEST and prize.value > kept_prizes[prize.unit][1]:
                surplus.append((kept_prizes[prize.unit][0], prize.unit))
                kept_prizes[prize.unit] = (number, prize.value)
            else:
                surplus.append((number, prize.unit))
    return surplus
