"""Matches between robots: the same deals for both, percentages with their margins."""

import pytest

from games.core.actions import CallCard, PlayCard
from games.core.bots.choosing import RobotLevel
from games.core.bots.matches import (
    Percentage,
    Robot,
    garde_deals,
    percentage,
    play_match,
    play_table,
    topage,
)
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

BEGINNER = Robot(RobotLevel.DEBUTANT)


def test_equal_robots_tie_in_attack_and_defence():
    match = play_match("tarot-4", BEGINNER, BEGINNER, deals=3, seed=1)

    assert (match.attack, match.defence) == (Percentage(50, 0, 3), Percentage(50, 0, 3))
    assert 0 <= match.made <= 3


class Watcher:
    """A beginner that notes the seats for which it plays a card."""

    def __init__(self):
        self.seats, self.calls = set(), []

    def act(self, view, seed):
        action = BEGINNER.act(view, seed)
        if isinstance(action, CallCard):
            self.calls.append(action.card)
        elif isinstance(action, PlayCard):
            self.seats.add(view.seat)
        return action


def test_called_partner_plays_with_the_robot_of_the_attack():
    game, partner_counts = GAMES["tarot-5"], set()
    for layout, taker in garde_deals(game, 25, 3):
        attack, defence = Watcher(), Watcher()
        play_table(game.start(layout, imposed=Imposed(taker)), attack, defence, 1)
        (called,) = attack.calls
        partners = {seat for seat in range(5) if called in layout.hands[seat]} - {taker}

        assert attack.seats - {taker} == partners
        assert defence.seats == set(range(5)) - partners - {taker}
        partner_counts.add(len(partners))

    # a called king in the dog leaves the taker alone
    assert partner_counts == {0, 1}


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
