"""Gains and losses of a player on single deals, in the unit of their total."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.totals import Weights

MIDDLE = 50
"""Mark, in per cent, of an average result with the same cards."""


@dataclass(frozen=True, slots=True)
class MarkedDeal:
    """One deal of a player that counts."""

    is_attack: bool | None
    """True in attack, False in defence; None where the two are not distinguished."""
    mark: Fraction
    """Mark in per cent."""


def measure_swings(deals: Sequence[MarkedDeal], weights: Weights) -> list[Fraction]:
    """Return swings[deal]: the percentage points by which each deal moved the total away from 50.

    50 plus all swings is the player's percentage before penalties. The weight of a side is shared among its
    deals. A player with deals on one side only is ranked by that side.
    """
    counts = {side: sum(deal.is_attack is side for deal in deals) for side in (True, False, None)}
    is_two_sided = bool(counts[True] and counts[False])
    shares = {True: Fraction(weights.attack, weights.sum), False: Fraction(weights.defence, weights.sum)}
    return [
        (deal.mark - MIDDLE) * (shares[bool(deal.is_attack)] if is_two_sided else 1) / counts[deal.is_attack]
        for deal in deals
    ]


def swing_at_table(points: Fraction, table: Sequence[Fraction]) -> Fraction:
    """Return the points of a deal beyond the mean of its table, where points are added up.

    Where the scores of a deal add up to zero this is the player's own score. Where the fewest points win it
    separates a good deal from a bad one.

    Args:
        points: points of the player, a higher number being better.
        table: points of all players of the deal at the table, the player included.
    """
    return points - sum(table, start=Fraction(0)) / len(table)


def swing_of_duel(own_points: RootSum, other_points: RootSum, *, is_one_sided: bool) -> RootSum:
    """Return the match points of a duel: the unit's own, less the other's if only the better unit scores.

    Source:
        FFT, Règlement officiel (2012) R24-R26: sums of quartets, balance of teams.
    """
    return own_points - other_points if is_one_sided else own_points
