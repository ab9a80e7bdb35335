"""Can a score written without its count be right?"""

from games.core.outcome import Bid
from games.core.variant import Variant
from tournaments.core.slips.bonuses import Bonuses
from tournaments.core.slips.problem import Problem


def score_problems(score: int, bid: Bid, variant: Variant, bonuses: Bonuses) -> list[Problem]:
    """Why no count gives this score with these bonuses; nothing when one does.

    Args:
        score: signed from the attack's side.
        bonuses: possible together.

    Returns:
        At most one problem, each with the `score` and the `nearest` reachable ones: `score_odd` where
        the contract doubles everything; `bonus_missing` when one more bonus explains the score (its
        possible names in `bonuses`: "petit_attack", "handful_simple", "slam_made"…), which is the case
        of a score under the contract's own points; else `score_unreachable`.
    """
    nearest = bonuses.nearest_scores(score, bid, variant)
    if nearest == (score,):
        return []
    values: dict[str, object] = {"score": score, "nearest": nearest}
    if score % 2 and bid.multiplier % 2 == 0:
        return [_problem(score, "score_odd", values)]
    forgotten = tuple(
        name
        for name, completed in bonuses.with_one_more()
        if completed.are_possible(variant) and completed.nearest_scores(score, bid, variant) == (score,)
    )
    if forgotten:
        return [_problem(score, "bonus_missing", values | {"bonuses": forgotten})]
    return [_problem(score, "score_unreachable", values)]


def _problem(score: int, code: str, values: dict[str, object]) -> Problem:
    return Problem("gain" if score >= 0 else "loss", code, values)
