"""Dealt étuis: constraints, reproducibility, refusals and commitment."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import PETIT, trump_card
from games.core.dealing import (
    DealConstraints,
    board_taker,
    deal_board,
    evaluate_hand,
    find_bid_by_value,
    lay_out,
    seal_set,
)
from games.core.dealing.deal import deal_from_layout
from games.core.dealing.themes import Theme
from games.core.deals import Deal, format_deal, has_bare_petit
from games.core.decks import ONE_PACK
from games.core.errors import DealingFailed
from games.core.outcome import Bid
from tests.cases import examples
from tests.factories.layouts import layout_with_one_dog

KNOWN = json.loads((Path(__file__).parents[3] / "data" / "games" / "dealing_etui_1.json").read_text())
SEED = bytes(range(32))
ANY_HAND = DealConstraints(no_bare_petit=False, taker_bids=())


@examples(8)
@given(seed=st.binary(min_size=32, max_size=32), number=st.integers(1, 60))
def test_dealt_board_is_fit_for_an_imposed_garde(seed, number):
    deal = deal_board(seed, number)

    value = evaluate_hand(deal.hands[board_taker(number)])
    assert sorted(card for pile in (*deal.hands, deal.dog) for card in pile) == list(ONE_PACK)
    assert ([len(hand) for hand in deal.hands], len(deal.dog)) == ([18] * 4, 6)
    assert not any(has_bare_petit(hand) for hand in deal.hands)
    assert value.with_dog >= 56
    assert value.without_dog <= 70


def test_set_is_its_boards_one_by_one():
    layouts = [board.layout for board in seal_set(SEED, 28).boards]

    assert layouts == [layout_with_one_dog(deal_board(SEED, number)) for number in range(1, 29)]
    assert len(set(layouts)) == 28


@pytest.mark.parametrize("answer", KNOWN["boards"])
def test_known_board(answer):
    deal = deal_board(bytes.fromhex(answer["seed"]), answer["number"])

    assert format_deal(deal) == answer["deal"]


def test_board_is_the_first_attempt_that_fits():
    constraints = DealConstraints(taker_bids=(Bid.PRISE, Bid.GARDE))
    attempts = (deal_from_layout(lay_out(SEED, 4, attempt)) for attempt in range(1000))

    first = next(deal for deal in attempts if constraints.broken_by(deal, board_taker(4)) is None)

    assert deal_board(SEED, 4, constraints) == first
    assert deal_board(SEED, 4, ANY_HAND) == deal_from_layout(lay_out(SEED, 4, 0))


@pytest.mark.parametrize("bids", [(Bid.PRISE,), (Bid.GARDE, Bid.GARDE_SANS), (Bid.GARDE_SANS,)])
def test_taker_hand_is_worth_one_of_the_bids_asked(bids):
    deal = deal_board(SEED, 2, DealConstraints(taker_bids=bids))

    assert find_bid_by_value(deal.hands[board_taker(2)]) in bids


def test_bare_petit_is_refused_wherever_it_is():
    trumps = [trump_card(number) for number in range(2, 22)]
    plain_cards = [card for card in ONE_PACK if card not in trumps and card != PETIT]
    bare = [PETIT, *plain_cards[:17]]
    cards_left = [*trumps, *plain_cards[17:]]
    hands = (cards_left[:18], cards_left[18:36], bare, cards_left[36:54])
    deal = Deal(tuple(frozenset(hand) for hand in hands), frozenset(cards_left[54:]))

    assert DealConstraints(taker_bids=()).broken_by(deal, 0) == "no_bare_petit"
    assert ANY_HAND.broken_by(deal, 0) is None


def test_failure_names_the_constraint():
    with pytest.raises(
        DealingFailed, match="no deal for board 1 in 3 attempts, mostly because of taker"
    ) as failed:
        deal_board(SEED, 1, DealConstraints(taker_bids=(Bid.GARDE_CONTRE,)), attempts=3)

    assert (failed.value.code, failed.value.field) == ("constraints_not_met", "taker_bids")
    assert failed.value.values == {"number": 1, "attempts": 3}


@pytest.mark.parametrize(
    "constraints",
    [
        DealConstraints(),
        ANY_HAND,
        DealConstraints(True, (Bid.PRISE, Bid.GARDE)),
        DealConstraints(taker_points=(56, 60)),
        DealConstraints(themes=tuple(Theme)),
    ],
)
def test_constraints_read_back_from_their_json(constraints):
    assert DealConstraints.from_json(json.loads(json.dumps(constraints.to_json()))) == constraints


@pytest.mark.parametrize(
    "change",
    [
        {"no_bare_petit": 1},
        {"taker_bids": "garde"},
        {"taker_bids": ["pousse"]},
        {"taker_bids": [["garde"]]},
        {"scale": "other"},
        {"more": 1},
        {"taker_bids": ["garde", "garde"]},
        {"taker_points": 56},
        {"taker_points": None},
        {"taker_points": [56, True]},
        {"taker_points": [56]},
        {"themes": "missing_21"},
        {"themes": ["missing_20"]},
        {"themes": None},
    ],
)
def test_malformed_constraints_are_refused(change):
    with pytest.raises(DealingFailed, match=r"^constraints \{") as refused:
        DealConstraints.from_json({**DealConstraints().to_json(), **change})

    assert refused.value.code == "constraints_malformed"


@pytest.mark.parametrize("points", [(60, 50), (-1, 50), (60, 151)])
def test_range_of_points_that_no_hand_has_is_refused(points):
    with pytest.raises(
        DealingFailed, match=rf"^points {points[0]} to {points[1]} not a range in 0\.\.150$"
    ) as no:
        DealConstraints(taker_points=points)

    assert (no.value.code, no.value.field) == ("constraints_malformed", "taker_points")


@pytest.mark.parametrize("points", [(40, 45), (56, 56), (0, 20)])
def test_taker_hand_is_in_the_range_of_points(points):
    deal = deal_board(SEED, 3, DealConstraints(taker_bids=(), taker_points=points))

    assert points[0] <= evaluate_hand(deal.hands[board_taker(3)]).with_dog <= points[1]


def test_unmet_theme_and_unmet_points_are_named():
    for constraints, name in (
        (DealConstraints(taker_bids=(), taker_points=(149, 150)), "taker_points"),
        (
            DealConstraints(themes=(Theme.TAKER_SAVES_PETIT, Theme.DEFENDER_SAVES_PETIT)),
            "taker_saves_petit",
        ),
    ):
        with pytest.raises(DealingFailed) as failed:
            deal_board(SEED, 1, constraints, attempts=200)

        assert failed.value.field == name
