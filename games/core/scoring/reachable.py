"""Reachable scores of a deal, for a slip that gives a score without the count behind it."""

from bisect import bisect_left
from functools import lru_cache

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring.check import check_bonuses, check_count
from games.core.scoring.score import score_outcome
from games.core.variant import Variant


@lru_cache(maxsize=512)
def possible_scores(
    bid: Bid,
    variant: Variant,
    *,
    handfuls: tuple[Handful, ...] = (),
    petit: PetitAtEnd = PetitAtEnd.NONE,
    slam: Slam = Slam.NONE,
) -> tuple[int, ...]:
    """Return every score that some possible count gives with these bonuses, in increasing order.

    Scores are signed from the attack's side, as in `score_outcome`. The results are cached.

    Raises:
        ImpossibleOutcome: the bonuses contradict each other.
    """
    check_bonuses(variant, handfuls=handfuls, petit=petit, slam=slam)
    outcomes = (
        Outcome(0, bid, bouts, half_points, handfuls, petit, slam)
        for bouts in range(variant.bout_count + 1)
        for half_points in range(variant.total_half_points + 1)
    )
    return tuple(
        sorted({score_outcome(outcome, variant) for outcome in outcomes if _can_count(outcome, variant)})
    )


def nearest_possible(
    score: int,
    bid: Bid,
    variant: Variant,
    *,
    handfuls: tuple[Handful, ...] = (),
    petit: PetitAtEnd = PetitAtEnd.NONE,
    slam: Slam = Slam.NONE,
) -> tuple[int, ...]:
    """Return the score itself when it is possible, else the nearest possible ones below and above it, if any.

    Returns:
        One or two scores, in increasing order.

    Raises:
        ImpossibleOutcome: the bonuses contradict each other.
    """
    scores = possible_scores(bid, variant, handfuls=handfuls, petit=petit, slam=slam)
    place = bisect_left(scores, score)
    if place < len(scores) and scores[place] == score:
        return (score,)
    return scores[max(place - 1, 0) : place + 1]


def _can_count(outcome: Outcome, variant: Variant) -> bool:
    try:
        check_count(outcome, variant)
    except ImpossibleOutcome:
        return False
    return True
