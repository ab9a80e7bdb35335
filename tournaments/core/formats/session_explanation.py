"""Explanation of the value of a unit in a session, for every format."""

from tournaments.core.formats.event_options import EventOptions
from tournaments.core.formats.ranking_plan import RankingPlan, Scoring
from tournaments.core.formats.session_results import SessionPlays, adds_points, rest_sign
from tournaments.core.ranking.adjustments import mark_with_rulings
from tournaments.core.ranking.duels import UnitPlays, score_duels
from tournaments.core.ranking.explanation import Explanation, explain_points, explain_share
from tournaments.core.ranking.free_deals import TOTAL
from tournaments.core.ranking.match_explanation import explain_matches
from tournaments.core.ranking.rests import explain_rests
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.core.ranking.seat_explanation import explain_seats
from tournaments.core.ranking.seat_scores import SeatGrid


def explain_session(plan: RankingPlan, options: EventOptions, plays: SessionPlays, unit: int) -> Explanation:
    """Return the explanation of the value that `rank_session` gives a unit, down to deals and rulings.

    Raises:
        TypeError: for plays in the grid of another scoring.
    """
    grid, rulings = plays.grid, plays.rulings
    match plan.scoring, grid:
        case Scoring.SHARES, ScoreGrid():
            ruled_grid, marks = mark_with_rulings(grid, rulings, options.topage)
            return explain_share(ruled_grid, marks, unit, options.weights, rulings, options.topage)
        case Scoring.SEATS, SeatGrid():
            explanation = explain_seats(grid, rulings, options.comparison, unit)
            return _with_rests(explanation, plan, options, plays, unit)
        case Scoring.SUMS, SeatGrid():
            explanation = explain_seats(grid, rulings, TOTAL, unit)
            return _with_rests(explanation, plan, options, plays, unit)
        case Scoring.DUELS, UnitPlays():
            results = score_duels(grid, rulings, is_one_sided=plan.is_one_sided)
            return explain_points(grid, results, unit, rulings)
        case Scoring.MATCHES, UnitPlays():
            return explain_matches(grid, rulings, plays.bonuses, unit)
    raise TypeError(f"{type(grid).__name__} has no {plan.scoring.value}")


def _with_rests(
    explanation: Explanation, plan: RankingPlan, options: EventOptions, plays: SessionPlays, unit: int
) -> Explanation:
    if not plays.rest_deals or not adds_points(plan, options):
        return explanation
    return explain_rests(explanation, plays.rest_deals[unit], options.rests, rest_sign(options))
