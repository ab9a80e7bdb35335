"""Rules of thumb in many worlds: compiled functions give the numbers of NumPy, so that robots act alike."""

from dataclasses import astuple
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import PlayCard
from games.core.bots import compiled_lanes, lane_worlds, lanes, thumb_lanes
from games.core.bots.bid_weights import bid_weights
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.bots.lane_ends import search_ends
from games.core.bots.lane_scores import score_lanes, score_table
from games.core.bots.lane_worlds import WorldArrays, draw_worlds, lanes_of
from games.core.bots.lanes import bit_of, colour_of, same_lanes
from games.core.bots.sights import read_view
from games.core.outcome import Bid
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from tests.cases import examples
from tests.games.core.bots.test_lanes import in_play

LANES = 8


@pytest.fixture
def numpy_alone(monkeypatch):
    monkeypatch.setattr(thumb_lanes, "_COMPILED", [])


@examples(20)
@given(
    st.sampled_from(("tarot-3", "tarot-4", "tarot-5")),
    st.integers(0, 10_000),
    st.integers(0, 70),
    st.booleans(),
)
def test_lanes_end_as_those_of_numpy(name, number, cards_played, is_first_given):
    state = in_play(name, number, cards_played, Bid.GARDE)
    worlds = WorldArrays(read_view(state.view(state.to_act)), Random(number), LANES)
    start, first = lanes_of(worlds), None
    if is_first_given:
        cards = [action.card for action in state.legal_actions() if isinstance(action, PlayCard)]
        drawn = Random(number).choices(cards, k=LANES)
        first = np.array([colour_of(card) for card in drawn]), np.array([bit_of(card) for card in drawn])

    ends = compiled_lanes.play_lanes(start, first)

    expected = lanes.play_lanes(same_lanes(start, 1), first)
    assert [numbers.tolist() for numbers in astuple(ends)] == [
        numbers.tolist() for numbers in astuple(expected)
    ]


@examples(10)
@given(st.sampled_from(("tarot-3", "tarot-4", "tarot-5")), st.integers(0, 10_000), st.integers(1, 70))
def test_surprises_are_those_of_numpy(name, number, cards_played):
    state = in_play(name, number, cards_played, Bid.GARDE)
    sight = read_view(state.view(state.to_act))
    worlds = WorldArrays(sight, Random(number), LANES)

    surprises = compiled_lanes.count_surprises(sight, worlds.first_lanes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thumb_lanes, "_COMPILED", [])
        expected = thumb_lanes.count_surprises(sight, worlds.first_lanes())
    assert surprises.tolist() == expected.tolist()


@examples(5)
@given(st.sampled_from(("tarot-3", "tarot-4", "tarot-5")), st.integers(0, 10_000), st.integers(0, 70))
def test_worlds_and_their_hands_are_those_of_numpy(name, number, cards_played):
    state = in_play(name, number, cards_played, Bid.GARDE)
    sight = read_view(state.view(state.to_act))

    found = [drawn_with(functions, sight, number) for functions in ([compiled_lanes], [])]

    assert found[0] == found[1]


def drawn_with(functions, sight, number):
    """Where the cards lie in some worlds, the hands before the first card and now, what bids say of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thumb_lanes, "_COMPILED", functions)
        cards, places = draw_worlds(sight.places, sight.unknown, Random(number), 4 * LANES)
        worlds = WorldArrays(sight, Random(number), LANES)
        hands = [*worlds.hands(), *worlds.hands(before_play=True)]
        weights = bid_weights(sight, cards, places)
    return [numbers.tolist() for numbers in (places, worlds.places, *hands, weights)]


@examples(8)
@given(st.sampled_from(("tarot-3", "tarot-4", "tarot-5")), st.integers(0, 10_000), st.integers(2, 9))
def test_ends_are_searched_as_by_numpy(name, number, cards_left):
    game = GAMES[name]
    played = game.row.hand_size * game.player_count - cards_left
    state = in_play(name, number, played, (Bid.GARDE, Bid.GARDE_SANS)[number % 2])
    sight = read_view(state.view(state.to_act))
    start = lanes_of(WorldArrays(sight, Random(number), LANES))
    tried = [action.card for action in state.legal_actions() if isinstance(action, PlayCard)]
    worths = score_table(sight.bid, 20, sight.row, sight.rules, sight.row.hand_size)

    scores = compiled_lanes.search_cards(start, tried, worths)

    ends = search_ends(
        start, lambda ended: score_lanes(ended, sight.bid, 20, sight.row, sight.rules, sight.row.hand_size)
    )
    cards = list(zip(ends.colour[0].tolist(), ends.bit[0].tolist(), strict=True))
    places = [cards.index((colour_of(card), bit_of(card))) for card in tried]
    assert scores.tolist() == ends.score[:, places].tolist()


def test_cards_with_one_place_are_in_no_world_that_has_no_room_for_them():
    options, sizes = [[0], [0], [0, 1], [0, 1]], [1, 3]

    found = [
        functions.lay_together(options, sizes, 2, 7, 9, *most)
        for functions, most in ((compiled_lanes, [9]), (lane_worlds, []))
    ]

    assert [places.shape for places in found] == [(4, 0), (4, 0)]


@pytest.mark.parametrize("name", ["tarot-3", "tarot-4", "tarot-5"])
@pytest.mark.usefixtures("numpy_alone")
def test_club_expects_the_same_of_each_choice_with_compiled_functions(name, monkeypatch):
    """From the auction or the discard to the last trick."""
    views = [moment.view(moment.to_act) for moment in moments(name)]
    by_numpy = [explain_action(view, RobotLevel.CLUB, seed=7, budget=60) for view in views]

    monkeypatch.setattr(thumb_lanes, "_COMPILED", [compiled_lanes])

    assert [explain_action(view, RobotLevel.CLUB, seed=7, budget=60) for view in views] == by_numpy


def moments(name):
    """A third of the moments with a choice: of a deal with an auction, of one with an imposed garde."""
    game = GAMES[name]
    for start in (
        game.start(game.random_layout(Random(3))),
        game.start(game.random_layout(Random(4)), imposed=Imposed(1)),
    ):
        state, rng = start, Random(5)
        while not state.is_over:
            legal = state.legal_actions()
            if len(legal) > 1 and len(state.history) % 3 == 0:
                yield state
            state = state.apply(rng.choice(legal))


@pytest.mark.parametrize("is_installed", [True, False])
@pytest.mark.usefixtures("numpy_alone")
def test_compiled_functions_are_used_once_asked_for_where_numba_is_installed(monkeypatch, is_installed):
    played = []
    state = in_play("tarot-4", 1, 10, Bid.GARDE)
    start = lanes_of(WorldArrays(read_view(state.view(state.to_act)), Random(1), 1))
    monkeypatch.setattr("games.core.compiled.IS_COMPILED", is_installed)
    monkeypatch.setattr(compiled_lanes, "play_lanes", lambda *args: played.append(args))

    thumb_lanes.use_compiled()
    thumb_lanes.use_compiled()
    thumb_lanes.play_lanes(start)

    assert played == [(start, None)] * is_installed
