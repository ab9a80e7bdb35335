"""Percentages of every player: attack, defence, and both together less the penalties."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.ranking.comparison import Marks
from tournaments.core.ranking.exact import (
    MACHINE_LIMIT,
    ExactArray,
    FractionArray,
    common_denominator,
    over_common,
    sum_by_cell,
)
from tournaments.core.ranking.score_grid import BoolArray, IntArray, ScoreGrid
from tournaments.core.ranking.values import FractionColumn

HUNDREDTHS = 10_000
"""Hundredths of a percent in a whole."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of attack and defence in the overall percentage, by default ¼ and ¾.

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
    """Exact means of every player, as parts of a whole.

    A side without a deal has the fraction 0; read its count first.
    """

    attack_count: IntArray
    """attack_count[player]: number of deals that count as taker."""
    defence_count: IntArray
    """defence_count[player]: number of deals that count as defender."""
    attack: FractionArray
    """Mean of the marks as taker."""
    defence: FractionArray
    """Mean of the marks as defender."""
    overall: FractionArray
    """Weighted mean less penalties; may be negative."""
    penalty: IntArray
    """penalty[player]: hundredths of a percent to subtract."""

    @property
    def is_ranked(self) -> BoolArray:
        """is_ranked[player]: True if at least one deal counts."""
        return np.asarray(self.attack_count + self.defence_count > 0)

    @property
    def is_one_sided(self) -> BoolArray:
        """is_one_sided[player]: True for deals of one side only, which then gives the overall percentage."""
        return np.asarray((self.attack_count > 0) != (self.defence_count > 0))

    @property
    def attack_percents(self) -> FractionColumn:
        """attack_percents[player], exact; None without a deal as taker."""
        return FractionColumn(self.attack, self.attack_count > 0, 100)

    @property
    def defence_percents(self) -> FractionColumn:
        """defence_percents[player], exact; None without a deal as defender."""
        return FractionColumn(self.defence, self.defence_count > 0, 100)

    @property
    def overall_percents(self) -> FractionColumn:
        """overall_percents[player], exact, after penalties; None for a player without any deal."""
        return FractionColumn(self.overall, self.is_ranked, 100)

    @property
    def penalty_percents(self) -> FractionColumn:
        """penalty_percents[player], exact."""
        fractions = FractionArray(self.penalty, np.full_like(self.penalty, 100))
        return FractionColumn(fractions, np.ones(self.penalty.size, dtype=np.bool_))


def compute_totals(
    grid: ScoreGrid, marks: Marks, weights: Weights, penalty: IntArray | None = None
) -> Totals:
    """Return the mean marks of every player, and their weighted sum less the penalties.

    A player without a deal on one side keeps the percentage of the other side alone.

    Args:
        marks: marks of the plays of `grid`, in its order.
        penalty: penalty[player] in hundredths of a percent (50 subtracts 0.5 %); none by default.

    Source:
        FFT, Règlement officiel (2012) R18; Code d'arbitrage (2012) C9; decisions in docs/ranking.md.
    """
    penalties = np.zeros(grid.player_count, dtype=np.int64) if penalty is None else penalty
    sums, counts, mark_denominator = _add_sides(grid, marks)
    # bound of every product below: beyond it, machine integers would overflow
    largest = mark_denominator * weights.sum * (int(counts.max(initial=1)) + 1) ** 2 * HUNDREDTHS
    if largest * (1 + int(np.abs(penalties).max(initial=0))) >= MACHINE_LIMIT:
        sums, wide_counts = sums.astype(object), counts.astype(object)
    else:
        wide_counts = counts
    deals = np.maximum(wide_counts, 1)
    return Totals(
        attack_count=counts[:, 1],
        defence_count=counts[:, 0],
        attack=FractionArray(sums[:, 1], mark_denominator * deals[:, 1]),
        defence=FractionArray(sums[:, 0], mark_denominator * deals[:, 0]),
        overall=_subtract_penalties(_weigh(sums, deals, counts, mark_denominator, weights), penalties),
        penalty=penalties,
    )


def _weigh(
    sums: ExactArray, deals: ExactArray, counts: IntArray, mark_denominator: int, weights: Weights
) -> FractionArray:
    """Return both means by their weights, or one mean if the other side has no deal."""
    defence, attack = sums[:, 0] * deals[:, 1], sums[:, 1] * deals[:, 0]
    weighted_sum = weights.attack * attack + weights.defence * defence
    numerator = np.where(
        counts[:, 0] == 0,
        weights.sum * attack,
        np.where(counts[:, 1] == 0, weights.sum * defence, weighted_sum),
    )
    return FractionArray(numerator, weights.sum * mark_denominator * deals[:, 0] * deals[:, 1])


def _subtract_penalties(value: FractionArray, penalty: IntArray) -> FractionArray:
    """Return the value less the penalties, which are in hundredths of a percent."""
    if not penalty.any():
        return value
    return FractionArray(
        value.numerator * HUNDREDTHS - penalty * value.denominator, value.denominator * HUNDREDTHS
    )


def _add_sides(grid: ScoreGrid, marks: Marks) -> tuple[ExactArray, IntArray, int]:
    """Return sums of marks, numbers of deals (both [player, side], 1 for attack) and the denominator."""
    spare = 2 * grid.player_count
    # cell 2p has the defence of player p, cell 2p + 1 the attack
    cell = 2 * grid.players + marks.is_taker
    if not marks.is_counted.all():
        # marks that do not count go to a spare cell, which is cut off below
        cell[~marks.is_counted] = spare
    common = common_denominator(marks.denominator)
    scaled = over_common(marks.numerator, marks.denominator[:, None], common)
    sums = sum_by_cell(cell.ravel(), scaled.ravel(), spare + 1)[:spare]
    counts = np.bincount(cell.ravel(), minlength=spare + 1)[:spare]
    return sums.reshape(-1, 2), counts.reshape(-1, 2), common
