"""Scores of many outcomes at once, on arrays, by the formula of `score`."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Outcome, Slam
from games.core.scoring.score import PETIT_SIGNS, combine_score, contract_points
from games.core.tarot_rules import FFT_TAROT, TarotRules
from games.core.variant import Variant

Ints = npt.NDArray[np.int64]

_BIDS, _SLAMS = tuple(Bid), tuple(Slam)
_SLAM_POINTS = np.array([slam.points for slam in _SLAMS], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class OutcomeBatch:
    """The facts of n outcomes of one game; every array is int64 of shape (n,)."""

    bids: Ints
    """Places in the order of `Bid`, from 0."""
    bouts: Ints
    """Bouts of the attack."""
    half_points: Ints
    """Card points of the attack, in half points."""
    handful_points: Ints
    """Bonuses of all the handfuls shown, by either camp."""
    petits: Ints
    """Petits at the end: how many the attack won, or minus how many the defence won."""
    slams: Ints
    """Places in the order of `Slam`, from 0."""

    def __len__(self) -> int:
        return len(self.bids)


def batch_outcomes(outcomes: Sequence[Outcome]) -> OutcomeBatch:
    """The outcomes as arrays, in order."""
    rows = np.array([_facts(outcome) for outcome in outcomes], dtype=np.int64).reshape(-1, 6)
    return OutcomeBatch(*rows.T.copy())


def score_batch(batch: OutcomeBatch, variant: Variant, rules: TarotRules = FFT_TAROT) -> Ints:
    """The score of each outcome, as `score_outcome` gives it; nothing is checked but the bouts.

    Returns:
        Array of shape (n,): what each defender pays, signed from the attack's side.

    Raises:
        ImpossibleOutcome: `bouts_out_of_range`, for any outcome.
    """
    most = len(variant.needs) - 1
    if len(batch) and not (batch.bouts.min() >= 0 and batch.bouts.max() <= most):
        raise ImpossibleOutcome("bouts_out_of_range", f"bouts not in 0..{most}", field="bouts", most=most)
    beyond = batch.half_points - 2 * np.array(variant.needs, dtype=np.int64)[batch.bouts]
    return combine_score(
        sign=np.where(beyond >= 0, 1, -1),
        passed_by=(np.abs(beyond) + 1) // 2,
        base=np.array([contract_points(bid, rules) for bid in _BIDS], dtype=np.int64)[batch.bids],
        multiplier=np.array([rules.multiplier(bid) for bid in _BIDS], dtype=np.int64)[batch.bids],
        handfuls=batch.handful_points,
        petits=batch.petits,
        slam=_SLAM_POINTS[batch.slams],
    )


def _facts(outcome: Outcome) -> tuple[int, int, int, int, int, int]:
    return (
        _BIDS.index(outcome.bid),
        outcome.bouts,
        outcome.half_points,
        sum(handful.points for handful in outcome.handfuls),
        PETIT_SIGNS[outcome.petit] * outcome.petits,
        _SLAMS.index(outcome.slam),
    )
