"""Tirette, dummy and découverte: what two players do otherwise."""

import pytest

from games.core.actions import format_action, parse_action
from games.core.cards import format_card, parse_card
from games.core.errors import IllegalAction
from games.core.outcome import Bid
from games.core.variants.tarot.setting import Imposed
from games.core.variants.tarot.views import find_dummy_steps

SANS = Bid.GARDE_SANS


def texts(cards):
    return sorted(map(format_card, cards))


def legal(state):
    return [format_action(action) for action in state.legal_actions()]


def refusal(state, text):
    with pytest.raises(IllegalAction) as refused:
        state.apply(parse_action(text))
    return refused.value.code


def test_after_each_trick_the_winner_draws_first(deal, after):
    state = deal("tarot-2-tirette", ["S1 H1", "SR HR"], ["", "21T EX"], dealer=1, imposed=Imposed(0, SANS))
    state = after(state, "ready S1")
    assert refusal(state, "draw") == "action_not_now"

    state = after(state, "SR")
    assert (state.to_act, legal(state)) == (1, ["draw"])
    assert refusal(state, "HR") == "action_not_now"
    state = after(state, "draw")
    assert parse_card("21T") in state.view(1).hand
    assert (state.to_act, legal(state)) == (0, ["draw"])
    state = after(state, "draw")
    assert parse_card("EX") in state.view(0).hand
    assert state.to_act == 1
    assert state.view(0).hand_counts == (24, 24)


def test_tirette_has_36_tricks(deal):
    state = deal("tarot-2-tirette", imposed=Imposed(0, SANS))
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])

    assert len(state.phase.tricks) == 36
    assert sum(format_action(action) == "draw" for action in state.history) == 24


@pytest.mark.parametrize(("taker", "defender"), [(0, 1), (1, 0)])
def test_defender_plays_the_dummy(deal, after, taker, defender):
    state = deal("tarot-2-mort", ["S1 H1", "S2 H2"], ["", "S3 H3"], dealer=1, imposed=Imposed(taker, SANS))
    state = after(state, "ready")

    assert state.to_act == 0
    state = after(state, "S1 S2")
    assert state.to_act == defender
    assert "S3" in legal(state)
    assert state.view(taker).legal == ()
    state = after(state, "S3")
    assert (state.to_act, state.phase.tricks[0].winner) == (defender, 2)
    assert state.actors[-1] == defender


@pytest.mark.parametrize("taker", [0, 1])
def test_steps_of_the_dummy_are_found_in_ended_tricks_and_in_the_one_on_the_table(deal, after, taker):
    hands = (["S1 H1", "S2 H2"], ["", "S3 H3"])
    state = after(deal("tarot-2-mort", *hands, dealer=1, imposed=Imposed(taker, SANS)), "ready")
    first_steps = find_dummy_steps(state.steps, state.phase)
    # the dummy wins the first trick with the 3, so it leads to the second one
    state = after(state, "S1 S2 S3 H3")

    dummy_steps = find_dummy_steps(state.steps, state.phase)
    assert first_steps == frozenset()
    assert [format_action(state.history[place]) for place in sorted(dummy_steps)] == ["S3", "H3"]


def test_no_step_is_the_dummys_in_other_forms(deal, after):
    state = after(deal("tarot-2-tirette", ["S1", "S2"], dealer=1, imposed=Imposed(0, SANS)), "ready S1 S2")

    assert find_dummy_steps(state.steps, state.phase) == frozenset()


def test_dummy_is_exposed_after_the_discard(deal, after):
    state = deal("tarot-2-mort", piles=["S1 S2 S3 S4 S5 S6", "SR"], dealer=1, imposed=Imposed(0))

    assert [name for name, _ in state.view(1).exposed] == ["dog"]
    state = after(state, "discard:S1 discard:S2 discard:S3 discard:S4 discard:S5 discard:S6")
    exposed = dict(state.view(1).exposed)
    assert exposed["dummy"] == frozenset(state.layout.piles[1])
    assert dict(state.view(0).exposed) == exposed


