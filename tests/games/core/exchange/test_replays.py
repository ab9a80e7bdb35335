"""Replays of a deal, in the form that other programs request."""

import json
from dataclasses import replace
from random import Random

import pytest

from games.core.actions import Pass, PlayCard
from games.core.cards import parse_card
from games.core.errors import NotationError
from games.core.exchange import record_of_state, report_replay
from games.core.notation import format_deal_json
from games.core.outcome import Bid
from games.core.play import play_randomly
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed

TAROT = GAMES["tarot-4"]


def values(deal):
    return json.loads(format_deal_json(deal))


def played(variant=TAROT, **start):
    rng = Random(1)
    return play_randomly(variant.start(variant.random_layout(rng), **start), rng)


def test_whole_deal_is_told():
    end = played(imposed=Imposed(2, Bid.GARDE))

    report = report_replay(values(record_of_state(end)))

    outcome = end.outcome()
    assert all(step["legal"] for step in report["steps"])
    assert len(report["steps"]) == len(end.history)
    assert (report["illegal"], report["over"], report["to_act"]) == (None, True, None)
    assert len(report["tricks"]) == 18
    assert [trick["winner"] for trick in report["tricks"][:-1]] == [
        trick["leader"] for trick in report["tricks"][1:]
    ]
    assert (2 * report["points"], report["bouts"]) == (outcome.half_points, outcome.bouts)
    assert report["scores"] == list(end.scores())
    assert report["scores"][2] == 3 * report["unit"]
    assert json.loads(json.dumps(report)) == report


def test_first_illegal_step_is_named_with_its_rule():
    deal = record_of_state(played(imposed=Imposed(2, Bid.GARDE)))
    first = next(number for number, (_, action) in enumerate(deal.steps) if isinstance(action, PlayCard))
    seat, card = deal.steps[first][0], min(deal.layout.hands[(deal.steps[first][0] + 1) % 4])
    steps = (*deal.steps[:first], (seat, PlayCard(card)), *deal.steps[first + 1 :])

    report = report_replay(values(replace(deal, steps=steps)))

    assert report["illegal"]["rule"] == "card_not_held"
    assert (report["illegal"]["step"], report["illegal"]["seat"]) == (first, seat)
    assert [step["legal"] for step in report["steps"]] == [True] * first + [False]
    assert (report["over"], report["to_act"], report["tricks"]) == (False, seat, [])
    assert "scores" not in report


def test_deal_that_nobody_takes_scores_nothing():
    deal = record_of_state(TAROT.start(TAROT.random_layout(Random(1)), dealer=3))
    steps = tuple((seat, Pass()) for seat in range(4))

    report = report_replay(values(replace(deal, steps=steps)))

    assert (report["outcome"], report["scores"]) == ({"not_played": "passed"}, [0, 0, 0, 0])
    assert "points" not in report


@pytest.mark.parametrize("variant", GAMES.values(), ids=GAMES)
def test_every_game_is_told(variant):
    end = played(variant)

    report = report_replay(values(record_of_state(end)))

    tricks = end.tricks()
    assert report["outcome"] == end.outcome().to_json()
    assert [trick["winner"] for trick in report["tricks"]] == [trick.winner for trick in tricks]
    assert all(trick.winner is None or 0 <= trick.winner < max(3, variant.player_count) for trick in tricks)
    json.dumps(report)


@pytest.mark.parametrize("game", ["nullo-4", "papayou-4", "contrat-4"])
def test_winner_of_a_trick_leads_the_next(game):
    tricks = played(GAMES[game]).tricks()

    assert len(tricks) > 1
    assert [trick.winner for trick in tricks[:-1]] == [trick.leader for trick in tricks[1:]]


def test_equal_cards_cancel_a_trick_of_cold_poker():
    end = played(GAMES["cold-poker-2"])

    winners = [trick.winner for trick in end.tricks()]

    assert len(winners) == 14
    assert winners.count(None) == len(end.cancelled)


def test_deal_that_cannot_be_read_is_refused():
    with pytest.raises(NotationError) as refused:
        report_replay(values(record_of_state(played())) | {"dealer": 9})

    assert (refused.value.code, refused.value.field) == ("no_such_seat", "dealer")


def test_deal_with_a_missing_card_is_refused():
    deal = record_of_state(played())
    card = parse_card("S1")
    hands = tuple(hand - {card} for hand in deal.layout.hands)
    piles = tuple(tuple(card_left for card_left in pile if card_left != card) for pile in deal.layout.piles)

    with pytest.raises(ValueError, match="card missing: S1") as refused:
        report_replay(values(replace(deal, layout=replace(deal.layout, hands=hands, piles=piles))))

    assert refused.value.code == "card_missing"
