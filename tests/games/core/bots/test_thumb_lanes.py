"""Rules of thumb in many worlds: the plain and the compiled form give the same numbers."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import compiled
from games.core.actions import PlayCard
from games.core.bots.choosing import RobotLevel, explain_action
from games.core.bots.ends import play_outs
from games.core.bots.ends.thumb_lanes import count_surprises, lane_rows, play_lanes, seen_on_table
from games.core.bots.ends.thumb_play_outs import (
    JUMP_SURPRISES,
    NO_CHANCE,
    SUIT_SHIFT,
    TRUMP_SHIFT,
    choose_by_thumb,
    load_thumbs,
)
from games.core.bots.habits.choices import ChoiceMethod
from games.core.bots.knowledge.sights import read_view
from games.core.bots.levels import club
from games.core.bots.numbers import moments as moment_numbers
from games.core.bots.numbers.chances import next_chance
from games.core.bots.numbers.lane_scores import score_lanes
from games.core.bots.numbers.lanes import PETIT_BIT, cards_left, same_lanes
from games.core.bots.numbers.moments import PlayMoment
from games.core.bots.worlds import lane_worlds, world_kernel
from games.core.bots.worlds.lane_worlds import WorldArrays, lanes_of
from games.core.cards import EXCUSE
from games.core.compiled import (
    Memory,
    compiled_entry,
    is_compiled_used,
    new_record,
    new_records,
    use_compiled,
)
from games.core.outcome import Bid
from games.core.scoring import score_outcome
from games.core.tricks import NOTHING_LED, SUIT_OF, TRUMP_LED
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from tests.cases import examples
from tests.games.core.bots.test_lanes import CARD_OF, LEVELLED, MARKS, in_play, open_lanes, played_by_rules


@pytest.fixture
def is_plain(monkeypatch):
    monkeypatch.setattr(compiled._Process, "is_compiled", False)


def thumb_card(lanes, chance=NO_CHANCE):
    """The card that the rules of thumb play in the first lane."""
    moment, remaining = new_record(PlayMoment), cards_left(lanes)
    load_thumbs(moment, seen_on_table(lanes), lane_rows(lanes), 0)
    card = choose_by_thumb(
        moment,
        moment.turn,
        moment.led,
        moment.best,
        moment.winner,
        moment.place == moment.seats - 1,
        moment.has_petit != 0,
        remaining,
        lanes.barred if remaining == lanes.trick_count else NOTHING_LED,
        chance,
    )
    return CARD_OF[int(card & 7), int(card >> 3)]


@examples(13)
@given(
    st.sampled_from(LEVELLED),
    st.integers(0, 10_000),
    st.integers(0, 70),
    st.sampled_from((Bid.GARDE, Bid.GARDE_SANS, Bid.GARDE_CONTRE)),
    st.booleans(),
    st.booleans(),
)
def test_lanes_end_as_the_same_cards_end_by_the_rules(
    name, number, cards_played, bid, is_first_given, is_varied
):
    """The rules refuse what is not legal."""
    state = in_play(name, number, cards_played, bid)
    sight = read_view(state.view(state.to_act))
    worlds = WorldArrays(sight, Random(number), 1)
    start, first = lanes_of(worlds), None
    end = played_by_rules(sight, worlds, [], 0)
    if is_first_given:
        card = max(action.card for action in state.legal_actions() if isinstance(action, PlayCard))
        colour, bit = next(key for key, key_of_card in CARD_OF.items() if key_of_card == card)
        first, end = (np.array([colour]), np.array([bit])), end.apply(PlayCard(card))
    while not end.is_over:
        lanes = open_lanes(end, start)[0]
        chance = chance_in_trick(cards_left(start) - cards_left(lanes)) if is_varied else NO_CHANCE
        end = end.apply(PlayCard(thumb_card(lanes, chance)))

    ends = play_lanes(start, first, streams=int(is_varied))
    scores = score_lanes(ends, bid, 0, sight.row, sight.rules, sight.row.hand_size)

    outcome = end.outcome()
    assert ends.half_points.tolist() == [outcome.half_points]
    assert ends.bouts.tolist() == [outcome.bouts]
    assert ends.petit.tolist() == [MARKS[outcome.petit]]
    assert scores.tolist() == [score_outcome(outcome, sight.row)]


def chance_in_trick(number):
    """The random number of the first lane in a trick, counted from 0 at its first moment."""
    chance = 0
    for _ in range(number + 1):
        chance = next_chance(chance)
    return chance


@pytest.mark.parametrize("name", ["tarot-3", "tarot-4", "tarot-5"])
def test_attack_leads_a_trump_on_one_chance_of_four_and_each_of_its_suits_on_others(name):
    state, colours = in_play(name, 2, 0, Bid.GARDE), Counter()
    lanes = replace(first_lane(state), leader=2)
    suits = {suit for suit in range(TRUMP_LED) if lanes.hands[0, 2, suit] and suit != lanes.barred}
    for choice in range(16):
        card = thumb_card(lanes, (choice & 3) << TRUMP_SHIFT | (choice >> 2) << SUIT_SHIFT)
        colours[SUIT_OF[card]] += 1

    assert lanes.attack[0, 2]
    assert len(suits) > 1
    assert colours.pop(TRUMP_LED) == 4
    assert set(colours) == suits


def first_lane(state):
    sight = read_view(state.view(state.to_act))
    return open_lanes(state, WorldArrays(sight, Random(1), 1).first_lanes())[0]


def test_defence_leads_the_same_card_whatever_the_chance():
    lanes = first_lane(in_play("tarot-4", 1, 0, Bid.GARDE))
    for leader in (0, 2, 3):
        led = replace(lanes, leader=leader)
        assert {thumb_card(led, chance << TRUMP_SHIFT) for chance in range(64)} == {thumb_card(led)}


@pytest.mark.parametrize("is_taker", [True, False])
def test_club_varies_leads_in_the_play_outs_of_the_taker_alone(monkeypatch, is_taker):
    """All cards of a world have the chance of that world."""
    state, streams = in_play("tarot-4", 1, 8, Bid.GARDE), []
    while (state.to_act == 1) != is_taker or len(state.legal_actions()) < 5:
        state = state.apply(state.legal_actions()[0])

    def record(lanes, first, **settings):
        streams.append(settings["streams"])
        return play_lanes(lanes, first, **settings)

    monkeypatch.setattr(club, "play_lanes", record)

    choice = explain_action(state.view(state.to_act), RobotLevel.CLUB, seed=1, budget=60)

    assert choice.method is ChoiceMethod.PLAYED_OUT
    assert choice.worlds > 1
    assert streams == [choice.worlds if is_taker else 0]


def test_lanes_of_one_stream_meet_the_same_chance():
    """Two first cards are compared by what they bring: equal lanes of one stream end alike, others do not."""
    lanes = same_lanes(first_lane(in_play("tarot-4", 1, 0, Bid.GARDE)), 20)

    alone, together = (play_lanes(lanes, streams=streams).half_points.tolist() for streams in (20, 10))

    assert len(set(alone)) > 1
    assert together == alone[:10] * 2


@examples(5)
@given(st.sampled_from(("tarot-3", "tarot-4")), st.integers(0, 10_000), st.integers(1, 70))
def test_surprises_are_the_cards_that_rules_of_thumb_would_not_play(name, number, cards_played):
    start, state = (in_play(name, number, count, Bid.GARDE) for count in (0, cards_played))
    sight = read_view(state.view(state.to_act))
    in_world = WorldArrays(sight, Random(number), 1).first_lanes()
    lanes, expected, current = open_lanes(start, in_world)[0], 0, start
    for action in state.history[len(start.history) :]:
        if current.to_act != sight.view.seat:
            expected += surprises_of(action.card, open_lanes(current, in_world)[0])
        current = current.apply(action)

    assert count_surprises(sight, lanes).tolist() == [expected]


def surprises_of(card, lanes):
    """Return the surprise of a card in the first lane. A jump of the defence on trumps signals the Petit."""
    moment, expected = seen_on_table(lanes), thumb_card(lanes)
    load_thumbs(moment, seen_on_table(lanes), lane_rows(lanes), 0)
    trumps = [lanes.hands[0, seat, TRUMP_LED] for seat in range(moment.seats)]
    is_trump = {SUIT_OF[card], SUIT_OF[expected], moment.led} == {TRUMP_LED} and EXCUSE not in (
        card,
        expected,
    )
    is_jump = is_trump and card > expected and not lanes.attack[0, moment.turn]
    if card == expected or not is_jump or not any(int(trump_bits) & PETIT_BIT for trump_bits in trumps):
        return int(card != expected)
    return 0 if int(trumps[moment.turn]) & PETIT_BIT else JUMP_SURPRISES


def test_cards_with_one_place_are_in_no_world_that_has_no_room_for_them():
    options, sizes = [[0], [0], [0, 1], [0, 1]], [1, 3]

    assert lane_worlds.build_worlds(options, sizes, 2, 7, 9, 9).shape == (4, 0)


@pytest.mark.parametrize("name", ["tarot-3", "tarot-4", "tarot-5"])
def test_club_expects_the_same_of_each_choice_in_both_forms(name, monkeypatch):
    """The test compares all choices from the auction or the discard to the last trick."""
    views = [moment.view(moment.to_act) for moment in moments(name)]
    explained = [explain_action(view, RobotLevel.CLUB, seed=7, budget=30) for view in views]

    monkeypatch.setattr(compiled._Process, "is_compiled", False)

    assert [explain_action(view, RobotLevel.CLUB, seed=7, budget=30) for view in views] == explained


def moments(name):
    """A tenth of the moments with a choice: of a deal with an auction, of one with an imposed garde."""
    game = GAMES[name]
    for start in (
        game.start(game.random_layout(Random(3))),
        game.start(game.random_layout(Random(4)), imposed=Imposed(1)),
    ):
        state, rng = start, Random(5)
        while not state.is_over:
            legal = state.legal_actions()
            if len(legal) > 1 and len(state.history) % 10 == 0:
                yield state
            state = state.apply(rng.choice(legal))


@compiled_entry
def double(numbers):
    for place in range(len(numbers)):
        numbers[place] *= 2
    return isinstance(numbers, list)


@pytest.mark.usefixtures("is_plain")
def test_plain_form_works_on_lists_and_writes_into_the_arrays():
    numbers = np.array([1, 2, 3])

    assert double(numbers)

    assert numbers.tolist() == [2, 4, 6]


class Count:
    total: int
    parts: Annotated[Memory, 2]


class Counts(NamedTuple):
    one: Count
    several: object


@compiled_entry
def add_up(counts):
    counts.one.total = counts.one.parts[0] + counts.one.parts[1]
    counts.several[1].parts[0] = counts.one.total


@pytest.mark.parametrize("is_compiled", [True, False])
def test_both_forms_write_into_the_records_of_a_tuple(monkeypatch, is_compiled):
    monkeypatch.setattr(compiled._Process, "is_compiled", is_compiled and compiled.IS_COMPILED)
    counts = Counts(new_record(Count), new_records(Count, 2))
    counts.one.parts[:] = [3, 4]

    add_up(counts)

    assert counts.one.total == counts.several[1].parts[0] == 7
    assert list(counts.several[0].parts) == [0, 0]


def test_what_is_compiled_is_kept_for_the_numbers_of_other_modules_too(monkeypatch):
    """numba itself looks at the file of the function that is called first."""
    digest_of = compiled._digest_of.__wrapped__
    digests = [digest_of(module.__name__) for module in (play_outs, world_kernel)]

    monkeypatch.setattr(moment_numbers, "KEPT", 7)

    assert digest_of(play_outs.__name__) != digests[0]
    assert digest_of(world_kernel.__name__) == digests[1]


@pytest.mark.parametrize("is_installed", [True, False])
@pytest.mark.usefixtures("is_plain")
def test_compiled_form_is_used_once_asked_for_where_numba_is_installed(monkeypatch, is_installed):
    monkeypatch.setattr(compiled, "IS_COMPILED", is_installed)

    use_compiled()

    assert is_compiled_used() is is_installed
