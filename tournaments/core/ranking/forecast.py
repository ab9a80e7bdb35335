"""Possible final results of a player and the marks that they need, computed from certain facts only."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.ranking.totals import Totals, Weights

TOP = Fraction(100)


@dataclass(frozen=True, slots=True)
class Remaining:
    """A player's results before the last deals, in per cent and deals."""

    attack_sum: Fraction
    """Sum of the player's marks as taker."""
    attack_count: int
    attack_left: int
    """Number of deals that the player still has to take."""
    defence_sum: Fraction
    defence_count: int
    defence_left: int
    penalty: Fraction = Fraction(0)

    @property
    def deals_left(self) -> int:
        return self.attack_left + self.defence_left

    @classmethod
    def of(cls, totals: Totals, player: int, *, attack_left: int, defence_left: int) -> "Remaining":
        """Return the results of a player of a session so far."""
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
    """Exact mean, below 0 if any marks are enough, above 100 if none are; None without a remaining deal."""
    is_certain: bool
    """True if the result is reached with any marks."""
    is_possible: bool


def final_share(position: Remaining, mean: Fraction, weights: Weights) -> Fraction | None:
    """Return the final overall percentage if the remaining deals bring this mean; None without any deal."""
    attack, defence = (
        position.attack_count + position.attack_left,
        position.defence_count + position.defence_left,
    )
    if not attack and not defence:
        return None
    attack_mean = (position.attack_sum + mean * position.attack_left) / max(attack, 1)
    defence_mean = (position.defence_sum + mean * position.defence_left) / max(defence, 1)
    # the only side has all the weight, even if its own one is 0
    if not attack or not defence:
        return attack_mean + defence_mean - position.penalty
    return (weights.attack * attack_mean + weights.defence * defence_mean) / weights.sum - position.penalty


def share_bounds(position: Remaining, weights: Weights) -> tuple[Fraction, Fraction] | None:
    """Return the lowest and highest overall percentage at the end; None without any deal."""
    lowest, highest = final_share(position, Fraction(0), weights), final_share(position, TOP, weights)
    return None if lowest is None or highest is None else (lowest, highest)


def needed_mean(position: Remaining, target: Fraction, weights: Weights) -> Need:
    """Return the mean that ends with at least `target` per cent."""
    bounds = share_bounds(position, weights)
    if bounds is None:
        return Need(None, is_certain=False, is_possible=False)
    lowest, highest = bounds
    mean = None if lowest == highest else TOP * (target - lowest) / (highest - lowest)
    return Need(mean, is_certain=target <= lowest, is_possible=target <= highest)


def place_bounds(bounds: Sequence[tuple[Fraction, Fraction]]) -> tuple[tuple[int, int], ...]:
    """Return (best, worst) place of every unit, from the lowest and highest value of each.

    The bounds are certain but not always tight: they ignore that two players may meet and that marks of a
    board depend on each other.
    """
    lows, highs = sorted(low for low, _ in bounds), sorted(high for _, high in bounds)
    places = []
    for low, high in bounds:
        surely_ahead = len(lows) - bisect_right(lows, high)
        # a unit does not compete with its own highest value
        possibly_ahead = len(highs) - bisect_right(highs, low) - (high > low)
        places.append((1 + surely_ahead, 1 + possibly_ahead))
    return tuple(places)


def needed_value(lows_and_highs: Sequence[tuple[Fraction, Fraction]], place: int) -> Fraction | None:
    """Return the value that makes a place certain against any results of the others; None if any value does.

    Args:
        lows_and_highs: lowest and highest value of each other unit.
        place: from 1; equal values share it.
    """
    highs = sorted((high for _, high in lows_and_highs), reverse=True)
    return highs[place - 1] if place <= len(highs) else None
