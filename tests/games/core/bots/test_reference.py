"""Marks of reference: many plays of one deal by robots."""

from random import Random

import pytest

from games.core.bots.choosing import RobotLevel
from games.core.bots.reference import reference_plays
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed


@pytest.mark.parametrize("name", ["tarot-4", "contrat-3"])
def test_plays_of_a_deal_are_always_the_same(name):
    game = GAMES[name]
    imposed = {"imposed": Imposed(2)} if name == "tarot-4" else {}
    start = game.start(game.random_layout(Random(1)), **imposed)

    def scores_of(seed, first=0):
        ends = reference_plays(start, RobotLevel.CLUB, seed=seed, plays=3, first=first, budget=4)
        return [end.scores() for end in ends]

    scores = scores_of(4)
    assert len(scores) == 3
    assert scores == scores_of(4)
    assert scores[1:] == scores_of(4, first=1)
    assert scores != scores_of(5)
    assert all(sum(points) == 0 for points in scores) or name == "contrat-3"
