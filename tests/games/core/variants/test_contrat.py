"""Contrat: bets, the worth of the Excuse, scores of a deal and of a game."""

import json
from itertools import repeat
from pathlib import Path

import pytest

from games.core.actions import Bet, Pass, PlayCard, PlayWorth, Ready, format_action
from games.core.cards import EXCUSE, trump_card
from games.core.errors import ImpossibleOutcome
from games.core.variants.contrat import ContratOutcome, deal_sizes, game_scores
from games.core.variants.registry import find_variant

PUBLISHED = json.loads(Path("tests/data/games/contrat.json").read_text(encoding="utf-8"))


def dealt(layout_with, name, *hands):
    """A deal of as many cards as the first hand names; seat 0 deals, so that seat 1 speaks first."""
    variant = find_variant(name)
    rules = variant.make_rules("fft", {"cards_each": len(hands[0].split())})
    return variant.start(layout_with(variant, *hands, rules=rules), rules=rules)


@pytest.mark.parametrize("game", PUBLISHED["games"], ids=lambda game: game["player_count"])
def test_a_game_goes_up_then_down_as_published(game):
    variant = find_variant(f"contrat-{game['player_count']}")

    assert deal_sizes(game["player_count"]) == tuple(game["deals"])
    assert variant.hand_sizes(variant.make_rules()) == (max(game["deals"]),) * game["player_count"]
    assert variant.pile_sizes(variant.make_rules()) == (game["left_over"],)
    for cards in game["deals"]:
        assert variant.hand_sizes(variant.make_rules("fft", {"cards_each": cards}))[0] == cards


def test_the_last_to_bet_may_not_make_the_sum_exact(layout_with, code_of):
    example = PUBLISHED["last_bet"]
    state = dealt(layout_with, "contrat-2", "1T 2T 3T", "4T 5T 6T").apply(Bet(*example["said"]))

    assert state.to_act == 0
    assert state.legal_actions() == tuple(map(Bet, example["may_say"]))
    assert code_of(state.apply, Bet(1)) == "bet_makes_sum_exact"


def test_the_others_bet_anything_up_to_their_cards(layout_with, code_of):
    state = dealt(layout_with, "contrat-3", "1T 2T", "3T 4T", "5T 6T")

    assert state.to_act == 1
    assert state.legal_actions() == (Bet(0), Bet(1), Bet(2))
    assert [code_of(state.apply, Bet(tricks)) for tricks in (-1, 3)] == ["bet_out_of_range"] * 2


def test_bets_that_already_exceed_the_tricks_leave_the_last_free(layout_with, after):
    state = after(dealt(layout_with, "contrat-3", "1T 2T", "3T 4T", "5T 6T"), "bet:2 bet:2")

    assert state.legal_actions() == (Bet(0), Bet(1), Bet(2))


def test_any_card_may_be_played_and_the_highest_leads_next(layout_with, after):
    state = after(dealt(layout_with, "contrat-3", "1T 2T", "3T 20T", "5T 6T"), "bet:0 bet:0 bet:0")

    assert state.to_act == 1
    assert state.legal_actions() == (PlayCard(trump_card(3)), PlayCard(trump_card(20)))
    state = after(state, "3T 6T 1T")
    assert state.to_act == 2
    state = after(state, "5T 2T 20T")
    assert state.outcome() == ContratOutcome(bets=(0, 0, 0), tricks=(0, 1, 1), excuse=None)


@pytest.mark.parametrize(("worth", "tricks"), [(0, (0, 1)), (22, (1, 0))])
def test_the_excuse_is_worth_what_its_player_says(layout_with, after, worth, tricks):
    state = after(dealt(layout_with, "contrat-2", "EX", "21T"), "bet:0 bet:0 21T")

    assert state.legal_actions() == (PlayWorth(EXCUSE, 0), PlayWorth(EXCUSE, 22))
    assert after(state, f"worth:EX={worth}").outcome().tricks == tricks


def test_an_excuse_of_nothing_is_under_the_petit(layout_with, after):
    state = after(dealt(layout_with, "contrat-2", "1T", "EX"), "bet:0 bet:0 worth:EX=0 1T")

    assert state.outcome().tricks == (1, 0)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PlayCard(EXCUSE), "excuse_worth_unsaid"),
        (PlayWorth(EXCUSE, 21), "excuse_worth"),
        (PlayWorth(trump_card(7), 22), "worth_of_trump"),
        (PlayCard(trump_card(8)), "card_not_held"),
        (PlayWorth(trump_card(8), 0), "card_not_held"),
        (Bet(1), "action_not_now"),
        (Pass(), "action_not_now"),
    ],
    ids=lambda value: value if isinstance(value, str) else format_action(value),
)
def test_what_may_not_be_played(layout_with, after, code_of, action, code):
    state = after(dealt(layout_with, "contrat-2", "8T 9T", "EX 7T"), "bet:0 bet:0")

    assert code_of(state.apply, action) == code


