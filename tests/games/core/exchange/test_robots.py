"""Requests of other programs to robots and to the open search."""

import json
from random import Random

import pytest

from games.core.actions import PlayCard, format_action
from games.core.analysis.open_search import OpenSearch
from games.core.analysis.positions import open_position
from games.core.bots.choosing import RobotLevel, choose_action
from games.core.cards import parse_card
from games.core.errors import GameError
from games.core.exchange import record_of_state
from games.core.exchange.robots import report_analysis, report_choice
from games.core.notation import format_deal_json
from games.core.play import play_randomly, replay
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

LAST = 16
"""Cards left of the deal that is analysed in the middle."""


def written(state):
    return json.loads(format_deal_json(record_of_state(state)))


@pytest.fixture(scope="module")
def played():
    """The start of a deal of tarot at four, and all its actions."""
    game = GAMES["tarot-4"]
    start = game.start(game.random_layout(Random(2)), imposed=Imposed(1))
    return start, play_randomly(start, Random(2)).history


def test_choice_of_a_robot_comes_with_its_reasons(played):
    start, actions = played
    state = replay(start, actions[:-40])

    answer = report_choice({"deal": written(state), "level": "club", "seed": 3, "budget": 60})

    action = choose_action(state.view(state.to_act), RobotLevel.CLUB, seed=3, budget=60)
    assert answer["seat"] == state.to_act
    assert answer["action"] == format_action(action)
    # a card is chosen by its balance over the worlds, not by its mean
    assert answer["action"] in [choice["action"] for choice in answer["means"]]
    assert (answer["method"], answer["worlds"] > 0) == ("played_out", True)
    means = [choice["mean"] for choice in answer["means"]]
    assert means == sorted(means, reverse=True)


def test_end_of_a_deal_has_its_score_and_the_best_cards(played):
    start, actions = played
    state = replay(start, actions[:-LAST])
    position = open_position(state)
    exact = OpenSearch(position).score(position)

    answer = report_analysis({"deal": written(state)})

    assert (answer["seat"], answer["low"], answer["high"], answer["exact"]) == (
        state.to_act,
        exact.low,
        exact.high,
        True,
    )
    assert {card["card"] for card in answer["cards"]} == {format_action(a) for a in state.legal_actions()}
    keeping = [card["card"] for card in answer["cards"] if card["low"] == exact.low]
    assert answer["best"] == keeping
    next_state = state.apply(PlayCard(parse_card(answer["best"][0])))
    assert OpenSearch(open_position(next_state)).score(open_position(next_state)) == exact


def test_played_deal_says_what_each_card_cost(played):
    start, actions = played

    answer = report_analysis({"deal": written(replay(start, actions)), "budget": 20_000})

    plays = answer["plays"]
    assert [play["card"] for play in plays] == [a.detail for a in actions if isinstance(a, PlayCard)]
    assert plays[-1]["cost"] == 0
    assert plays[-1]["after"]["exact"] is True
    assert plays[0]["cost"] is None
    json.dumps(answer)


def test_requests_that_cannot_be_answered_are_refused(played):
    start, actions = played
    over, early = written(replay(start, actions)), written(start)
    refused = [
        (report_choice, {"deal": early}, "field_missing"),
        (report_choice, {"deal": early, "level": "expert"}, "field_value"),
        (report_choice, {"deal": early, "level": "club", "budget": 0}, "field_value"),
        (report_choice, {"deal": early, "level": "club", "hand": []}, "unknown_field"),
        (report_choice, {"deal": over, "level": "club"}, "deal_over"),
        (report_choice, [], "not_an_object"),
        (report_analysis, {"deal": early}, "not_in_play"),
        (report_analysis, {"deal": written(replay(start, actions[:-70]))}, "too_many_cards"),
        (report_analysis, {"deal": over, "budget": 10**9}, "field_value"),
        (report_analysis, {"deal": 3}, "json_value"),
    ]

    for report, request, code in refused:
        with pytest.raises(GameError) as error:
            report(request)
        assert error.value.code == code
