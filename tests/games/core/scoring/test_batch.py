"""Scores on arrays: the same as one by one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import score_outcome, score_seats
from games.core.scoring.batch import (
    batch_outcomes,
    batch_sides,
    score_batch,
    score_seats_batch,
    seat_unit,
)
from games.core.tarot_rules import FFT_TAROT, TarotRules
from games.core.variants.tarot_table import TAROT_TABLE


@st.composite
def outcomes(draw, row):
    taker = draw(st.integers(0, row.player_count - 1))
    called = draw(st.sets(st.integers(0, row.player_count - 1), max_size=row.most_called_holders))
    attackers = {mate for seat in (taker, *called) for mate in row.team_members(seat)}
    return Outcome(
        taker=taker,
        bid=draw(st.sampled_from(Bid)),
        bouts=draw(st.integers(0, row.bout_count)),
        half_points=draw(st.integers(0, row.total_half_points)),
        handfuls=tuple(draw(st.lists(st.sampled_from(Handful), max_size=2))),
        petit=draw(st.sampled_from(PetitAtEnd)),
        slam=draw(st.sampled_from(Slam)),
        petits=draw(st.integers(1, row.pack_count)),
        partners=tuple(sorted(attackers - {taker})),
        miseres=tuple(sorted(draw(st.lists(st.integers(0, row.player_count - 1), max_size=2)))),
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


@given(
    data=st.data(),
    row=st.sampled_from(TAROT_TABLE),
    rules=st.sampled_from([FFT_TAROT, TarotRules(misere_points=20, equal_shares=True)]),
)
def test_seats_of_a_batch_score_as_one_by_one(data, row, rules):
    some = data.draw(st.lists(outcomes(row), max_size=6))

    points = score_seats_batch(batch_outcomes(some), batch_sides(some), row, rules)

    assert (points.dtype, points.shape) == (np.int64, (len(some), row.player_count))
    assert not points.sum(axis=1).any()
    exact = [[Fraction(part, seat_unit(row)) for part in seats] for seats in points.tolist()]
    assert exact == [list(score_seats(outcome, row, rules)) for outcome in some]


def test_each_side_is_split_once():
    some = [Outcome(taker, Bid.GARDE, 2, 98) for taker in (1, 0, 1, 1)]

    sides = batch_sides(some)

    assert [side.attackers for side in sides.sides] == [(1,), (0,)]
    assert sides.places.tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize("bouts", [-1, 4])
def test_bouts_out_of_range_are_refused(bouts):
    batch = batch_outcomes([Outcome(0, Bid.GARDE, 2, 98), Outcome(0, Bid.GARDE, bouts, 98)])

    with pytest.raises(ImpossibleOutcome, match=r"bouts not in 0\.\.3") as refused:
        score_batch(batch, TAROT_TABLE[4])

    assert (refused.value.code, refused.value.field) == ("bouts_out_of_range", "bouts")
