"""Scores of slips as other programs ask for them."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import GameError
from games.core.exchange import score_slip
from games.core.seats import parse_seat

PUBLISHED = json.loads((Path(__file__).parents[3] / "data" / "games" / "scores_fft.json").read_text())
SLIP = {"game": "tarot-4", "taker": 0, "bid": "garde", "bouts": 2, "points": 49}
SLAMS = {
    "none": None,
    "announced_made": {"announced": True, "made_by": "attack"},
}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
FIELDS = [
    *SLIP, "rules", "options", "players", "partners", "handfuls", "petit_at_end", "petits", "slam", "miseres",
]  # fmt: skip


def refusal(slip):
    with pytest.raises(GameError) as refused:
        score_slip(slip)
    return refused.value


def test_slip_with_every_field():
    slip = SLIP | {
        "rules": "fft",
        "options": {},
        "players": 4,
        "partners": [],
        "handfuls": [{"seat": 0, "level": "simple"}],
        "petit_at_end": "attack",
        "slam": {"announced": False, "made_by": None},
    }

    assert score_slip(slip) == {"unit": 106, "scores": [318, -106, -106, -106]}


@pytest.mark.parametrize("example", PUBLISHED["examples"], ids=range(1, 6))
def test_federation_example(example):
    petit = example["petit"]
    slip = {
        "game": "tarot-4",
        "taker": parse_seat(example["taker"]),
        "bid": example["bid"],
        "bouts": example["bouts"],
        "points": example["points"],
        "handfuls": [{"seat": seat, "level": level} for seat, level in enumerate(example["handfuls"])],
        "petit_at_end": None if petit == "none" else petit,
        "slam": SLAMS[example["slam"]],
    }

    answer = score_slip(slip)

    assert answer["unit"] == example["score"]
    assert answer["scores"][slip["taker"]] == example["taker_gets"]


def test_half_points_at_three_players():
    assert score_slip(SLIP | {"game": "tarot-3", "points": 40.5})["unit"] == -52
    assert score_slip(SLIP | {"game": "tarot-3", "points": 41.5})["unit"] == 52


def test_share_that_is_not_whole_is_an_exact_fraction():
    slip = SLIP | {"game": "tarot-7", "points": 42, "partners": [1, 4]}

    assert score_slip(slip) == {
        "unit": 52,
        "scores": ["208/3", "208/3", -52, -52, "208/3", -52, -52],
    }


@pytest.mark.parametrize(
    ("slam", "points", "bouts", "unit"),
    [
        ({"made_by": "attack"}, 91, 3, 360),
        ({"announced": True, "made_by": "attack"}, 91, 3, 560),
        ({"announced": True, "made_by": None}, 49, 2, -134),
        ({"announced": True, "made_by": "defence"}, 3, 0, -356),
        ({"announced": False, "made_by": "defence"}, 3, 0, -356),
        ({}, 49, 2, 66),
    ],
)
def test_slams(slam, points, bouts, unit):
    assert score_slip(SLIP | {"points": points, "bouts": bouts, "slam": slam})["unit"] == unit


@pytest.mark.parametrize(("made_by", "unit"), [("attack", 420), (None, -30)])
def test_petit_slam_of_the_traditional_rules(made_by, unit):
    slip = SLIP | {"rules": "traditional", "points": 76, "slam": {"announced": "petit", "made_by": made_by}}

    assert score_slip(slip)["unit"] == unit


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "bridge"}, "unknown_game"),
        ({"game": None}, "field_value"),
        ({"rules": "house"}, "unknown_rules"),
        ({"options": {"wind": 1}}, "unknown_option"),
        ({"options": {"parole": 1}}, "option_value"),
        ({"options": {"parole": None}}, "field_value"),
        ({"options": []}, "field_value"),
        ({"players": 5}, "field_value"),
        ({"taker": 4}, "seat_out_of_range"),
        ({"taker": True}, "field_value"),
        ({"taker": 10**300}, "field_value"),
        ({"bid": "petite"}, "field_value"),
        ({"bid": "pousse"}, "bid_not_allowed"),
        ({"bouts": 4}, "bouts_out_of_range"),
        ({"bouts": 2.0}, "field_value"),
        ({"points": 49.25}, "field_value"),
        ({"points": 49.5}, "half_points_odd"),
        ({"points": float("inf")}, "field_value"),
        ({"points": "49"}, "field_value"),
        ({"points": 90}, "too_many_points"),
        ({"partners": [1]}, "partner_not_allowed"),
        ({"partners": 1}, "field_value"),
        ({"handfuls": [{"seat": 0}]}, "field_missing"),
        ({"handfuls": [{"seat": 4, "level": "simple"}]}, "field_value"),
        ({"handfuls": [{"seat": 0, "level": "simple"}, {"seat": 0, "level": "double"}]}, "handful_twice"),
        ({"handfuls": ["simple"]}, "not_an_object"),
        ({"petit_at_end": "none"}, "field_value"),
        ({"slam": {"announced": 1}}, "field_value"),
        ({"slam": {"made_by": "both"}}, "field_value"),
        ({"slam": {"announced": "petit"}}, "petit_slam_not_allowed"),
        ({"petit_at_ned": "attack"}, "unknown_field"),
    ],
)
def test_slip_is_refused_with_a_code(change, code):
    assert refusal(SLIP | change).code == code


def test_missing_field_is_named():
    error = refusal({"game": "tarot-4", "taker": 0})

    assert (error.code, error.field, str(error)) == ("field_missing", "bid", "bid is missing")
    assert str(refusal({})) == "game is missing"


@pytest.mark.parametrize("request_value", [None, 1, "tarot-4", [SLIP]])
def test_request_is_an_object(request_value):
    assert refusal(request_value).code == "not_an_object"


@given(field=st.sampled_from(FIELDS), value=JSON_VALUES)
def test_any_value_is_scored_or_refused(field, value):
    try:
        answer = score_slip(SLIP | {field: value})
    except GameError:
        return
    json.dumps(answer)
