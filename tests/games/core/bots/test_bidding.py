"""Bids of robots: by the scale of hands in every form of Tarot, and by play-outs at three, four and five."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import CallCard, DiscardCard, MakeBid, Pass, PlayCard, format_action
from games.core.auction import PAROLE, SLAM_BID
from games.core.bots.choosing import RobotLevel, choose_action, explain_action
from games.core.bots.habits.bidding import (
    ROW_POINTS,
    bid_by_scale,
    find_bid_by_scale,
    hand_points,
    least_points,
)
from games.core.bots.habits.choices import ChoiceMethod
from games.core.bots.knowledge.sights import read_view
from games.core.bots.levels.club import LEAST_CHANCES, LEAST_POINTS
from games.core.cards import face, parse_card
from games.core.dealing.hand_value import LEAST_VALUES, evaluate_hand
from games.core.outcome import Bid
from games.core.variant import VARIANTS
from games.core.variants.registry import GAMES
from games.core.variants.tarot.game import Tarot
from tests.cases import by_day, examples
from tests.games.core.bots.test_rules_of_thumb import STRONG, WEAK, after, started

TAROTS = [name for name, game in GAMES.items() if isinstance(game, Tarot)]
OTHER_TAROTS = [name for name in TAROTS if name not in VARIANTS]
PRISE = "21T 18T 15T 12T 9T 3T 2T SR S10 HC H2 D10 D6 D3 C9 C7 C4 C1"
TREMBLING = "21T 15T 12T 11T 2T 1T SR S7 S2 HD HV H3 H1 DD D10 CC C9 C2"
EIGHT_TRUMPS = "21T 18T 15T 12T 9T 3T 2T 1T SR S10 HD HC H6 DR D9 D3 CV C9"
TWO_BOUTS = "21T EX 18T 15T 9T 6T SR S6 S3 S2 H9 H7 DD D10 D3 CV C7 C3"
TEN_TRUMPS = "21T EX 19T 16T 14T 12T 9T 8T 6T 1T SR HR HD H9 DD DV D8 D6"
WILD_AT_FIVE = "21T 18T 15T 8T 2T 1T SR S5 HV H10 H7 H1 D5 D2 C9"


def auction_start(name, number, **options):
    """A random deal of a game, before its auction."""
    game = GAMES[name]
    rules = game.make_rules("fft", options)
    layout = game.random_layout(Random(f"{name} {number}"), rules)
    while (state := game.start(layout, dealer=number % game.player_count, rules=rules)).is_over:
        number += 1000
        layout = game.random_layout(Random(f"{name} {number}"), rules)
    return state


@pytest.mark.parametrize("level", [RobotLevel.CLUB, RobotLevel.FORT])
@pytest.mark.parametrize(
    ("hand", "bid"),
    [(PRISE, "prise"), (EIGHT_TRUMPS, "garde"), (TWO_BOUTS, "garde"), (TEN_TRUMPS, "garde_contre")],
)
def test_published_hands_get_their_published_bids(hand, bid, level):
    """Document 000, examples 1, 3, 4 and 7 of its auction, completed to 18 cards as in the exercises."""
    assert choose_action(started(hand).view(0), level, seed=1) == MakeBid(bid)


@pytest.mark.parametrize("level", RobotLevel)
def test_second_published_hand_is_bid_with_the_dog(level):
    """Document 000 bids its second hand a prise. The levels club and fort expect a gain and bid garde."""
    action = choose_action(started(TREMBLING).view(0), level, seed=1)

    assert action in (MakeBid("prise"), MakeBid("garde"))


@pytest.mark.parametrize("level", RobotLevel)
def test_hand_that_was_once_a_garde_contre_at_five_is_bid_with_the_dog(level):
    action = choose_action(started(WILD_AT_FIVE, game="tarot-5").view(0), level, seed=1)

    assert action in (MakeBid("prise"), MakeBid("garde"))


@pytest.mark.parametrize("level", [RobotLevel.CLUB, RobotLevel.FORT])
@pytest.mark.parametrize("name", by_day(VARIANTS, lambda name: name == "tarot-5"))
def test_no_bid_without_the_dog_is_below_its_points_of_the_scale(name, level):
    """Every seat of deals that would pay: the hand must have the points, too."""
    for number in range(4):
        state = auction_start(name, number)
        while not state.is_over and isinstance(state.legal_actions()[0], Pass):
            view = state.view(state.to_act)
            action = choose_action(view, level, seed=number, budget=60)
            assert action in view.legal
            assert action == choose_action(view, level, seed=number, budget=60)
            if isinstance(action, MakeBid) and not Bid(action.name).takes_dog:
                value = evaluate_hand(view.hand).without_dog
                assert value * 18 >= LEAST_POINTS[name][Bid(action.name)] * len(view.hand)
            state = state.apply(Pass())


@examples(40)
@given(st.sampled_from(OTHER_TAROTS), st.integers(0, 10_000), st.sampled_from(RobotLevel), st.data())
def test_other_tarots_bid_by_the_scale_at_every_level(name, number, level, data):
    state = auction_start(name, number)
    for _ in range(data.draw(st.integers(0, 3))):
        passed = state.apply(Pass())
        state = state if passed.is_over else passed
    view = state.view(state.to_act)

    choice = explain_action(view, level, seed=1, budget=20)

    assert choice.action in view.legal
    assert choice.method is ChoiceMethod.THUMB
    assert choice.action == choose_action(view, level, seed=2, budget=40)
    if isinstance(choice.action, MakeBid) and not Bid(choice.action.name).takes_dog:
        points = evaluate_hand(face(card) for card in view.hand).without_dog * 18 / len(view.hand)
        assert points >= LEAST_VALUES[Bid(choice.action.name)]


def test_every_other_tarot_has_its_points():
    assert set(ROW_POINTS) == set(OTHER_TAROTS)


def test_calls_and_discards_of_other_tarots_follow_rules_and_not_chance():
    state = auction_start("tarot-10", 1).apply(MakeBid("garde"))
    while isinstance(state.legal_actions()[0], Pass):
        state = state.apply(Pass())
    kinds = set()
    while not isinstance(state.legal_actions()[0], PlayCard):
        choice = explain_action(state.view(state.to_act), RobotLevel.CLUB, seed=1, budget=20)
        assert choice.method in (ChoiceMethod.THUMB, ChoiceMethod.FORCED)
        kinds.add(type(choice.action))
        state = state.apply(choice.action)
    assert {CallCard, DiscardCard} <= kinds


def test_strong_hand_of_a_ladder_without_garde_sans_says_garde():
    row = GAMES["tarot-6"].row
    hand = [parse_card(text) for text in TEN_TRUMPS.split()][:13]

    assert find_bid_by_scale(hand, row) is Bid.GARDE_CONTRE
    assert bid_by_scale(hand, row, [Pass(), MakeBid("prise"), MakeBid("garde")]) == MakeBid("garde")


def test_bid_goes_over_a_lower_one_and_passes_over_an_equal_one():
    row = GAMES["tarot-4"].row
    hand = [parse_card(text) for text in EIGHT_TRUMPS.split()]

    assert bid_by_scale(hand, row, [Pass(), MakeBid("garde"), MakeBid("garde_sans")]) == MakeBid("garde")
    assert bid_by_scale(hand, row, [Pass(), MakeBid("garde_sans")]) == Pass()


def test_beginner_says_pousse_between_prise_and_garde():
    row = GAMES["tarot-4"].row
    legal = [Pass(), *(MakeBid(bid.value) for bid in Bid)]
    hand = [parse_card(text) for text in TREMBLING.replace("C2", "CR").split()]

    assert least_points(Bid.POUSSE, row) <= hand_points(hand, row)[Bid.POUSSE]
    assert hand_points(hand, row)[Bid.GARDE] < least_points(Bid.GARDE, row)
    assert bid_by_scale(hand, row, legal) == MakeBid("pousse")


def waiting_start(hand):
    """Return a deal in which the first seat may bid "parole"."""
    game = GAMES["tarot-4"]
    rules = game.make_rules("fft", {"parole": True, "petit_sec": "play"})
    cards = [parse_card(text) for text in hand.split()]
    other_cards = [card for card in game.deck if card not in cards]
    return game.start(game.cut([*cards, *other_cards], rules), dealer=3, rules=rules)


@pytest.mark.parametrize("level", RobotLevel)
def test_weak_hand_passes_and_does_not_wait(level):
    assert choose_action(waiting_start(WEAK).view(0), level, seed=1) == Pass()


def test_beginner_just_below_a_prise_waits_where_the_rules_have_parole():
    """36 points of the scale; a prise takes 40."""
    state = waiting_start(PRISE)

    assert choose_action(state.view(0), RobotLevel.DEBUTANT, seed=1) == MakeBid(PAROLE)
    assert choose_action(started(PRISE).view(0), RobotLevel.DEBUTANT, seed=1) == Pass()


@pytest.mark.parametrize("level", RobotLevel)
def test_robots_ask_for_no_slam_and_play_on_where_one_was_asked(level):
    game = GAMES["tarot-4"]
    rules = game.make_rules("fft", {"slam_bid": True, "petit_sec": "play"})
    cards = [parse_card(text) for text in TEN_TRUMPS.split()]
    other_cards = [card for card in game.deck if card not in cards]
    state = game.start(game.cut([*cards, *other_cards], rules), dealer=3, rules=rules)
    assert choose_action(state.view(0), level, seed=1) != MakeBid(SLAM_BID)

    state = state.apply(MakeBid(SLAM_BID))
    for _turn in range(3):
        assert choose_action(state.view(state.to_act), level, seed=1) == Pass()
        state = state.apply(Pass())

    sight = read_view(state.view(1))
    assert (sight.taker, sight.bid, sight.announced, sight.leader) == (0, Bid.GARDE_CONTRE, "slam", 0)
    for _card in range(5):
        action = choose_action(state.view(state.to_act), level, seed=1)
        assert action in state.legal_actions()
        state = state.apply(action)


def test_hint_of_a_bid_knows_how_often_each_contract_is_made():
    choice = explain_action(started(STRONG).view(0), RobotLevel.CLUB, seed=1)

    assert set(choice.made) == {MakeBid(name) for name in ("prise", "garde", "garde_sans", "garde_contre")}
    assert choice.made[choice.action] > choice.worlds / 2
    assert choice.made[MakeBid("garde_contre")] <= choice.made[MakeBid("garde_sans")]


@pytest.mark.parametrize("name", VARIANTS)
def test_each_bid_with_the_dog_needs_a_better_chance_than_the_one_below(name):
    chances = [LEAST_CHANCES[name][bid] for bid in Bid if bid.takes_dog]

    assert chances == sorted(chances)
    assert LEAST_POINTS[name][Bid.GARDE_SANS] < LEAST_POINTS[name][Bid.GARDE_CONTRE]


def test_hand_of_many_chances_but_few_points_leaves_the_dog_alone():
    """A garde that its play-outs make without the dog too: the scale decides."""
    choice = explain_action(started(EIGHT_TRUMPS).view(0), RobotLevel.CLUB, seed=1)
    points = hand_points(map(parse_card, EIGHT_TRUMPS.split()), GAMES["tarot-4"].row)

    assert choice.made[MakeBid("garde_sans")] >= LEAST_CHANCES["tarot-4"][Bid.GARDE_SANS] * choice.worlds
    assert points[Bid.GARDE_SANS] < LEAST_POINTS["tarot-4"][Bid.GARDE_SANS]
    assert choice.action == MakeBid("garde")


def test_overbid_is_not_lower_than_what_was_bid():
    state = after(started("", TEN_TRUMPS), "bid:garde_sans")

    assert format_action(choose_action(state.view(1), RobotLevel.CLUB, seed=1)) in (
        "bid:garde_contre",
        "pass",
    )
