"""What single deals brought or cost somebody, in the unit of his total."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.totals import Weights

MIDDLE = 50
"""The mark, in per cent, of who did as well as the others with the same cards."""


@dataclass(frozen=True, slots=True)
class MarkedDeal:
    """One deal of a player that counts."""

    is_attack: bool | None
    """None where attack and defence are not told apart."""
    mark: Fraction
    """Per cent."""


def measure_swings(deals: Sequence[MarkedDeal], weights: Weights) -> list[Fraction]:
    """swings[deal]: by how many points of percentage each deal moved the total away from 50.

    Their sum and 50 make the player's percentage before penalties: a deal weighs what its side does in the
    total, shared among the deals of that side; who has one side alone is ranked by that side.
    """
    counts = {side: sum(deal.is_attack is side for deal in deals) for side in (True, False, None)}
    is_two_sided = bool(counts[True] and counts[False])
    shares = {True: Fraction(weights.attack, weights.sum), False: Fraction(weights.defence, weights.sum)}
    return [
        (deal.mark - MIDDLE) * (shares[bool(deal.is_attack)] if is_two_sided else 1) / counts[deal.is_attack]
        for deal in deals
    ]


def swing_at_table(points: Fraction, table: Sequence[Fraction]) -> Fraction:
    """What a deal brought where points are added up: those beyond the mean of the table.

    Where the scores of a deal add up to zero, that is the player's own score; where everybody takes points,
    of which the fewest win, it tells a good deal from a bad one.

    Args:
        points: the player's, a higher number being better.
        table: of everybody who played the deal there, the player included.
    """
    return points - sum(table, start=Fraction(0)) / len(table)


def swing_of_duel(own: RootSum, other: RootSum, *, is_one_sided: bool) -> RootSum:
    """What a duel brought in match points: one's own; less the other's where only the better unit scores.

    Source:
        FFT, Règlement officiel (2012) R24-R26: sums of quartets, balance of teams.
    """
    return own - other if is_one_sided else own
