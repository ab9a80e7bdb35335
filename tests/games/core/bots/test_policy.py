"""Play-outs by the learnt policy: legal cards, chosen by what a seat knows, ends as by the rules."""

import json
import os
import subprocess
import sys
from functools import partial
from hashlib import sha256
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import PlayCard
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.bots.ends.policy import first_choices, play_by_policy, policy_weights, weigh_cards
from games.core.bots.ends.policy_choices import WEIGHTS
from games.core.bots.habits.choices import ChoiceMethod
from games.core.bots.knowledge.sights import read_view
from games.core.bots.levels import fort
from games.core.bots.levels.club import best_played_out, cards_to_try, choose_by_scores
from games.core.bots.levels.fort import trumps_left
from games.core.bots.numbers.lanes import bit_of, card_colour_number, repeat_lanes, same_lanes
from games.core.bots.worlds.lane_worlds import WorldArrays, lanes_of
from games.core.bots.worlds.likely_worlds import LikelyWorlds
from games.core.compiled import as_memory
from games.core.outcome import Bid
from games.core.tricks import SUIT_OF, TRUMP_LED
from games.core.variant import TAROT_4
from tests.cases import examples
from tests.games.core.bots.test_lanes import CARD_OF, LEVELLED, MARKS, in_play, open_lanes, played_by_rules


def random_weights(number):
    return as_memory(np.random.default_rng(number).integers(-127, 128, WEIGHTS))


def best_choice(lanes, sight, weights):
    """The first of the choices that weigh most."""
    choices = first_choices(lanes, sight, weights)
    return choices[choices[:, 2].argmax(), :2].tolist()


@examples(10)
@given(
    st.sampled_from(LEVELLED),
    st.integers(0, 10_000),
    st.integers(0, 70),
    st.sampled_from((Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)),
)
def test_play_outs_go_and_end_as_the_same_choices_by_the_rules(name, number, cards_played, bid):
    """The rules refuse illegal choices. The knowledge of a seat inside a play-out is that of its view."""
    state, weights = in_play(name, number, cards_played, bid), random_weights(number)
    start = read_view(state.view(state.to_act))
    worlds = WorldArrays(start, Random(number), 1)
    lanes = lanes_of(worlds)
    state = played_by_rules(start, worlds, [], 0)
    first = None
    while not state.is_over:
        colour, bit = best_choice(*open_lanes(state, lanes), weights)
        first = first or (np.array([colour]), np.array([bit]))
        state = state.apply(PlayCard(CARD_OF[colour, bit]))

    ends = play_by_policy(start, lanes, first, weights, noise=0)

    outcome = state.outcome()
    assert ends.half_points.tolist() == [outcome.half_points]
    assert ends.bouts.tolist() == [outcome.bouts]
    assert ends.petit.tolist() == [MARKS[outcome.petit]]


@pytest.mark.parametrize("name", LEVELLED)
def test_choices_are_among_the_legal_cards_and_none_stands_twice(name):
    for number in range(20):
        state = in_play(name, number, 3 * number, Bid.GARDE)
        sight = read_view(state.view(state.to_act))

        choices = first_choices(lanes_of(WorldArrays(sight, Random(1), 1)), sight)[:, :2].tolist()

        cards = [action.card for action in state.legal_actions() if isinstance(action, PlayCard)]
        assert len(set(map(tuple, choices))) == len(choices) > 0
        assert {tuple(card) for card in choices} <= {
            (card_colour_number(card), bit_of(card)) for card in cards
        }


def test_choices_are_the_cards_that_a_robot_tries():
    """Each once, cards worth the same by the lowest."""
    for number in range(20):
        state = in_play("tarot-4", number, 3 * number, Bid.GARDE_SANS)
        sight = read_view(state.view(state.to_act))

        choices = first_choices(lanes_of(WorldArrays(sight, Random(1), 1)), sight)[:, :2].tolist()

        assert sorted(CARD_OF[tuple(choice)] for choice in choices) == sorted(cards_to_try(sight))


def moments_with_several_cards():
    """Moments at four with three cards to try or more, and eight worlds of each."""
    for number in range(20):
        state = in_play("tarot-4", number, 2 * number, Bid.GARDE)
        sight = read_view(state.view(state.to_act))
        if len(cards_to_try(sight)) > 2:
            yield sight, lanes_of(WorldArrays(sight, Random(1), 8))


def test_policy_decides_between_cards_that_are_as_good():
    moments = list(moments_with_several_cards())
    for sight, lanes in moments:
        cards = cards_to_try(sight)
        colour, bit = best_choice(lanes, sight, policy_weights(TAROT_4))

        choice = choose_by_scores(
            sight, lanes, cards, np.zeros((len(cards), 1, 8), np.int64), ChoiceMethod.PLAYED_OUT
        )

        assert choice.action.card == CARD_OF[colour, bit]
    assert len(moments) > 5


