"""Scores of outcomes: score of a deal, shares of the seats, possible outcomes and reachable scores."""

from games.core.scoring.check import check_bonuses, check_outcome
from games.core.scoring.counts import possible_half_points
from games.core.scoring.reachable import nearest_possible, possible_scores
from games.core.scoring.score import (
    PETIT_POINTS,
    contract_points,
    contract_score,
    difference,
    is_made,
    need_for,
    score_outcome,
    score_seats,
    share_score,
)

__all__ = [
    "PETIT_POINTS",
    "check_bonuses",
    "check_outcome",
    "contract_points",
    "contract_score",
    "difference",
    "is_made",
    "nearest_possible",
    "need_for",
    "possible_half_points",
    "possible_scores",
    "score_outcome",
    "score_seats",
    "share_score",
]
