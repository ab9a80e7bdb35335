"""Scores of the ends of lanes: the rules of `games.core.scoring`, as a table."""

from functools import lru_cache

import numpy as np

from games.core.bots.numbers.lanes import LaneEnds, Numbers
from games.core.outcome import Bid, Slam
from games.core.scoring import PETIT_POINTS, contract_score
from games.core.tarot_rules import TarotRules
from games.core.variant import Variant


def score_lanes(
    ends: LaneEnds, bid: Bid, handfuls: int, row: Variant, rules: TarotRules, trick_count: int
) -> Numbers:
    """Return the score of each lane, as each defender pays it; shape (lanes,).

    Args:
        handfuls: bonuses of the handfuls shown.
    """
    contracts = _contracts(bid, handfuls, row, rules)
    scores = contracts[ends.bouts, ends.half_points]
    scores = scores + ends.petit * PETIT_POINTS * rules.multiplier(bid)
    scores = scores + (ends.attack_tricks == trick_count) * Slam.MADE.points
    scores_with_slams: Numbers = scores + (ends.attack_tricks == 0) * Slam.DEFENCE.points
    return scores_with_slams


@lru_cache(maxsize=64)
def score_table(bid: Bid, handfuls: int, row: Variant, rules: TarotRules, trick_count: int) -> Numbers:
    """Return every score, by bouts, half points, Petit from -1 to 1, and tricks of the attack: none, some,
    all.

    Arguments as for `score_lanes`.
    """
    shape = (row.bout_count + 1, row.total_half_points + 1, 3, 3)
    bouts, half_points, petit, slam = np.indices(shape).reshape(4, -1)
    tricks = np.array([0, 1, trick_count])[slam]
    ends = LaneEnds(half_points, bouts, petit - 1, tricks)
    return score_lanes(ends, bid, handfuls, row, rules, trick_count).reshape(shape)


@lru_cache(maxsize=64)
def _contracts(bid: Bid, handfuls: int, row: Variant, rules: TarotRules) -> Numbers:
    """Return the score without Petit and slam, by bouts and half points of the attack."""
    table = [
        [
            contract_score(half_points, bouts, bid, row, rules, handfuls)
            for half_points in range(row.total_half_points + 1)
        ]
        for bouts in range(row.bout_count + 1)
    ]
    return np.array(table, np.int64)
