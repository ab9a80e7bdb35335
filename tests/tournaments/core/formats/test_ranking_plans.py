from fractions import Fraction

import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.formats.ranking_plan import Measure, Scoring, UnitKind
from tournaments.core.formats.ranking_plans import PLANS, find_plan, places_of
from tournaments.core.formats.registry import FORMATS
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.totals import Weights

EVERY_PLAN = pytest.mark.parametrize("plan", PLANS.values(), ids=lambda plan: plan.code)


@EVERY_PLAN
def test_plan_is_found_by_its_code(plan):
    assert find_plan(plan.code) is plan


@EVERY_PLAN
def test_weights_stand_where_there_are_attack_and_defence(plan):
    assert (plan.weights is not None) == (plan.scoring is Scoring.SHARES)
    assert plan.line_count == 0 or plan.scoring is Scoring.SHARES


@EVERY_PLAN
def test_decimals_fit_the_measure(plan):
    assert plan.places_shown == {Measure.PERCENT: 2, Measure.POINTS: 0, Measure.MATCH_POINTS: 3}[plan.measure]


@EVERY_PLAN
def test_faults_have_tariffs_for_the_plan(plan):
    assert any(plan.family in fault.tariffs for fault in FFT_2012.values())


def test_every_format_that_can_be_played_has_its_ranking():
    for code, row in FORMATS.items():
        assert find_plan(code) is row.plan


def test_federation_formats():
    individual, triplets, quartets, teams = map(
        find_plan, ("duplicate_individual", "triplets", "quartets", "teams")
    )

    assert (individual.weights, individual.line_count) == (Weights(1, 3), 4)
    assert (triplets.weights, triplets.line_count, triplets.least_deals) == (Weights(1, 1), 2, 16)
    assert (quartets.unit, quartets.is_one_sided) == (UnitKind.QUARTET, False)
    assert (teams.unit_sizes, teams.is_one_sided) == ((4, 5, 6), True)


def test_unknown_plan_is_refused_with_those_that_exist():
    with pytest.raises(TournamentError, match="no ranking 'chess'; there are free_deals") as caught:
        find_plan("chess")

    assert (caught.value.code, caught.value.field) == ("no_such_plan", "format")


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
    assert places_of(value, measure) == places
