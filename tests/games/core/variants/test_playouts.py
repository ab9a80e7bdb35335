"""Play-out counts: how many ways there are to begin and to end one fixed deal of each variant."""

import json
from pathlib import Path

import pytest

from games.core.variants.registry import GAMES
from tests.cases import by_day
from tests.games.core.variants.watching import is_of_the_day
from tools.count_playouts import count_plays

STORED = json.loads((Path(__file__).parents[3] / "data" / "games" / "playouts.json").read_text())["counts"]


@pytest.mark.parametrize("name", by_day(GAMES, lambda name: is_of_the_day(GAMES[name])))
def test_fixed_deal_has_as_many_plays_as_before(name):
    assert count_plays(GAMES[name]) == STORED[name]


def test_no_count_is_left_of_a_variant_that_is_gone():
    assert set(STORED) == set(GAMES)
