"""The percentages of every player: attack, defence, and both together less the penalties."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.comparison import Marks
from tournaments.core.ranking.exact import (
    MACHINE_LIMIT,
    ExactArray,
    common_denominator,
    over_common,
    sum_by_cell,
)
from tournaments.core.ranking.score_grid import BoolArray, IntArray, ScoreGrid

HUNDREDTHS = 10_000
"""Hundredths of a percent in a whole."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What attack and defence weigh in the overall percentage: ¼ and ¾ unless told otherwise.

    Source:
        FFT, Règlement officiel (2012) R18.
    """

    attack: int = 1
    defence: int = 3

    @property
    def sum(self) -> int:
        return self.attack + self.defence


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Exact means of every player, as integers over denominators common to all: they compare as they are.

    Where a player has no deal on a side, that side's sum is 0: look at the count first.
    """

    attack_count: IntArray
    """attack_count[player]: deals that count as taker."""
    defence_count: IntArray
    """defence_count[player]: deals that count as defender."""
    attack: ExactArray
    """attack[player]: mean of the marks as taker, over `mean_denominator`."""
    defence: ExactArray
    """defence[player]: mean of the marks as defender, over `mean_denominator`."""
    mean_denominator: int
    overall: ExactArray
    """overall[player]: weighted percentage less penalties, over `overall_denominator`; may be negative."""
    overall_denominator: int
    penalty: IntArray
    """penalty[player]: hundredths of a percent taken off."""

    @property
    def is_ranked(self) -> BoolArray:
        """is_ranked[player]: at least one deal counts."""
        return np.asarray(self.attack_count + self.defence_count > 0)

    @property
    def is_one_sided(self) -> BoolArray:
        """is_one_sided[player]: deals of one side only; the overall percentage is that side's."""
        return np.asarray((self.attack_count > 0) != (self.defence_count > 0))

    def attack_percent(self, player: int) -> Fraction | None:
        """Exact attack percentage, None without a deal as taker."""
        if not self.attack_count[player]:
            return None
        return Fraction(100 * int(self.attack[player]), self.mean_denominator)

    def defence_percent(self, player: int) -> Fraction | None:
        """Exact defence percentage, None without a deal as defender."""
        if not self.defence_count[player]:
            return None
        return Fraction(100 * int(self.defence[player]), self.mean_denominator)

    def overall_percent(self, player: int) -> Fraction | None:
        """Exact overall percentage after penalties, None for a player without any deal."""
        if not self.is_ranked[player]:
            return None
        return Fraction(100 * int(self.overall[player]), self.overall_denominator)

    def penalty_percent(self, player: int) -> Fraction:
        """Exact penalty in per cent."""
        return Fraction(int(self.penalty[player]), 100)


def add_up(grid: ScoreGrid, marks: Marks, weights: Weights, penalty: IntArray | None = None) -> Totals:
    """Mean marks of every player, and their weighted sum less the penalties.

    A player who has no deal on one side keeps the percentage of the other side alone.

    Args:
        marks: of the plays of `grid`, in its order.
        penalty: penalty[player] in hundredths of a percent (50 takes 0.5 % off); none by default.

    Source:
        FFT, Règlement officiel (2012) R18; Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    taken_off = np.zeros(grid.player_count, dtype=np.int64) if penalty is None else penalty
    sums, counts, of_marks = _add_sides(grid, marks)
    of_means = common_denominator(np.maximum(counts, 1).ravel())
    largest = of_marks * of_means * weights.sum * (HUNDREDTHS + int(np.abs(taken_off).max(initial=0)))
    dtype: type[np.int64] | type[object] = np.int64 if largest < MACHINE_LIMIT else object
    means = sums.astype(dtype) * (of_means // np.maximum(counts, 1).astype(dtype))
    defence, attack = means[:, 0], means[:, 1]
    both = weights.attack * attack + weights.defence * defence
    weighted = np.where(
        counts[:, 0] == 0, weights.sum * attack, np.where(counts[:, 1] == 0, weights.sum * defence, both)
    )
    whole = of_marks * of_means * weights.sum
    return Totals(
        attack_count=counts[:, 1],
        defence_count=counts[:, 0],
        attack=attack,
        defence=defence,
        mean_denominator=of_marks * of_means,
        overall=HUNDREDTHS * weighted - whole * taken_off.astype(dtype),
        overall_denominator=HUNDREDTHS * whole,
        penalty=taken_off,
    )


def _add_sides(grid: ScoreGrid, marks: Marks) -> tuple[ExactArray, IntArray, int]:
    """Sums of the marks, numbers of deals, both [player, side] (0 defence, 1 attack); their denominator."""
    spare = 2 * grid.player_count
    cell = 2 * grid.players + marks.is_taker
    if not marks.is_counted.all():
        cell[~marks.is_counted] = spare
    common = common_denominator(marks.denominator)
    scaled = over_common(marks.numerator, marks.denominator[:, None], common)
    sums = sum_by_cell(cell.ravel(), scaled.ravel(), spare + 1)[:spare]
    counts = np.bincount(cell.ravel(), minlength=spare + 1)[:spare]
    return sums.reshape(-1, 2), counts.reshape(-1, 2), common