def test_policy_does_not_decide_against_a_card_that_is_better_in_every_world():
    for sight, lanes in moments_with_several_cards():
        cards = cards_to_try(sight)
        for number, card in enumerate(cards):
            scores = np.zeros((len(cards), 1, 8), np.int64)
            scores[number] = np.arange(20, 28)

            choice = choose_by_scores(sight, lanes, cards, scores, ChoiceMethod.PLAYED_OUT)

            assert choice.action == PlayCard(card)


def test_cards_are_weighed_in_every_world_with_its_partner():
    """At five the seat of the partner is not known, and the policy plays otherwise for each."""
    state = in_play("tarot-5", 2, 0, Bid.GARDE)
    sight = read_view(state.view(state.to_act))
    lanes, cards = lanes_of(WorldArrays(sight, Random(1), 12)), cards_to_try(sight)

    alone = [weigh_cards(sight, repeat_lanes(lanes, np.array([world])), cards) for world in range(12)]

    assert len({tuple(weights) for weights in alone}) > 1
    assert weigh_cards(sight, lanes, cards).tolist() == np.sum(alone, axis=0).tolist()


def test_called_card_that_may_be_led_first_weighs_least():
    """The policy never leads it to the first trick, which the rules allow."""
    found = 0
    for number in range(40):
        state = in_play("tarot-5", number, 0, Bid.GARDE)
        sight = read_view(state.view(state.to_act))
        cards = cards_to_try(sight)
        called_cards = [card for card in cards if card in sight.called]
        if called_cards:
            found += 1
            weights = weigh_cards(sight, lanes_of(WorldArrays(sight, Random(1), 4)), cards)
            assert cards[weights.argmin()] == called_cards[0]
    assert found


def test_inputs_of_the_policy_are_those_with_which_it_learnt():
    """The stored weights fit these rows alone. The digest changes only with new weights."""
    digest, weights = sha256(), random_weights(0)
    for name in LEVELLED:
        for number in range(30):
            bid = (Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)[number % 3]
            state = in_play(name, number, 2 * number, bid)
            sight = read_view(state.view(state.to_act))
            choices = first_choices(lanes_of(WorldArrays(sight, Random(number), 1)), sight, weights)
            digest.update(choices.tobytes())

    assert digest.hexdigest()[:16] == "0748a66a838b7932"


def test_there_is_a_weight_for_every_feature():
    assert len(policy_weights(TAROT_4)) == WEIGHTS
    assert min(policy_weights(TAROT_4)) >= -127


def test_chance_lets_choices_be_played_as_often_as_they_weigh():
    state = in_play("tarot-4", 3, 20, Bid.GARDE)
    sight = read_view(state.view(state.to_act))
    lanes = same_lanes(lanes_of(WorldArrays(sight, Random(1), 1)), 400)

    with_chance = [play_by_policy(sight, lanes, noise=noise).half_points for noise in (0, 1)]

    assert len(set(with_chance[0].tolist())) == 1
    assert len(set(with_chance[1].tolist())) > 1


def test_uncompiled_play_outs_have_the_same_scores():
    code = (
        "import json; from tests.games.core.bots.test_policy import scores_of_cards;"
        "print(json.dumps(scores_of_cards()))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(plain.stdout) == scores_of_cards()


def scores_of_cards():
    """The mean scores of the cards at some moments of the play, in likely worlds."""
    results = []
    for number in (4, 5):
        state = in_play("tarot-4", number, 9 * number, Bid.GARDE)
        sight = read_view(state.view(state.to_act))
        worlds = LikelyWorlds(sight, Random(number), 2, 3)
        choice = best_played_out(worlds, cards_to_try(sight), partial(play_by_policy, sight))
        results.append([[choice.wins[action], mean] for action, mean in choice.means.items()])
    return results


def test_end_with_more_trumps_than_the_search_has_room_for_is_played_out(monkeypatch):
    """Seven cards each with more of them once ended the process."""
    state = in_play("tarot-5", 40, 0, Bid.GARDE)
    while (
        len(state.view(state.to_act).hand) > 4 or len(cards_to_try(read_view(state.view(state.to_act)))) < 2
    ):
        cards = [action for action in state.legal_actions() if isinstance(action, PlayCard)]
        state = state.apply(min(cards, key=lambda action: SUIT_OF[action.card] == TRUMP_LED))
    view = state.view(state.to_act)
    methods = []
    for room in (0, 1):
        monkeypatch.setattr(fort, "MOST_TRUMPS", trumps_left(read_view(view)) - 1 + room)
        methods.append(explain_action(view, RobotLevel.FORT, seed=1, budget=20).method)

    assert methods == [ChoiceMethod.PLAYED_OUT, ChoiceMethod.SEARCHED]
