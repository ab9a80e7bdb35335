from fractions import Fraction

import pytest

from tournaments.core.formats.ranking_plan import Measure, Scoring, UnitKind
from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.shown_values import decimals_of
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.totals import Weights

PLANS = [row.plan for row in FORMATS.values()]
EVERY_PLAN = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.code)


@EVERY_PLAN
def test_weights_stand_where_there_are_attack_and_defence(plan):
    assert (plan.weights is not None) == (plan.scoring is Scoring.SHARES)
    assert plan.line_count == 0 or plan.scoring is Scoring.SHARES


@EVERY_PLAN
def test_faults_have_tariffs_for_the_plan(plan):
    assert any(plan.family in fault.tariffs for fault in FFT_2012.values())


def test_federation_formats():
    individual, triplets, quartets, teams = (
        FORMATS[code].plan for code in ("duplicate_individual", "triplets", "quartets", "teams")
    )

    assert (individual.weights, individual.line_count) == (Weights(1, 3), 4)
    assert (triplets.weights, triplets.line_count, triplets.least_deals) == (Weights(1, 1), 2, 16)
    assert (quartets.unit, quartets.is_one_sided) == (UnitKind.QUARTET, False)
    assert (teams.unit_sizes, teams.is_one_sided) == ((4, 5, 6), True)


@pytest.mark.parametrize(
    ("value", "measure", "places"),
    [
        (3, Measure.PERCENT, 0),
        (Fraction(50), Measure.PERCENT, 2),
        (Fraction(-446), Measure.POINTS, 0),
        (Fraction(7, 2), Measure.POINTS, 2),
        (RootSum.of(4), Measure.MATCH_POINTS, 3),
    ],
)
def test_values_have_the_decimals_of_their_kind(value, measure, places):
    assert decimals_of(value, measure) == places
