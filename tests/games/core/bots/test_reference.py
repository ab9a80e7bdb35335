"""Marks of reference: many plays of one deal by robots."""

from fractions import Fraction
from random import Random

import pytest

from games.core.bots.choosing import RobotLevel
from games.core.bots.reference import ReferenceMark, make_reference
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

MARK = ReferenceMark(((30, -10), (-20, 5), (30, -10), (40, -15)))


def test_results_of_a_seat_in_order_and_counted():
    assert MARK.of_seat(0) == (-20, 30, 30, 40)
    assert MARK.distribution(0) == {-20: 1, 30: 2, 40: 1}
    assert list(MARK.distribution(1)) == [-15, -10, 5]
    assert (MARK.median(0), MARK.median(1)) == (30, -10)


def test_share_that_a_result_beats():
    shares = [MARK.share_below(0, points) for points in (-50, -20, 0, 30, 100)]

    assert shares == [0, Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), 1]


@pytest.mark.parametrize("name", ["tarot-4", "contrat-3"])
def test_plays_of_a_deal_are_always_the_same(name):
    game = GAMES[name]
    imposed = {"imposed": Imposed(2)} if name == "tarot-4" else {}
    start, calls = game.start(game.random_layout(Random(1)), **imposed), []

    mark = make_reference(
        start, RobotLevel.CLUB, seed=4, plays=3, budget=4, progress=lambda *call: calls.append(call)
    )

    assert calls == [(1, 3), (2, 3), (3, 3)]
    assert mark == make_reference(start, RobotLevel.CLUB, seed=4, plays=3, budget=4)
    assert mark.scores != make_reference(start, RobotLevel.CLUB, seed=5, plays=3, budget=4).scores
    assert all(sum(points) == 0 for points in mark.scores) or name == "contrat-3"
