"""Grelin: rows, aces, the Excuse, forced passes, "Carte", scores."""

import json
from collections import Counter
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest

from games.core.actions import Announce, Draw, Pass, PlayCard
from games.core.cards import parse_card
from games.core.errors import ImpossibleOutcome
from games.core.play import play_randomly, replay_states
from games.core.variants.grelin import GrelinOutcome, LaidRow
from games.core.variants.registry import find_variant

PUBLISHED = json.loads(Path("tests/data/games/grelin.json").read_text(encoding="utf-8"))
SPADES, TRUMPS = 0, 4


def plays(state):
    """The texts of the cards that may be played."""
    return {action.detail for action in state.legal_actions()}


@pytest.fixture
def started(layout_with):
    """A deal of Grelin at three; seat 2 deals, so that seat 0 begins."""

    def start(*hands):
        variant = find_variant("grelin-3")
        return variant.start(layout_with(variant, *hands), dealer=2)

    return start


@pytest.mark.parametrize(
    ("player_count", "sizes"),
    [
        (3, {26: 3}),
        (4, {20: 2, 19: 2}),
        (5, {16: 3, 15: 2}),
        (6, {13: 6}),
        (7, {12: 1, 11: 6}),
        (8, {10: 6, 9: 2}),
    ],
)
def test_all_cards_are_dealt_and_some_hands_have_one_more(player_count, sizes):
    variant = find_variant(f"grelin-{player_count}")
    dealt = variant.hand_sizes(variant.make_rules())

    assert {size: dealt.count(size) for size in dealt} == sizes
    assert list(dealt) == sorted(dealt, reverse=True)


def test_rows_open_with_the_published_cards(started):
    hand = " ".join(PUBLISHED["openers"])

    assert plays(started(f"{hand} EX S1 H1 1T 21T SR S8 H9")) == {*PUBLISHED["openers"], "EX"}


def test_an_open_row_grows_by_its_neighbours_only(started, after):
    state = after(started("S7 S6 S8 S10 S5 S9 H7", "D7", "C7"), "S7 D7 C7")

    assert state.rows[SPADES] == LaidRow(7, 7)
    assert {card for card in plays(state) if card.startswith("S")} == {"S6", "S8"}


def test_a_row_grows_on_both_sides(started, after):
    state = after(started("S10 S9 SV S8 SC", "D7 D8 D9", "C7 C8 C9"), "S10 D7 C7 SV D8 C8 S9 D9 C9")

    assert state.rows[SPADES] == LaidRow(9, 11)
    assert plays(state) & {"S8", "SC", "S7"} == {"S8", "SC"}


def test_trumps_go_down_to_the_petit_and_never_around(started, after):
    state = after(
        started("9T 8T 6T 4T 2T 1T 21T", "7T 5T 3T D7", "C7 C8 C9 C10"),
        "9T D7 C7 8T 7T C8 6T 5T C9 4T 3T C10",
    )

    assert "1T" not in plays(state)
    state = after(state, "2T")
    assert state.rows[TRUMPS] == LaidRow(2, 9)
    assert {"1T", "21T"}.isdisjoint(plays(state))


def test_an_ace_goes_under_the_two(started, after):
    state = started("S7 S5 S3 S1", "S6 S4 S2", "C7 C8 C9 C10")

    assert "S1" not in plays(after(state, "S7 S6 C7 S5 S4 C8"))
    state = after(state, "S7 S6 C7 S5 S4 C8 S3 S2 C9")
    assert "S1" in plays(state)


def test_an_ace_goes_over_the_king_and_the_row_still_goes_down(started, after):
    state = started("S10 SC SR S1 S9 S2", "SV SD", "C7 C8 C9 C10")

    assert "S1" not in plays(after(state, "S10 SV C7 SC SD C8"))
    state = after(state, "S10 SV C7 SC SD C8 SR D7 C9")
    assert "S1" in plays(state)
    state = after(state, "S1")
    assert state.rows[SPADES] == LaidRow(10, 14)
    assert plays(state) & {"S9", "S2", "S1"} == {"S9"}


def test_the_ace_and_the_petit_oblige_to_play_again(started, after):
    state = after(started("S7 S5 S3 S1 D10", "S6 S4 S2", "C7 C8 C9 C10"), "S7 S6 C7 S5 S4 C8 S3 S2 C9 S1")

    assert state.to_act == 0
    assert state.rows[SPADES] == LaidRow(2, 7)
    assert after(state, "D10").to_act == 1


def test_the_petit_obliges_to_play_again_and_the_twenty_one_does_not(started, after):
    low = started("9T 7T 5T 3T 1T S7", "8T 6T 4T 2T", "C7 C8 C9 C10 CV")
    high = started("13T 15T 17T 19T 21T", "14T 16T 18T 20T", "C7 C8 C9 C10 CV")

    assert after(low, "9T 8T C7 7T 6T C8 5T 4T C9 3T 2T C10 1T").to_act == 0
    assert after(high, "13T 14T C7 15T 16T C8 17T 18T C9 19T 20T C10 21T").to_act == 1


NOTHING_TO_PLAY = " ".join(f"{suit}{rank}" for suit, rank in product("SHDC", "123456"))
"""Twenty-four cards that open nothing; two of the same kind fill the hand."""


def test_who_cannot_play_passes_and_pays_a_token(started, code_of):
    state = started(f"{NOTHING_TO_PLAY} SR HR")

    assert state.legal_actions() == (Pass(),)
    passed = state.apply(Pass())
    assert passed.tokens == (1, 0, 0)
    assert passed.to_act == 1
    assert code_of(state.apply, PlayCard(parse_card("SR"))) == "card_not_playable"


