"""What deals brought or cost: their sum is the total."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.ranking.swings import MIDDLE, MarkedDeal, measure_swings
from tournaments.core.ranking.totals import Weights

marks = st.lists(st.integers(0, 100).map(Fraction), min_size=1, max_size=6)


@settings(max_examples=30)
@given(attack=marks, defence=marks)
def test_swings_add_up_to_the_weighted_percentage(attack, defence):
    deals = [MarkedDeal(True, mark) for mark in attack] + [MarkedDeal(False, mark) for mark in defence]

    swings = measure_swings(deals, Weights())

    overall = (sum(attack) / len(attack) + 3 * sum(defence) / len(defence)) / 4
    assert MIDDLE + sum(swings) == overall


@settings(max_examples=20)
@given(found=marks)
def test_swings_of_one_side_add_up_to_its_mean(found):
    for side in (True, False, None):
        swings = measure_swings([MarkedDeal(side, mark) for mark in found], Weights())

        assert MIDDLE + sum(swings) == sum(found) / len(found)


def test_an_attack_among_many_defences_moves_the_total_most():
    deals = [MarkedDeal(True, Fraction(100)), *[MarkedDeal(False, Fraction(100))] * 10]

    assert measure_swings(deals, Weights())[:2] == [Fraction(25, 2), Fraction(15, 4)]
