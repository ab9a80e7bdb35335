"""What single deals brought or cost somebody: how far each moved his percentage away from the middle."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

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