def test_who_can_play_may_not_pass(started, code_of):
    assert code_of(started(f"{NOTHING_TO_PLAY} SR S7").apply, Pass()) == "must_play"


def test_the_excuse_passes_a_turn_without_a_token_and_has_to_be_used(started, after, code_of):
    state = started(f"{NOTHING_TO_PLAY} SR EX")

    assert code_of(state.apply, Pass()) == "must_play"
    assert plays(state) == {"EX"}
    passed = after(state, "EX")
    assert (passed.tokens, passed.to_act, passed.rows) == ((0, 0, 0), 1, (None,) * 5)


def test_a_forced_pass_after_an_ace_costs_a_token_too(started, after):
    low = " ".join(f"{suit}{rank}" for suit, rank in product("HDC", "12345"))
    hand = f"S7 S5 S3 S1 SR {low} H6 D6 HR DR CR CC"
    state = after(started(hand, "S6 S4 S2", "C7 C8 C9"), "S7 S6 C7 S5 S4 C8 S3 S2 C9 S1")

    assert state.to_act == 0
    assert state.legal_actions() == (Pass(),)
    assert (after(state, "pass").tokens, after(state, "pass").to_act) == ((1, 0, 0), 1)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PlayCard(parse_card("D7")), "card_not_held"),
        (Announce("carte"), "action_not_now"),
        (Draw(), "action_not_now"),
    ],
    ids=["card of another", "carte", "draw"],
)
def test_what_may_not_be_done(started, code_of, action, code):
    assert code_of(started("S7", "D7").apply, action) == code


def states_of(seed, player_count=4):
    variant = find_variant(f"grelin-{player_count}")
    start = variant.start(variant.random_layout(Random(seed)))
    return [start, *replay_states(start, play_randomly(start, Random(seed)).history)]


@pytest.mark.parametrize("seed", range(5))
def test_carte_is_said_with_one_card_left_and_before_anything_else(seed, code_of):
    called = 0
    for earlier, state in pairwise(states_of(seed)):
        seat, action = earlier.to_act, state.history[-1]
        if isinstance(action, PlayCard) and len(state.hands[seat]) == 1:
            called += 1
            assert state.to_act == seat
            assert state.legal_actions() == (Announce("carte"),)
            assert code_of(state.apply, Pass()) == "carte_unsaid"
            assert code_of(state.apply, Announce("slam")) == "carte_unsaid"
            (card,) = state.hands[seat]
            assert code_of(state.apply, PlayCard(card)) == "carte_unsaid"
    assert called >= 1


@pytest.mark.parametrize("seed", range(5))
def test_the_first_without_cards_ends_the_deal(seed):
    *earlier_states, over = states_of(seed)

    assert all(all(state.hands) for state in earlier_states)
    winner = next(seat for seat, hand in enumerate(over.hands) if not hand)
    assert over.actors[-1] == winner
    passes = Counter(step.seat for step in over.steps if step.action == Pass())
    assert over.outcome() == GrelinOutcome(
        tuple(passes[seat] for seat in range(4)), tuple(len(hand) for hand in over.hands)
    )
    assert over.scores()[winner] == passes[winner] - 4


def test_the_table_is_seen_by_all(started, after):
    state = after(started("S7", "D7"), "S7 D7")

    for seat in range(3):
        assert dict(state.view(seat).exposed)["table"] == {parse_card("S7"), parse_card("D7")}


def test_marks_are_tokens_and_cards_left_and_four_less_for_the_winner():
    marks = PUBLISHED["marks"]

    assert GrelinOutcome(tuple(marks["tokens"]), tuple(marks["cards_left"])).scores() == tuple(
        marks["scores"]
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tokens": [0, 0]}, "seat_count"),
        ({"cards_left": [0, 1, 2, 3]}, "seat_count"),
        ({"cards_left": [0, 27, 1]}, "cards_left_out_of_range"),
        ({"cards_left": [0, -1, 1]}, "cards_left_out_of_range"),
        ({"cards_left": [1, 2, 3]}, "one_winner"),
        ({"cards_left": [0, 0, 3]}, "one_winner"),
        ({"tokens": [-1, 0, 0]}, "tokens_out_of_range"),
        ({"tokens": [80, 70, 70]}, "tokens_out_of_range"),
        ({"tokens": [44, 45, 44], "cards_left": [0, 6, 6]}, "tokens_sum"),
        ({"tokens": [0, 0, 0], "cards_left": [0, 7, 5]}, "turns_uneven"),
        ({"tokens": [7, 0, 0], "cards_left": [0, 0, 5]}, "one_winner"),
        ({"tokens": [5, 0, 0], "cards_left": [0, 2, 5]}, "turns_uneven"),
        ({"tokens": [0, 0, None]}, "outcome_malformed"),
        ({"winner": 0}, "outcome_malformed"),
    ],
)
def test_impossible_slips_are_refused(changes, code):
    variant = find_variant("grelin-3")
    slip = {"tokens": [0, 1, 2], "cards_left": [0, 7, 5]}

    assert variant.read_outcome(slip).scores() == (-4, 8, 7)
    with pytest.raises(ImpossibleOutcome) as refusal:
        variant.read_outcome(slip | changes)
    assert refusal.value.code == code


def test_names_of_all_keys_together_are_no_key():
    with pytest.raises(ImpossibleOutcome) as refusal:
        find_variant("grelin-3").read_outcome({"cards_left, tokens": [0, 1, 2]})

    assert refusal.value.code == "outcome_malformed"


def test_two_of_three_may_pass_before_every_card():
    slip = {"tokens": [44, 44, 44], "cards_left": [0, 6, 6]}

    assert find_variant("grelin-3").read_outcome(slip).scores() == (40, 50, 50)
