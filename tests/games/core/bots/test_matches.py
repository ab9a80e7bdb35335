"""Matches between robots: the same deals for both, percentages with their margins."""

import pytest

from games.core.bots.choosing import RobotLevel
from games.core.bots.matches import Percentage, Robot, garde_deals, percentage, play_match, topage
from games.core.variants.registry import GAMES

BEGINNER = Robot(RobotLevel.DEBUTANT)


def test_equal_robots_tie_in_attack_and_defence():
    match = play_match("tarot-4", BEGINNER, BEGINNER, deals=3, seed=1)

    assert (match.attack, match.defence) == (Percentage(50, 0, 3), Percentage(50, 0, 3))
    assert 0 <= match.made <= 3


def test_seed_decides_the_deals():
    game = GAMES["tarot-5"]

    assert list(garde_deals(game, 3, 1)) == list(garde_deals(game, 3, 1))
    assert next(garde_deals(game, 1, 1)) != next(garde_deals(game, 1, 2))


def test_topage_at_two_tables():
    assert [topage(20, -3), topage(20, 20), topage(-3, 20)] == [100, 50, 0]


def test_margin_narrows_with_the_number_of_deals():
    assert percentage([100, 0, 100, 0]).mean == 50
    assert percentage([100, 0] * 50).margin == pytest.approx(9.85, abs=0.01)


def test_other_games_are_refused():
    with pytest.raises(ValueError, match="nullo-4 is no game of Tarot"):
        play_match("nullo-4", BEGINNER, BEGINNER, deals=1, seed=1)
