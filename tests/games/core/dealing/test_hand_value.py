"""The value of a hand: the published examples and each line of the scale."""

import json
from pathlib import Path

import pytest

from games.core.cards import parse_card
from games.core.dealing import HandValue, evaluate_hand, find_bid_by_value
from games.core.outcome import Bid

PUBLISHED = json.loads((Path(__file__).parents[3] / "data" / "games" / "hand_values.json").read_text())
EVEN_SUITS = "S4 S3 S2 H4 H3 H2 D4 D3 D2 C4 C3 C2"


def read_hand(text):
    return [parse_card(word) for word in text.split()]


@pytest.mark.parametrize("example", PUBLISHED["examples"], ids=[1, 2, 3])
def test_published_example(example):
    hand = read_hand(example["hand"])

    value = evaluate_hand(hand)

    assert len(set(hand)) == 18
    assert value.bouts + value.trumps == example["bouts_and_trumps"]
    assert value.figures + value.length == example["figures_and_length"]
    assert (value.with_dog, value.shortness) == (example["with_dog"], example["shortness"])
    assert find_bid_by_value(hand) == (example["bid"] and Bid(example["bid"]))


@pytest.mark.parametrize(
    ("trumps", "bouts", "trump_points"),
    [
        ("2T 3T 4T 5T", 0, 0),
        ("2T 3T 4T 5T 6T", 0, 10),
        ("1T 2T 3T 4T", 0, 0),
        ("1T 2T 3T 4T 5T", 5, 10),
        ("1T 2T 3T 4T 5T 6T", 7, 12),
        ("1T 2T 3T 4T 5T 6T 7T", 9, 14),
        ("1T 2T 3T 4T 5T 6T 7T 8T", 9, 16),
        ("1T 2T 3T 4T EX", 8 + 5, 10),
        ("EX", 8, 0),
        ("21T", 10, 2),
        ("16T", 0, 2),
        ("15T", 0, 0),
        ("15T 16T", 0, 2),
        ("16T 18T 20T", 0, 6),
        ("16T 17T 20T", 0, 8),
        ("16T 17T 19T 20T", 0, 12),
        ("19T 20T 21T", 10, 9),
        ("17T 18T 19T 20T 21T", 10, 25),
    ],
)
def test_trumps_and_bouts(trumps, bouts, trump_points):
    value = evaluate_hand(read_hand(f"{trumps} {EVEN_SUITS}"))

    assert value == HandValue(bouts=bouts, trumps=trump_points, figures=0, length=0, shortness=0)


@pytest.mark.parametrize(
    ("spades", "figures"),
    [
        ("SR SD", 10),
        ("SR S5", 6),
        ("SD S5", 3),
        ("SC S5", 2),
        ("SV S5", 1),
        ("SR SC", 8),
        ("SR SD SC SV", 13),
        ("SD SV", 4),
        ("S10 S9", 0),
    ],
)
def test_figures(spades, figures):
    value = evaluate_hand(read_hand(f"{spades} H4 H3 D4 D3 C4 C3"))

    assert value == HandValue(bouts=0, trumps=0, figures=figures, length=0, shortness=0)


@pytest.mark.parametrize(
    ("length", "points", "shortness"),
    [(0, 0, 6), (1, 0, 3), (2, 0, 0), (4, 0, 0), (5, 5, 0), (6, 7, 0), (7, 9, 0), (8, 9, 0)],
)
def test_long_and_short_suits(length, points, shortness):
    spades = [f"S{rank}" for rank in range(1, length + 1)]

    value = evaluate_hand(read_hand(" ".join([*spades, "H4 H3 D4 D3 C4 C3"])))

    assert (value.length, value.shortness) == (points, shortness)
    assert value.without_dog - value.with_dog == shortness


@pytest.mark.parametrize(
    ("hand", "with_dog", "without_dog", "bid"),
    [
        ("21T 20T 19T 2T 3T SR SD S4 H3 H2 D3 D2 C3 C2", 39, 39, None),
        ("21T 20T 19T 2T 3T SR SD SV H3 H2 D3 D2 C3 C2", 40, 40, Bid.PRISE),
        ("21T 20T 19T 2T 3T SR SD SV S2 S3 HR HD", 55, 67, Bid.PRISE),
        ("21T 20T 19T 2T 3T SR SD SV S2 S3 HR HD HV D2 D3 C2 C3", 56, 56, Bid.GARDE),
        ("21T 20T 19T 2T 3T SR SD SV S2 S3 HR HD HV D2 D3", 56, 62, Bid.GARDE),
        ("21T 20T 19T EX 3T SR SD SC S2 HR HD HC D2", 61, 70, Bid.GARDE),
        ("21T 20T 19T EX 3T SR SD SC S2 HR HD HC HV D2", 62, 71, Bid.GARDE_SANS),
        ("21T 20T 19T EX 3T SR SD SC SV S2 HR HD HC HV", 68, 80, Bid.GARDE_SANS),
        ("21T 20T 19T EX 3T 2T SR SD SC SV S2 HR HD HC", 69, 81, Bid.GARDE_CONTRE),
    ],
)
def test_bid_by_points(hand, with_dog, without_dog, bid):
    value = evaluate_hand(read_hand(hand))

    assert (value.with_dog, value.without_dog) == (with_dog, without_dog)
    assert find_bid_by_value(read_hand(hand)) == bid
