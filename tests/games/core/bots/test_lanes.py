"""Worlds of a view as arrays, and their last tricks searched as by trying every card by the rules."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.actions import PlayCard
from games.core.bots.ends.policy import weigh_cards
from games.core.bots.ends.thumb_lanes import score_cards_in_lanes
from games.core.bots.habits.choices import ChoiceMethod
from games.core.bots.knowledge.places import NoWorldFound, Place
from games.core.bots.knowledge.sights import read_view
from games.core.bots.levels.club import HALF_GAIN, choose_by_scores, end_width, gains_of
from games.core.bots.numbers.lane_scores import score_table
from games.core.bots.numbers.lanes import COLOURS, EXCUSE_COLOUR, NOBODY, bit_of, card_colour_number
from games.core.bots.worlds import lane_worlds
from games.core.bots.worlds.lane_worlds import WorldArrays, draw_worlds, lanes_of
from games.core.cards import EXCUSE, PETIT, parse_card
from games.core.decks import ONE_PACK
from games.core.outcome import Bid
from games.core.scoring import score_outcome
from games.core.tricks import SUIT_OF, cards_in
from games.core.variants.registry import GAMES
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.setting import Imposed
from games.core.variants.tarot_table import ONE_PACK as ONE_PACK_FORMS
from tests.cases import examples
from tests.games.core.bots.test_rules_of_thumb import SANS, after, started

LEVELLED = tuple(row.name for row in ONE_PACK_FORMS)
"""The games that robots play at several levels."""
CARD_OF = {(card_colour_number(card), bit_of(card)): card for card in ONE_PACK}
MARKS = {"none": 0, "attack": 1, "defence": -1}


def test_every_card_has_a_colour_and_a_bit_of_its_own():
    assert len(CARD_OF) == len(ONE_PACK)
    assert (card_colour_number(EXCUSE), bit_of(EXCUSE)) == (EXCUSE_COLOUR, 0)
    assert bit_of(PETIT) > max(bit_of(card) for card in ONE_PACK if card < PETIT)


def in_play(name, number, cards_played, bid):
    """A state of the play after some random cards of a deal with an imposed contract."""
    game, rng = GAMES[name], Random(number)
    # without a dog the bids that leave it alone are an option
    rules = game.make_rules(
        "fft", {"petit_sec": "play"} | ({} if game.row.dog_size else {"dogless_bids": True})
    )
    taker = number % game.player_count
    state = game.start(game.random_layout(rng, rules), dealer=0, rules=rules, imposed=Imposed(taker, bid))
    while not isinstance(state.phase, Playing):
        state = state.apply(state.legal_actions()[0])
    for _ in range(cards_played):
        cards = [action for action in state.legal_actions() if isinstance(action, PlayCard)]
        next_state = state.apply(rng.choice(cards))
        state = state if next_state.is_over else next_state
    return state


def open_lanes(state, lanes):
    """One lane in which each seat holds what it holds in truth."""
    hands = np.zeros((1, len(state.phase.hands), COLOURS), np.int64)
    holder = np.array([NOBODY])
    for seat, hand in enumerate(state.phase.hands):
        for card in cards_in(hand):
            if card == EXCUSE:
                holder[0] = seat
            else:
                hands[0, seat, SUIT_OF[card]] |= bit_of(card)
    sight = read_view(state.view(state.to_act))
    return replace(lanes, hands=hands, holder=holder, leader=sight.leader, trick=sight.trick), sight


def played_by_rules(sight, worlds, steps, world):
    """One world as it stands, then some cards played by the rules, which refuse what is not legal."""
    lots = dict(sight.fixed)
    for card, places in zip(worlds.cards, worlds.places, strict=True):
        key = worlds.keys[places[world]]
        lots[key] = lots.get(key, 0) | 1 << card
    state = sight.replay(sight.lay_out(lots, Random(1)), lots, Random(1))
    for colour, bit in steps:
        state = state.apply(PlayCard(CARD_OF[int(colour[world]), int(bit[world])]))
    return state


def test_worlds_drawn_together_are_those_that_can_be():
    places = [Place(1, 0b011), Place(1, 0b110), Place(1, 0b101)]

    cards, worlds = draw_worlds(places, 0b111, Random(1), 60)

    ways = {tuple(sorted(zip(cards, world, strict=True))) for world in worlds.T.tolist()}
    assert ways == {((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 0), (2, 1))}


def test_copies_with_swaps_are_all_the_worlds_that_can_be(monkeypatch):
    """If random choices meet too many dead ends, a few worlds are copied and their cards swapped."""
    monkeypatch.setattr(lane_worlds, "FEWEST_SHARE", 0)
    places = [Place(2, 0b01111), Place(2, 0b11110), Place(1, 0b10101)]

    cards, worlds = draw_worlds(places, 0b11111, Random(1), 1000)

    counts = Counter(tuple(world) for world in worlds.T.tolist())
    ways = {
        way
        for way in set(permutations([0, 0, 1, 1, 2]))
        if all(places[place].allowed >> card & 1 for card, place in zip(cards, way, strict=True))
    }
    assert set(counts) == ways
    assert max(counts.values()) < 2 * min(counts.values())


def test_worlds_that_cannot_be_are_refused():
    with pytest.raises(NoWorldFound):
        draw_worlds([Place(1, 0b01), Place(1, 0b01)], 0b11, Random(1), 4)


@examples(6)
@given(
    st.sampled_from(
        (("tarot-3", 66), ("tarot-4", 65), ("tarot-5", 66), ("tarot-6", 68), ("tarot-7", 68), ("tarot-8", 62))
    ),
    st.integers(0, 10_000),
    st.integers(0, 5),
    st.sampled_from((Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)),
)
def test_searched_ends_are_those_of_trying_every_card_by_the_rules(game, number, more, bid):
    name, cards_played = game
    state = in_play(name, number, cards_played + more, bid)
    sight = read_view(state.view(state.to_act))
    worlds = WorldArrays(sight, Random(number), 2)

    cards = [action for action in state.legal_actions() if isinstance(action, PlayCard)]
    worths = score_table(bid, 0, sight.row, sight.rules, sight.row.hand_size)
    scores = score_cards_in_lanes(lanes_of(worlds), [action.card for action in cards], worths)

    start = played_by_rules(sight, worlds, [], 0)
    attack = set(worlds.attack(sight.taker, sight.called)[0].nonzero()[0].tolist())
    assert scores[0].tolist() == [best_end(start.apply(action), attack) for action in cards]


def best_end(state, attack):
    """The score when every seat plays its best card, all hands seen."""
    if state.is_over:
        return score_outcome(state.outcome(), state.variant.row)
    cards = [action for action in state.legal_actions() if isinstance(action, PlayCard)]
    best = max if state.to_act in attack else min
    return best(best_end(state.apply(card), attack) for card in cards)


def test_width_of_an_end():
    assert [end_width(1, 4, 0), end_width(2, 4, 0), end_width(2, 4, 3), end_width(3, 3, 0)] == [1, 16, 2, 216]


def balances(scores):
    """The balance of each choice, whose scores are given by world."""
    return gains_of(np.array(scores)[:, None]).mean(axis=2).sum(axis=1).tolist()


def test_gain_is_half_at_half_gain_and_the_loss_of_the_other():
    gains = gains_of(np.array([[[HALF_GAIN, 0]], [[0, 0]]]))

    assert gains[0, 1].tolist() == [0.5, 0]
    assert gains[1, 0].tolist() == [-0.5, 0]


def test_choice_that_is_mostly_better_wins_though_its_mean_is_lower():
    """The choice gains 10 points in two worlds and loses 24 in one, like a topage."""
    first, second = balances([[10, 10, -24], [0, 0, 0]])

    assert first > second


def test_choice_that_is_much_better_in_one_world_wins_though_it_is_mostly_a_little_worse():
    """A Petit saved in a third of the worlds, a point lost in the others: hints once threw the Petit away."""
    first, second = balances([[60, -1, -1], [0, 0, 0]])

    assert first > second


def test_repeated_play_outs_of_a_world_count_as_their_mean():
    gains = gains_of(np.array([[[30], [0]], [[0], [30]]]))

    assert gains[0, 1].tolist() == [0]


def test_of_cards_as_good_within_the_error_the_policy_chooses():
    sight = read_view(after(started("20T S2", "1T 2T 9T", "4T", "21T", imposed=SANS), "ready 20T").view(1))
    cards = [parse_card("2T"), parse_card("9T"), parse_card("1T")]
    lanes = lanes_of(WorldArrays(sight, Random(1), 4))
    chosen = cards[int(weigh_cards(sight, lanes, cards[:2]).argmax())]
    far = [[-90, -80, -90, -80]]

    for first, second in (([0, 2, 0, 1], [1, 0, 2, 1]), ([1, 0, 2, 1], [0, 2, 0, 1])):
        scores = np.array([[first], [second], far])
        tied = choose_by_scores(sight, lanes, cards, scores, ChoiceMethod.PLAYED_OUT)
        assert tied.action == PlayCard(chosen)
    for number in (0, 1):
        rows = [[[0, 0, 0, 1]], [[0, 0, 0, 1]], far]
        rows[number] = [[9, 9, 8, 9]]
        clear = choose_by_scores(sight, lanes, cards, np.array(rows), ChoiceMethod.PLAYED_OUT)
        assert clear.action == PlayCard(cards[number])
