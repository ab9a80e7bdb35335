"""Coded announcements of robots: true words to their partners alone; other codes change no play."""

from random import Random

import pytest

from games.core.actions import Announce, Hidden, MakeBid, PlayCard, Ready
from games.core.announcements import CODES, MOST_CODES
from games.core.bots.choices import ChoiceMethod
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.cards import EXCUSE, PETIT, face, trump_card
from games.core.variants.registry import GAMES

BOUTS = {"code_petit": PETIT, "code_21": trump_card(21), "code_excuse": EXCUSE}


def first_lead(heard, number, game="tarot-6"):
    """A deal at the moment of its first lead, with codes that all players or partners only understand."""
    variant = GAMES[game]
    rules = variant.make_rules("fft", {"codes": heard, "petit_sec": "play"})
    state = variant.start(variant.random_layout(Random(number), rules), dealer=0, rules=rules)
    while PlayCard not in map(type, state.legal_actions()):
        legal = state.legal_actions()
        bids = [action for action in legal if action == MakeBid("garde")]
        state = state.apply(bids[0] if bids else next(a for a in legal if a == Ready() or a == legal[0]))
    return state


def spoken(state, level=RobotLevel.CLUB):
    """The codes of the robot to act before its first card, and the state after them."""
    codes = []
    while True:
        action = choose_action(state.view(state.to_act), level, seed=1, budget=40)
        if not (isinstance(action, Announce) and action.name in CODES):
            return codes, state
        codes.append(action.name)
        state = state.apply(action)


@pytest.mark.parametrize("number", range(6))
def test_robot_names_the_bouts_that_it_holds_to_partners_alone(number):
    state = first_lead("partners", number)
    faces = {face(card) for card in state.view(state.to_act).hand}

    codes, _state = spoken(state)

    held = [name for name, bout in BOUTS.items() if bout in faces]
    assert [name for name in codes if name in BOUTS] == held[:MOST_CODES]
    assert len(codes) <= MOST_CODES


@pytest.mark.parametrize("number", range(4))
def test_robot_says_nothing_that_opponents_hear(number):
    codes, state = spoken(first_lead("all", number))

    assert codes == []
    assert any(isinstance(action, Announce) for action in state.legal_actions())


def test_robot_plays_on_after_codes_that_it_did_not_hear():
    state = first_lead("partners", 3)
    state = state.apply(Announce("code_void")).apply(Announce("code_long"))
    state = state.apply(next(action for action in state.legal_actions() if isinstance(action, PlayCard)))
    opponent = state.view(state.to_act)
    assert [step.action for step in opponent.steps if isinstance(step.action, Hidden)] == [
        Hidden("announce")
    ] * 2

    codes, state = spoken(state)
    choice = explain_action(state.view(state.to_act), RobotLevel.CLUB, seed=1, budget=40)

    assert choice.action in state.legal_actions()
    assert isinstance(choice.action, PlayCard)
    assert choice.method in (ChoiceMethod.PLAYED_OUT, ChoiceMethod.FORCED)
    assert len(codes) <= MOST_CODES


def test_whole_deal_with_codes_is_played_by_robots():
    state = first_lead("partners", 5, "tarot-8")
    while not state.is_over:
        state = state.apply(choose_action(state.view(state.to_act), RobotLevel.CLUB, seed=1, budget=20))

    seen = [step.action for seat in range(8) for step in state.view(seat).steps]
    assert Hidden("announce") not in seen
    assert any(action == Announce(code) for action in seen for code in CODES)
    assert sum(state.scores()) == 0
