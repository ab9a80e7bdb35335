"""What a player can still reach, and what he needs for it, by counting only what is certain."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.ranking.totals import Totals, Weights

TOP = Fraction(100)


@dataclass(frozen=True, slots=True)
class Remaining:
    """Where a player stands before the last deals, in per cent and deals."""

    attack_sum: Fraction
    """Sum of his marks as taker."""
    attack_count: int
    attack_left: int
    """Deals that he will still take."""
    defence_sum: Fraction
    defence_count: int
    defence_left: int
    penalty: Fraction = Fraction(0)

    @property
    def deals_left(self) -> int:
        return self.attack_left + self.defence_left

    @classmethod
    def of(cls, totals: Totals, player: int, *, attack_left: int, defence_left: int) -> "Remaining":
        """Where a player of a session stands."""
        attack_count, defence_count = int(totals.attack_count[player]), int(totals.defence_count[player])
        return cls(
            attack_sum=attack_count * (totals.attack_percents[player] or Fraction(0)),
            attack_count=attack_count,
            attack_left=attack_left,
            defence_sum=defence_count * (totals.defence_percents[player] or Fraction(0)),
            defence_count=defence_count,
            defence_left=defence_left,
            penalty=totals.penalty_percents[player] or Fraction(0),
        )


@dataclass(frozen=True, slots=True)
class Need:
    """The mean mark over all remaining deals that reaches a result."""

    mean: Fraction | None
    """Exact; below 0 when any marks will do, above 100 when none will; None without a deal left."""
    is_certain: bool
    """Reached whatever happens."""
    is_possible: bool


def final_share(now: Remaining, mean: Fraction, weights: Weights) -> Fraction | None:
    """The overall percentage at the end if all remaining deals bring this mean; None without any deal."""
    attack, defence = now.attack_count + now.attack_left, now.defence_count + now.defence_left
    sides = []
    if attack:
        sides.append((weights.attack, (now.attack_sum + mean * now.attack_left) / attack))
    if defence:
        sides.append((weights.defence, (now.defence_sum + mean * now.defence_left) / defence))
    if not sides:
        return None
    whole = sum(weight for weight, _ in sides)
    return sum(weight * value for weight, value in sides) / Fraction(whole) - now.penalty


def share_bounds(now: Remaining, weights: Weights) -> tuple[Fraction, Fraction] | None:
    """Lowest and highest overall percentage at the end; None without any deal."""
    lowest, highest = final_share(now, Fraction(0), weights), final_share(now, TOP, weights)
    return None if lowest is None or highest is None else (lowest, highest)


def needed_mean(now: Remaining, target: Fraction, weights: Weights) -> Need:
    """What it takes to end with at least `target` per cent."""
    bounds = share_bounds(now, weights)
    if bounds is None:
        return Need(None, is_certain=False, is_possible=False)
    lowest, highest = bounds
    mean = None if lowest == highest else TOP * (target - lowest) / (highest - lowest)
    return Need(mean, is_certain=target <= lowest, is_possible=target <= highest)


def place_bounds(bounds: Sequence[tuple[Fraction, Fraction]]) -> tuple[tuple[int, int], ...]:
    """(best, worst) place of every unit, from the lowest and highest value of each.

    Certain, but not always sharp: that two players meet, or that marks of a board depend on each other, is
    not counted.
    """
    lows, highs = sorted(low for low, _ in bounds), sorted(high for _, high in bounds)
    places = []
    for low, high in bounds:
        ahead = len(lows) - bisect_right(lows, high)
        able = len(highs) - bisect_right(highs, low) - (high > low)
        places.append((1 + ahead, 1 + able))
    return tuple(places)


def needed_value(lows_and_highs: Sequence[tuple[Fraction, Fraction]], place: int) -> Fraction | None:
    """The value that makes a place certain whatever the others do; None when any value does.

    Args:
        lows_and_highs: of the other units.
        place: from 1; equal values share it.
    """
    highs = sorted((high for _, high in lows_and_highs), reverse=True)
    return highs[place - 1] if place <= len(highs) else None
