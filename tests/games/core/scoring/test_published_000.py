"""Scores printed by document 000."""

import json
from pathlib import Path

import pytest

from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd
from games.core.scoring import check_outcome, difference, need_for, score_outcome, share_score
from games.core.variant import TAROT_4

PRINTED = json.loads((Path(__file__).parents[3] / "data" / "games" / "scores_000.json").read_text())


@pytest.mark.parametrize("example", PRINTED["examples"], ids=range(1, 6))
def test_deal_of_the_table_scores_as_printed(example):
    outcome = Outcome(
        taker=0,
        bid=Bid(example["bid"]),
        bouts=2,
        half_points=2 * (41 + example["by"]),
        handfuls=tuple(map(Handful, example["handfuls"])),
        petit=PetitAtEnd(example["petit"]),
    )

    check_outcome(outcome, TAROT_4)
    assert score_outcome(outcome, TAROT_4) == example["score"]


def test_commented_deal_scores_as_printed():
    example = PRINTED["commented"]
    outcome = Outcome(0, Bid(example["bid"]), example["bouts"], 2 * (example["tricks"] + example["discard"]))

    check_outcome(outcome, TAROT_4)
    assert need_for(outcome.bouts) == example["need"]
    assert difference(outcome.half_points, example["need"]) == example["by"]
    assert score_outcome(outcome, TAROT_4) == example["score"]
    assert share_score(example["score"], TAROT_4, taker=0) == (-87, 29, 29, 29)
