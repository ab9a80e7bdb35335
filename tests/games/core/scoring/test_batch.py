"""Scores on arrays: the same as one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import score_outcome
from games.core.scoring.batch import batch_outcomes, score_batch
from games.core.tarot_rules import FFT_TAROT, TarotRules
from games.core.variants.tarot_table import TAROT_TABLE


@st.composite
def outcomes(draw, row):
    return Outcome(
        taker=0,
        bid=draw(st.sampled_from(Bid)),
        bouts=draw(st.integers(0, row.bout_count)),
        half_points=draw(st.integers(0, row.total_half_points)),
        handfuls=tuple(draw(st.lists(st.sampled_from(Handful), max_size=2))),
        petit=draw(st.sampled_from(PetitAtEnd)),
        slam=draw(st.sampled_from(Slam)),
        petits=draw(st.integers(1, row.pack_count)),
    )


@given(
    data=st.data(),
    row=st.sampled_from(TAROT_TABLE),
    rules=st.sampled_from([FFT_TAROT, TarotRules(pousse=True)]),
)
def test_batch_scores_as_one_by_one(data, row, rules):
    some = data.draw(st.lists(outcomes(row), max_size=8))

    scores = score_batch(batch_outcomes(some), row, rules)

    assert scores.dtype == np.int64
    assert scores.tolist() == [score_outcome(outcome, row, rules) for outcome in some]


@pytest.mark.parametrize("bouts", [-1, 4])
def test_bouts_out_of_range_are_refused(bouts):
    batch = batch_outcomes([Outcome(0, Bid.GARDE, 2, 98), Outcome(0, Bid.GARDE, bouts, 98)])

    with pytest.raises(ImpossibleOutcome, match=r"bouts not in 0\.\.3") as refused:
        score_batch(batch, TAROT_TABLE[4])

    assert (refused.value.code, refused.value.field) == ("bouts_out_of_range", "bouts")