def test_nothing_is_played_before_everybody_has_bet(layout_with, code_of):
    state = dealt(layout_with, "contrat-2", "1T", "2T")

    assert code_of(state.apply, PlayCard(trump_card(2))) == "action_not_now"
    assert code_of(state.apply, Ready()) == "action_not_now"


def test_the_bets_of_a_deal_are_told_by_seat(layout_with, after):
    variant = find_variant("contrat-3")
    rules = variant.make_rules("fft", {"cards_each": 1})
    start = variant.start(layout_with(variant, "1T", "2T", "3T", rules=rules), dealer=1, rules=rules)

    state = after(start, "bet:1 bet:0 bet:1 3T 1T 2T")

    assert state.actors == (2, 0, 1, 2, 0, 1)
    assert state.outcome() == ContratOutcome(bets=(0, 1, 1), tricks=(0, 0, 1), excuse=None)
    assert state.scores() == (0, 1, 0)


@pytest.mark.parametrize(
    ("bets", "tricks", "excuse", "scores"),
    [
        ((2, 1), (2, 1), None, (0, 0)),
        ((0, 3), (2, 1), None, (2, 2)),
        ((0, 3), (2, 1), 0, (4, 2)),
        ((2, 2), (2, 1), 0, (0, 1)),
        ((0, 0, 0), (4, 1, 2), 2, (4, 1, 4)),
    ],
)
def test_each_trick_off_costs_a_point_and_two_with_the_excuse(bets, tricks, excuse, scores):
    assert ContratOutcome(bets, tricks, excuse).scores() == scores


def test_two_tricks_off_cost_what_the_source_prints():
    points = PUBLISHED["two_tricks_off"]["points"]

    assert ContratOutcome((0, 3), (2, 1), None).scores() == (points, points)


@pytest.mark.parametrize(("times", "total"), [(0, 0), (2, 0), (3, 1), (4, 1), (6, 1)])
def test_the_third_excuse_costs_one_point_once(times, total):
    exact = [ContratOutcome((1, 2), (1, 2), excuse) for excuse in (*repeat(0, times), None)]

    assert game_scores(exact) == (total, 0)


def test_a_game_adds_its_deals():
    first = ContratOutcome((0, 0), (1, 0), 1)
    second = ContratOutcome((2, 2), (0, 2), 0)

    assert game_scores([first, second]) == (5, 0)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"bets": [1, 1]}, "seat_count"),
        ({"bets": [0, 0, 4]}, "bet_out_of_range"),
        ({"bets": [0, -1, 0]}, "bet_out_of_range"),
        ({"bets": [1, 1, 1]}, "bets_sum_exact"),
        ({"tricks": [4, 0, 0]}, "tricks_out_of_range"),
        ({"tricks": [1, 1, 0]}, "tricks_sum"),
        ({"tricks": [1, 1, 2]}, "tricks_sum"),
        ({"excuse": 3}, "seat_out_of_range"),
        ({"excuse": "N"}, "outcome_malformed"),
        ({"bets": "210"}, "outcome_malformed"),
        ({"bets": [True, 0, 0]}, "outcome_malformed"),
        ({"points": [0, 0, 0]}, "outcome_malformed"),
    ],
)
def test_impossible_slips_are_refused(changes, code):
    variant = find_variant("contrat-3")
    rules = variant.make_rules("fft", {"cards_each": 3})
    slip = {"bets": [2, 1, 1], "tricks": [2, 1, 0], "excuse": None}

    assert variant.read_outcome(slip, rules).to_json() == slip
    with pytest.raises(ImpossibleOutcome) as refusal:
        variant.read_outcome(slip | changes, rules)
    assert refusal.value.code == code


def test_somebody_holds_the_excuse_when_every_card_is_dealt():
    variant = find_variant("contrat-2")
    slip = {"bets": [6, 6], "tricks": [6, 5], "excuse": None}

    with pytest.raises(ImpossibleOutcome) as refusal:
        variant.read_outcome(slip)
    assert refusal.value.code == "excuse_not_dealt"
    assert variant.read_outcome(slip | {"excuse": 1}).scores() == (0, 2)
