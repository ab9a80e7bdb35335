"""Ends in sampled worlds have the scores of the open search; worlds are weighed by bids and cards played."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import PlayCard
from games.core.analysis.open_search import OpenSearch, scale_of
from games.core.analysis.positions import open_position
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.bots.ends.end_worlds import EndWorlds
from games.core.bots.knowledge.sights import read_view
from games.core.bots.matches import garde_deals
from games.core.bots.numbers.lanes import NOBODY
from games.core.bots.worlds.bid_weights import bid_weights, hand_values, resample
from games.core.bots.worlds.lane_worlds import WorldArrays, draw_worlds, lanes_of
from games.core.bots.worlds.play_weights import play_weights
from games.core.cards import PETIT
from games.core.dealing.hand_value import evaluate_hand
from games.core.decks import ONE_PACK
from games.core.outcome import Bid
from games.core.tricks import cards_in
from games.core.variants.registry import GAMES
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed
from tests.cases import examples
from tests.games.core.bots.test_lanes import in_play, played_by_rules

WORLDS = 4


@examples(13)
@given(
    st.sampled_from((("tarot-3", 58), ("tarot-4", 56), ("tarot-5", 60))),
    st.integers(0, 10_000),
    st.integers(0, 14),
    st.sampled_from((Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)),
)
def test_scores_in_worlds_are_those_of_the_open_search(game, number, more, bid):
    name, cards_played = game
    state = in_play(name, number, cards_played + more, bid)
    sight = read_view(state.view(state.to_act))
    worlds = WorldArrays(sight, Random(number), WORLDS)
    cards = [action.card for action in sight.view.legal if isinstance(action, PlayCard)]
    had_petit = PETIT in sight.tricks[-1][1]

    scale = scale_of(open_position(state).contract)
    scores = EndWorlds(scale).values(lanes_of(worlds), cards, tricks=len(sight.tricks), had_petit=had_petit)

    for world in range(worlds.count):
        position = open_position(played_by_rules(sight, worlds, [], world))
        search = OpenSearch(position, table_bits=12)
        assert scores[world].tolist() == [2 * search.score(position, card).low for card in cards]


def test_hands_in_arrays_are_worth_what_the_scale_says():
    rng = Random(3)
    hands = [rng.sample(ONE_PACK, 18) for _ in range(40)]
    places = np.array([[int(card not in hand) for hand in hands] for card in ONE_PACK])

    (values,) = hand_values(places, list(ONE_PACK), np.array([0, NOBODY]), [0])

    assert values.tolist() == [evaluate_hand(hand).with_dog for hand in hands]


@pytest.mark.parametrize("imposed", [True, False])
def test_worlds_in_which_the_taker_is_strong_weigh_more(imposed):
    game = GAMES["tarot-4"]
    layout = game.random_layout(Random(4))
    state = game.start(layout, imposed=Imposed(1, Bid.GARDE) if imposed else None)
    while not isinstance(state.legal_actions()[0], PlayCard):
        bids = [action for action in state.legal_actions() if action.detail == "garde"]
        state = state.apply((bids or state.legal_actions())[0])
    while state.to_act != 2:
        state = state.apply(next(a for a in state.legal_actions() if isinstance(a, PlayCard)))
    sight = read_view(state.view(2))
    cards, places = draw_worlds(sight.places, sight.unknown, Random(1), 400)

    weights = bid_weights(sight, cards, places)

    taker = [place for place, lot in enumerate(sight.lots) if lot.key in (("hand", 1), ("discard", 1))]
    bouts = np.isin(places[[cards.index(c) for c in cards if c in (PETIT, 76, 77)]], taker).sum(axis=0)
    assert np.average(bouts, weights=weights) > bouts.mean() + 0.2


def test_worlds_come_as_often_as_they_weigh():
    indices = resample(np.array([1.0, 0.0, 3.0]), 8, 0.5)

    assert indices.tolist() == [0, 0, 2, 2, 2, 2, 2, 2]


def test_worlds_in_which_others_played_as_they_do_weigh_more():
    """Beginners play by rules of thumb: the cards that they hold in truth are the likelier ones."""
    game, truths = GAMES["tarot-4"], []
    for layout, taker in garde_deals(game, 6, 3):
        state = game.start(layout, imposed=Imposed(taker))
        while not isinstance(state.phase, Playing) or len(state.tricks()) < 8:
            state = state.apply(choose_action(state.view(state.to_act), RobotLevel.DEBUTANT, seed=1))
        seat = (taker + 1) % 4
        sight = read_view(state.view(seat))
        worlds = WorldArrays(sight, Random(1), 300)
        weights = play_weights(sight, worlds.first_lanes())
        hidden = [
            card
            for other_seat in range(4)
            if other_seat != seat
            for card in cards_in(state.phase.hands[other_seat])
        ]
        holders = [next(n for n in range(4) if state.phase.hands[n] >> card & 1) for card in hidden]
        rows = [worlds.lies_in(card, ("hand", n)) for card, n in zip(hidden, holders, strict=True)]
        right = np.array(rows).mean(axis=0)
        truths.append(np.average(right, weights=weights) - right.mean())

    assert sum(truths) > 0
