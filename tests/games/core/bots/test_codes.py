"""Coded announcements of robots: true words to their partners alone, read by those as likelihoods."""

from dataclasses import replace
from random import Random

import pytest

from games.core.actions import Announce, Hidden, MakeBid, PlayCard, Ready
from games.core.announcements import CODES, MOST_CODES
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.bots.habits.choices import ChoiceMethod
from games.core.bots.knowledge.code_truths import FALSE_CODE, code_likelihood, is_code_true
from games.core.bots.knowledge.sights import read_view
from games.core.bots.levels import fort
from games.core.bots.worlds.lane_worlds import WorldArrays
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.cards import EXCUSE, PETIT, face, parse_card, trump_card
from games.core.tricks import card_set
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


def after_code(state, name):
    """The state in which the seat to act has announced a code and played its first card."""
    state = state.apply(Announce(name))
    return state.apply(next(action for action in state.legal_actions() if isinstance(action, PlayCard)))


def share_of_worlds(view, seat, name, count=80):
    """The share of worlds of a view in which the hand of a seat makes a code true."""
    sight, true_count = read_view(view), 0
    for number in range(count):
        world = sight.world(Random(number))
        hand = card_set(world.view(seat).hand) | sum(
            1 << step.action.card
            for step in world.steps
            if step.seat == seat and isinstance(step.action, PlayCard)
        )
        true_count += is_code_true(name, hand, sight.row.hand_size)
    return true_count / count


@pytest.mark.parametrize(
    ("hand", "codes"),
    [
        ("1T 2T 3T 4T 5T SR HR HD DC C1", {"code_petit", "code_trumps"}),
        ("21T EX S1 S2 S3 S4 H5 H6 D7 C8", {"code_21", "code_excuse", "code_few_trumps", "code_long"}),
        ("3T 4T 5T S1 S2 S3 H5 H6 D7 D8", {"code_void"}),
    ],
)
def test_codes_that_a_hand_makes_true(hand, codes):
    cards = card_set(map(parse_card, hand.split()))

    assert {name for name in CODES if is_code_true(name, cards, 10)} == codes
    assert code_likelihood(codes, cards, 10) == 1
    assert code_likelihood(CODES, cards, 10) == pytest.approx(FALSE_CODE ** (len(CODES) - len(codes)))


@pytest.mark.parametrize(("game", "name"), [("tarot-6", "code_petit"), ("tarot-10", "code_excuse")])
def test_partner_takes_a_code_as_likely_and_not_as_sure(game, name):
    state = first_lead("partners", 4, game)
    speaker = state.to_act
    partner = next(seat for seat in GAMES[game].row.team_members(speaker) if seat != speaker)
    silent = state.apply(next(action for action in state.legal_actions() if isinstance(action, PlayCard)))

    silent_share = share_of_worlds(silent.view(partner), speaker, name)
    spoken_share = share_of_worlds(after_code(state, name).view(partner), speaker, name)

    assert silent_share < 0.3
    assert max(0.4, 2 * silent_share) < spoken_share < 1


def views_of_partner(state, name):
    """The partner's views after a first card without a word, and after one with a code; and the speaker."""
    speaker = state.to_act
    partner = next(seat for seat in state.variant.row.team_members(speaker) if seat != speaker)
    silent = state.apply(next(action for action in state.legal_actions() if isinstance(action, PlayCard)))
    return silent.view(partner), after_code(state, name).view(partner), speaker


def test_worlds_of_levels_that_compute_follow_codes():
    *views, speaker = views_of_partner(first_lead("partners", 4), "code_petit")

    worlds = [WorldArrays(read_view(view), Random(1), 200) for view in views]

    silent_share, spoken_share = (each.lies_in(PETIT, ("hand", speaker)).mean() for each in worlds)
    assert silent_share + 0.3 < spoken_share < 1


def test_fort_swaps_no_cards_in_worlds_that_follow_codes(monkeypatch):
    """A swap is judged by bids and cards alone."""
    swaps = []

    class Watched(LikelyWorlds):
        def __init__(self, sight, rng, count, swap_count):
            swaps.append(swap_count)
            super().__init__(sight, rng, count, swap_count)

    monkeypatch.setattr(fort, "LikelyWorlds", Watched)
    *views, _speaker = views_of_partner(first_lead("partners", 4), "code_petit")
    for view in views:
        cards = tuple(map(PlayCard, sorted(view.hand)))
        fort.play_as_fort(read_view(replace(view, legal=cards)), Random(1), 40)

    assert swaps == [fort.SWAPS, 0]


@pytest.mark.parametrize("heard", ["partners", "all"])
def test_opponent_draws_the_same_worlds_after_any_code(heard):
    state = first_lead(heard, 4)
    opponent = (state.to_act + 1) % 6
    sights = [read_view(after_code(state, name).view(opponent)) for name in ("code_petit", "code_void")]

    first, second = (
        [[sight.world(Random(number)).view(seat).hand for seat in range(6)] for number in range(10)]
        for sight in sights
    )

    assert first == second
    assert (sights[0].view == sights[1].view) == (heard == "partners")
    assert [sight.partner_codes for sight in sights] == [{}, {}]


def test_code_that_the_partner_knows_to_be_false_leaves_worlds():
    state = next(
        state
        for state in (first_lead("partners", number) for number in range(60))
        if PETIT in state.view((state.to_act + 3) % 6).hand
    )
    partner = (state.to_act + 3) % 6
    view = after_code(state, "code_petit").view(partner)

    assert read_view(view).world(Random(1)).view(partner) == view
