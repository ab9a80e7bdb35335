"""Scores of many outcomes at once, on arrays, by the formula and the shares of `score`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Outcome, Slam
from games.core.scoring.score import (
    PETIT_SIGNS,
    combine_score,
    contract_points,
    share_miseres,
    share_score,
)
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


class Side(NamedTuple):
    """Who attacks and who announced a misère: what the split of a score depends on besides the score."""

    taker: int
    partners: tuple[int, ...] = ()
    miseres: tuple[int, ...] = ()

    @property
    def attackers(self) -> tuple[int, ...]:
        """The taker, then his partners."""
        return (self.taker, *self.partners)


@dataclass(frozen=True, slots=True)
class SideBatch:
    """The sides of n outcomes of one game; few sides come often, so that each is split once."""

    sides: tuple[Side, ...]
    places: Ints
    """Place among `sides` of the side of each outcome, of shape (n,)."""


def batch_sides(outcomes: Sequence[Outcome]) -> SideBatch:
    """The sides of some outcomes, in the order of the outcomes."""
    places: dict[Side, int] = {}
    for outcome in outcomes:
        places.setdefault(Side(outcome.taker, outcome.partners, outcome.miseres), len(places))
    found = [places[Side(outcome.taker, outcome.partners, outcome.miseres)] for outcome in outcomes]
    return SideBatch(tuple(places), np.array(found, dtype=np.int64))


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
    beyond = _beyond(batch, variant)
    return combine_score(
        sign=np.where(beyond >= 0, 1, -1),
        passed_by=(np.abs(beyond) + 1) // 2,
        base=np.array([contract_points(bid, rules) for bid in _BIDS], dtype=np.int64)[batch.bids],
        multiplier=np.array([rules.multiplier(bid) for bid in _BIDS], dtype=np.int64)[batch.bids],
        handfuls=batch.handful_points,
        petits=batch.petits,
        slam=_SLAM_POINTS[batch.slams],
    )


def seat_unit(variant: Variant) -> int:
    """Into how many equal parts `score_seats_batch` cuts a point, so that every share is whole."""
    return math.lcm(*range(1, variant.player_count + 1))


def score_seats_batch(
    batch: OutcomeBatch, sides: SideBatch, variant: Variant, rules: TarotRules = FFT_TAROT
) -> Ints:
    """Each seat's points in each outcome, as `score_seats` gives them.

    Args:
        sides: of the same n outcomes, in the same order.

    Returns:
        Array of shape (n, players), int64, in parts of a point: see `seat_unit`. Each row sums to 0.

    Raises:
        ImpossibleOutcome: `bouts_out_of_range`, for any outcome.
    """
    unit, scores = seat_unit(variant), score_batch(batch, variant, rules)
    shares = np.array(
        [
            share_score(unit, variant, taker=side.taker, partners=side.partners, rules=rules)
            for side in sides.sides
        ],
        dtype=np.int64,
    ).reshape(-1, variant.player_count)
    paid = np.array(
        [
            [_paid(side, unit, variant, made=made, rules=rules) for side in sides.sides]
            for made in (False, True)
        ],
        dtype=np.int64,
    ).reshape(2, -1, variant.player_count)
    made = (_beyond(batch, variant) >= 0).astype(np.int64)
    points: Ints = scores[:, np.newaxis] * shares[sides.places] + paid[made, sides.places]
    return points


def _paid(side: Side, unit: int, variant: Variant, *, made: bool, rules: TarotRules) -> list[int]:
    """What the misères of a side bring to each seat, in parts of a point."""
    points = share_miseres(side.miseres, side.attackers, variant, made=made, rules=rules)
    return [int(unit * bonus) for bonus in points]


def _beyond(batch: OutcomeBatch, variant: Variant) -> Ints:
    """Half points above what each attack needs, negative when below."""
    beyond: Ints = batch.half_points - 2 * np.array(variant.needs, dtype=np.int64)[batch.bouts]
    return beyond


def _facts(outcome: Outcome) -> tuple[int, int, int, int, int, int]:
    return (
        _BIDS.index(outcome.bid),
        outcome.bouts,
        outcome.half_points,
        sum(handful.points for handful in outcome.handfuls),
        PETIT_SIGNS[outcome.petit] * outcome.petits,
        _SLAMS.index(outcome.slam),
    )
