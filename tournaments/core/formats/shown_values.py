"""Values of a ranking as they are displayed: measure, sign and number of decimals."""

from fractions import Fraction
from typing import overload

from tournaments.core.formats.ranking_plan import (
    MATCH_POINT_PLACES,
    PERCENT_PLACES,
    POINT_PLACES,
    Measure,
    RankingPlan,
    Scoring,
)
from tournaments.core.formats.ruling_effects import measure_of
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.seat_scores import Comparison, Method
from tournaments.core.ranking.values import Value

PART_PLACES = 2
"""Decimals of points that are not whole numbers: differences to a mean, points carried in part."""


def shown_measure(plan: RankingPlan, comparison: Comparison) -> Measure:
    """Return the measure that a ranking displays. In friendly events the organiser's choices decide it."""
    measure = measure_of(plan, comparison.method)
    is_total = plan.scoring is Scoring.SEATS and comparison.method is Method.TOTAL
    return Measure.LOW_POINTS if is_total and comparison.lowest_wins else measure


@overload
def as_shown(value: Value, measure: Measure) -> Value: ...
@overload
def as_shown(value: Value | int, measure: Measure) -> Value | int: ...
def as_shown(value: Value | int, measure: Measure) -> Value | int:
    """Return a value of a ranking as it is displayed. Counts stay as they are."""
    is_negated = measure is Measure.LOW_POINTS and isinstance(value, Fraction)
    return -value if is_negated else value


def decimals_of(value: Value | int, measure: Measure) -> int:
    """Return the number of decimals of a value of a ranking: 0 for counts and for whole points."""
    if isinstance(value, int):
        return 0
    if isinstance(value, RootSum):
        return MATCH_POINT_PLACES
    if measure is Measure.PERCENT:
        return PERCENT_PLACES
    return POINT_PLACES if value.denominator == 1 else PART_PLACES
