"""Outcomes: their JSON form both ways."""

import json

import pytest

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam

OUTCOME = Outcome(
    taker=2,
    bid=Bid.GARDE_SANS,
    bouts=2,
    half_points=97,
    handfuls=(Handful.SIMPLE, Handful.DOUBLE),
    petit=PetitAtEnd.DEFENCE,
    slam=Slam.ANNOUNCED_FAILED,
    partners=(4,),
)


@pytest.mark.parametrize("outcome", [OUTCOME, Outcome(0, Bid.PRISE, 0, 80)])
def test_outcome_reads_back_from_its_json(outcome):
    assert Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome


def test_json_names_every_fact():
    assert OUTCOME.to_json() == {
        "taker": 2,
        "bid": "garde_sans",
        "bouts": 2,
        "half_points": 97,
        "handfuls": ["simple", "double"],
        "petit": "defence",
        "slam": "announced_failed",
        "partners": [4],
        "petits": 1,
        "miseres": [],
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bid", "poussette"),
        ("bid", None),
        ("bouts", "2"),
        ("bouts", True),
        ("half_points", 41.5),
        ("handfuls", "simple"),
        ("handfuls", ["single"]),
        ("petit", None),
        ("slam", 200),
        ("taker", None),
        ("partners", "N"),
        ("partners", ["N"]),
        ("petits", None),
        ("miseres", 0),
    ],
)
def test_malformed_value_is_refused(field, value):
    with pytest.raises(ImpossibleOutcome) as refused:
        Outcome.from_json({**OUTCOME.to_json(), field: value})

    assert (refused.value.code, refused.value.field) == ("outcome_malformed", field)


def test_missing_key_is_refused():
    values = OUTCOME.to_json()
    del values["slam"]

    with pytest.raises(ImpossibleOutcome, match="outcome with the keys") as refused:
        Outcome.from_json(values)

    assert refused.value.code == "outcome_malformed"


def test_unknown_key_is_refused():
    with pytest.raises(ImpossibleOutcome, match="points") as refused:
        Outcome.from_json({**OUTCOME.to_json(), "points": 49})

    assert refused.value.code == "outcome_malformed"


def test_bids_rank_from_prise_to_garde_contre():
    assert [(bid.value, bid.multiplier, bid.takes_dog, bid.gives_dog_away) for bid in Bid] == [
        ("prise", 1, True, False),
        ("pousse", 1, True, False),
        ("garde", 2, True, False),
        ("garde_sans", 4, False, False),
        ("garde_contre", 6, False, True),
    ]
