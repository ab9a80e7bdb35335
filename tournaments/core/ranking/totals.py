"""The percentages of every player: attack, defence, and both together less the penalties."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tournaments.core.ranking.comparison import Marks
from tournaments.core.ranking.score_grid import BoolArray, IntArray, ScoreGrid

ExactArray = npt.NDArray[np.int64] | npt.NDArray[np.object_]
"""Integers of the machine while they suffice, of any size beyond: never rounded."""

HUNDREDTHS = 10_000
"""Hundredths of a percent in a whole."""
MACHINE_LIMIT = 2**62


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
    attack_count = _count_deals(grid, marks, marks.is_taker)
    defence_count = _count_deals(grid, marks, ~marks.is_taker)
    scales = _Scales.of(marks, attack_count, defence_count, weights, taken_off)
    attack = _mean_marks(grid, marks, marks.is_taker, attack_count, scales)
    defence = _mean_marks(grid, marks, ~marks.is_taker, defence_count, scales)
    both = weights.attack * attack + weights.defence * defence
    weighted = np.where(
        defence_count == 0,
        weights.sum * attack,
        np.where(attack_count == 0, weights.sum * defence, both),
    )
    whole = scales.mean_denominator * weights.sum
    return Totals(
        attack_count=attack_count,
        defence_count=defence_count,
        attack=attack,
        defence=defence,
        mean_denominator=scales.mean_denominator,
        overall=HUNDREDTHS * weighted - whole * taken_off.astype(scales.dtype),
        overall_denominator=HUNDREDTHS * whole,
        penalty=taken_off,
    )


@dataclass(frozen=True, slots=True)
class _Scales:
    """Common denominators: of all marks (2 × (field size − 1) differs by board), of all numbers of deals."""

    marks: int
    means: int
    dtype: type[np.int64] | type[object]

    @property
    def mean_denominator(self) -> int:
        return self.marks * self.means

    @classmethod
    def of(
        cls,
        marks: Marks,
        attack_count: IntArray,
        defence_count: IntArray,
        weights: Weights,
        penalty: IntArray,
    ) -> "_Scales":
        """Scales for these marks; machine integers when the largest possible value fits them."""
        of_marks = math.lcm(*np.unique(marks.denominator).tolist())
        counts = np.maximum(np.concatenate((attack_count, defence_count)), 1)
        of_means = math.lcm(*np.unique(counts).tolist())
        largest = of_marks * of_means * weights.sum * (HUNDREDTHS + int(np.abs(penalty).max(initial=0)))
        return cls(of_marks, of_means, np.int64 if largest < MACHINE_LIMIT else object)


def _count_deals(grid: ScoreGrid, marks: Marks, is_side: BoolArray) -> IntArray:
    """counts[player]: marks that count on one side."""
    players = grid.players[marks.is_counted & is_side]
    return np.bincount(players, minlength=grid.player_count).astype(np.int64)


def _mean_marks(
    grid: ScoreGrid, marks: Marks, is_side: BoolArray, count: IntArray, scales: _Scales
) -> ExactArray:
    """means[player] over `scales.mean_denominator`; 0 for a player without a deal on that side."""
    plays, seats = np.nonzero(marks.is_counted & is_side)
    factor = scales.marks // marks.denominator.astype(scales.dtype)
    sums = np.zeros(grid.player_count, dtype=scales.dtype)
    np.add.at(sums, grid.players[plays, seats], marks.numerator[plays, seats] * factor[plays])
    means: ExactArray = sums * (scales.means // np.maximum(count, 1).astype(scales.dtype))
    return means
