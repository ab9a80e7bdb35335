"""Gains and losses of deals: their sum is the total."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.ranking.duels import duel_points
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.swings import (
    MIDDLE,
    MarkedDeal,
    measure_swings,
    swing_at_table,
    swing_of_duel,
)
from tournaments.core.ranking.totals import Weights

DATA = Path(__file__).parents[3] / "data" / "tournaments"
SHEET = json.loads((DATA / "free_deals.json").read_text(encoding="utf-8"))
DUELS = json.loads((DATA / "match_points.json").read_text(encoding="utf-8"))
marks = st.lists(st.integers(0, 100).map(Fraction), min_size=1, max_size=6)


@examples(15)
@given(attack=marks, defence=marks)
def test_swings_add_up_to_the_weighted_percentage(attack, defence):
    deals = [MarkedDeal(True, mark) for mark in attack] + [MarkedDeal(False, mark) for mark in defence]

    swings = measure_swings(deals, Weights())

    overall = (sum(attack) / len(attack) + 3 * sum(defence) / len(defence)) / 4
    assert MIDDLE + sum(swings) == overall


@examples(10)
@given(found=marks)
def test_swings_of_one_side_add_up_to_its_mean(found):
    for side in (True, False, None):
        swings = measure_swings([MarkedDeal(side, mark) for mark in found], Weights())

        assert MIDDLE + sum(swings) == sum(found) / len(found)


def test_an_attack_among_many_defences_moves_the_total_most():
    deals = [MarkedDeal(True, Fraction(100)), *[MarkedDeal(False, Fraction(100))] * 10]

    assert measure_swings(deals, Weights())[:2] == [Fraction(25, 2), Fraction(15, 4)]


@pytest.mark.parametrize("seat", SHEET["balances"])
def test_deals_of_a_published_sheet_brought_its_balances(seat):
    swings = [
        swing_at_table(Fraction(deal[seat]), list(map(Fraction, deal.values()))) for deal in SHEET["deals"]
    ]

    assert sum(swings) == SHEET["balances"][seat]
    assert swings == [deal[seat] for deal in SHEET["deals"]]


@examples(10)
@given(table=st.lists(st.integers(-500, 500).map(Fraction), min_size=1, max_size=5))
def test_what_a_deal_brought_those_of_a_table_adds_up_to_nothing(table):
    assert sum(swing_at_table(points, table) for points in table) == 0


@pytest.mark.parametrize("duel", DUELS["duels"])
def test_published_duels_bring_their_match_points(duel):
    first, second = duel_points(duel["first"] - duel["second"], is_one_sided=False)

    assert str(swing_of_duel(first, second, is_one_sided=False).rounded()) == duel["points"]


def test_where_the_better_team_alone_scores_the_other_loses_as_much():
    first, second = duel_points(144, is_one_sided=True)

    swings = [
        swing_of_duel(first, second, is_one_sided=True),
        swing_of_duel(second, first, is_one_sided=True),
    ]
    assert swings == [RootSum.of(12), RootSum.of(-12)]
