"""The commented deal: its play is legal, its cards and its count are those of document 000."""

import re

from games.core.cards import half_points, parse_card
from games.core.deals import parse_deal
from games.core.exchange.deals import replay_deal
from games.core.notation import parse_played_deal
from play.learn.exercises.commented import (
    DEAL,
    DISCARD,
    PLAYS,
    REMARKS,
    finished_play,
    play_text,
)


def test_the_play_is_legal_and_whole_with_a_remark_for_each_trick():
    parse_deal(DEAL)

    assert replay_deal(parse_played_deal(play_text())).is_over
    assert len(PLAYS) == len(REMARKS) == len(finished_play().tricks()) == 18


def test_the_count_is_the_published_one():
    outcome = finished_play().outcome()
    discarded = sum(half_points(parse_card(text)) for text in DISCARD.split())

    assert (discarded, outcome.half_points - discarded) == (14, 60)
    assert (outcome.bouts, outcome.bid.value, outcome.taker) == (2, "prise", 0)
    assert finished_play().scores() == (-87, 29, 29, 29)


def test_points_in_a_remark_are_those_of_its_trick():
    points = [sum(map(half_points, trick.cards)) / 2 for trick in finished_play().tricks()]
    numbers = [re.search(r"(\d+) points", str(remark)) for remark in REMARKS]

    assert [index for index, number in enumerate(numbers) if number] == [0, 2, 4, 13]
    assert all(float(number[1]) == points[index] for index, number in enumerate(numbers) if number)


def test_the_hands_are_those_that_the_source_tells_of():
    hands = parse_deal(DEAL).hands
    trumps = [sum(parse_card("1T") <= card for card in hand) for hand in hands]

    assert trumps[0] + 1 == trumps[1] == 8
    assert {parse_card("21T"), parse_card("20T")} <= hands[2] | hands[3]