def test_dummy_announces_nothing(deal, after):
    trumps = " ".join(f"{number}T" for number in range(1, 16))
    options = {"handfuls_at_two": True, "misere": 10}
    state = deal(
        "tarot-2-mort", ["S1", "S2"], ["", trumps], dealer=1, imposed=Imposed(0, SANS), options=options
    )
    state = after(state, "ready S1 S2")

    assert not any(word.startswith(("show", "announce")) for word in legal(state))
    assert refusal(state, f"show:{'.'.join(f'{number}T' for number in range(13, 0, -1))}") == "action_not_now"


@pytest.fixture
def table(deal):
    """A découverte: S1 in hand, SR over S5 on the table of seat 0; seat 1 has spades in hand alone."""
    return deal(
        "tarot-2-decouverte",
        ["S1 2T", "S2 S3"],
        ["", "SR H1", "S5 H5", "D1", "D2"],
        dealer=1,
        imposed=Imposed(0, SANS),
    )


def test_table_cards_are_seen_by_both(table, after):
    for seat in range(2):
        exposed = dict(table.view(seat).exposed)
        assert exposed["up 0"] == frozenset(table.layout.piles[1])
        assert exposed["up 1"] == frozenset(table.layout.piles[3])
    state = after(table, "ready")
    assert dict(state.view(1).exposed)["up 0"] == frozenset(table.layout.piles[1])
    assert len(state.view(0).hand) == state.view(0).hand_counts[0] == 12


def test_one_plays_from_the_hand_or_the_table(table, after):
    state = after(table, "ready")

    assert {"S1", "SR", "H1"} <= set(legal(state))
    assert {"S5", "H5"} & set(legal(state)) == set()
    assert refusal(state, "S5") == "card_not_held"


def test_card_under_a_played_one_is_turned_after_the_trick(table, after):
    state = after(table, "ready SR")
    assert parse_card("SR") not in dict(state.view(1).exposed)["up 0"]
    assert parse_card("S5") not in dict(state.view(1).exposed)["up 0"]

    state = after(state, "S2")

    assert parse_card("S5") in dict(state.view(1).exposed)["up 0"]
    assert "S5" in legal(state)
    assert parse_card("H5") not in dict(state.view(0).exposed)["up 0"]
    again = after(state, "S5 S3")
    assert parse_card("S5") not in dict(again.view(0).exposed)["up 0"]
    assert [len(dict(again.view(0).exposed)[f"up {seat}"]) for seat in range(2)] == [11, 12]


def test_card_of_the_hand_turns_nothing(table, after):
    state = after(table, "ready S1 S2")

    assert dict(state.view(0).exposed)["up 0"] == frozenset(table.layout.piles[1])


def test_table_cards_oblige_to_follow(deal, after):
    state = deal(
        "tarot-2-decouverte",
        ["S1", "2T 3T"],
        ["", "H1", "H2", "S4 D1", "S5 D2"],
        dealer=1,
        imposed=Imposed(0, SANS),
    )
    state = after(state, "ready S1")

    assert "S4" in legal(state)
    assert refusal(state, "2T") == "must_follow_suit"


def test_table_cards_are_neither_discarded_nor_shown(deal):
    state = deal(
        "tarot-2-decouverte", ["S1"], ["S6", "SD"], imposed=Imposed(0), options={"handfuls_at_two": True}
    )

    assert "discard:SD" not in legal(state)
    assert {"discard:S1", "discard:S6"} <= set(legal(state))


def test_decouverte_has_36_tricks(table):
    state = table
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])

    assert len(state.phase.tricks) == 36


def test_a_view_keeps_what_lay_face_up_from_the_start(deal):
    state = deal("tarot-2-decouverte", imposed=Imposed(0, SANS))

    assert dict(state.view(1).exposed)["dealt up 0"] == set(state.layout.piles[1])
