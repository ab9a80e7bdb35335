"""Scores that a deal can come to, for slips without a count."""

import pytest

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import check_outcome, nearest_possible, possible_scores, score_outcome
from games.core.variant import TAROT_3, TAROT_4


def test_plain_garde_is_even_and_never_small():
    assert possible_scores(Bid.GARDE, TAROT_4) == (*range(-152, -50, 2), *range(50, 158, 2))


def test_plain_prise_goes_by_ones():
    assert possible_scores(Bid.PRISE, TAROT_4) == (*range(-76, -25), *range(25, 79))


def test_slam_made_leaves_two_scores():
    scores = possible_scores(Bid.GARDE, TAROT_4, slam=Slam.ANNOUNCED_MADE)

    assert scores == (400 + (25 + 46) * 2, 400 + (25 + 55) * 2)


def test_scores_are_those_of_accepted_outcomes():
    bonuses = {"handfuls": (Handful.SIMPLE,), "petit": PetitAtEnd.DEFENCE, "slam": Slam.NONE}
    scores = set()
    for bouts in range(4):
        for half_points in range(183):
            outcome = Outcome(0, Bid.GARDE_SANS, bouts, half_points, **bonuses)
            try:
                check_outcome(outcome, TAROT_3)
            except ImpossibleOutcome:
                continue
            scores.add(score_outcome(outcome, TAROT_3))

    assert possible_scores(Bid.GARDE_SANS, TAROT_3, **bonuses) == tuple(sorted(scores))


@pytest.mark.parametrize(
    ("score", "nearest"),
    [
        (106, (106,)),
        (-52, (-52,)),
        (107, (106, 108)),
        (30, (-52, 50)),
        (-51, (-52, 50)),
        (900, (156,)),
        (-900, (-152,)),
    ],
)
def test_nearest_scores_of_a_plain_garde(score, nearest):
    assert nearest_possible(score, Bid.GARDE, TAROT_4) == nearest


def test_nearest_score_knows_the_bonuses():
    bonuses = {"handfuls": (Handful.SIMPLE,), "petit": PetitAtEnd.ATTACK}

    assert nearest_possible(106, Bid.GARDE, TAROT_4, **bonuses) == (106,)
    assert nearest_possible(80, Bid.GARDE, TAROT_4, **bonuses) == (-52, 90)


def test_contradictory_bonuses_are_refused():
    with pytest.raises(ImpossibleOutcome, match="handfuls of 26 trumps") as refused:
        possible_scores(Bid.GARDE, TAROT_4, handfuls=(Handful.DOUBLE, Handful.DOUBLE))

    assert refused.value.code == "too_many_handfuls"
