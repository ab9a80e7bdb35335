"""Scores: published examples, every bonus, half points and shares."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import check_outcome, difference, need_for, score_outcome, share_score
from games.core.seats import parse_seat, seat_letter
from games.core.variant import TAROT_3, TAROT_4, TAROT_5, VARIANTS

PUBLISHED = json.loads((Path(__file__).parents[3] / "data" / "games" / "scores_fft.json").read_text())


def read_example(example):
    return Outcome(
        taker=parse_seat(example["taker"]),
        bid=Bid(example["bid"]),
        bouts=example["bouts"],
        half_points=2 * example["points"],
        handfuls=tuple(Handful(level) for level in example["handfuls"]),
        petit=PetitAtEnd(example["petit"]),
        slam=Slam(example["slam"]),
    )


@pytest.mark.parametrize("example", PUBLISHED["examples"], ids=range(1, 6))
def test_federation_example(example):
    outcome = read_example(example)

    score = score_outcome(outcome, TAROT_4)
    shares = share_score(score, TAROT_4, taker=outcome.taker)

    check_outcome(outcome, TAROT_4)
    assert score == example["score"]
    assert shares[outcome.taker] == example["taker_gets"]
    assert sorted(shares)[1:3] == [-score, -score]


def test_federation_score_sheet():
    outcomes = [read_example(example) for example in PUBLISHED["examples"]]

    rows = [share_score(score_outcome(o, TAROT_4), TAROT_4, taker=o.taker) for o in outcomes]

    columns = {seat_letter(seat): [row[seat] for row in rows] for seat in range(4)}
    assert {
        "plus": {seat: sum(p for p in points if p > 0) for seat, points in columns.items()},
        "minus": {seat: -sum(p for p in points if p < 0) for seat, points in columns.items()},
        "balance": {seat: sum(points) for seat, points in columns.items()},
    } == PUBLISHED["sheet"]


@pytest.mark.parametrize(
    ("bid", "bouts", "points", "petit", "score"),
    [
        (Bid.PRISE, 3, 36, PetitAtEnd.NONE, 25),
        (Bid.GARDE, 1, 40, PetitAtEnd.NONE, -72),
        (Bid.GARDE_CONTRE, 2, 41, PetitAtEnd.DEFENCE, 90),
        (Bid.GARDE, 2, 56, PetitAtEnd.NONE, 80),
        (Bid.GARDE, 0, 56, PetitAtEnd.NONE, 50),
        (Bid.GARDE, 0, 55, PetitAtEnd.NONE, -52),
        (Bid.GARDE_SANS, 1, 51, PetitAtEnd.ATTACK, 140),
        (Bid.PRISE, 1, 50, PetitAtEnd.ATTACK, -16),
    ],
)
def test_further_vectors(bid, bouts, points, petit, score):
    assert score_outcome(Outcome(0, bid, bouts, 2 * points, petit=petit), TAROT_4) == score


@pytest.mark.parametrize(("bouts", "need"), [(0, 56), (1, 51), (2, 41), (3, 36)])
def test_need_depends_on_bouts(bouts, need):
    assert need_for(bouts) == need


@pytest.mark.parametrize("bouts", [-1, 4])
def test_need_of_impossible_bouts_is_refused(bouts):
    with pytest.raises(ImpossibleOutcome, match=f"bouts {bouts} not in 0..3") as refused:
        need_for(bouts)

    assert (refused.value.code, refused.value.field) == ("bouts_out_of_range", "bouts")


@pytest.mark.parametrize(
    ("half_points", "whole"), [(79, -2), (80, -1), (81, -1), (82, 0), (83, 1), (84, 1), (85, 2)]
)
def test_half_point_goes_to_the_winning_camp(half_points, whole):
    assert difference(half_points, 41) == whole


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("handful", [(Handful.SIMPLE, 20), (Handful.DOUBLE, 30), (Handful.TRIPLE, 40)])
@pytest.mark.parametrize("bid", list(Bid))
def test_handful_goes_to_the_winning_camp_unmultiplied(bid, handful, made):
    level, points = handful
    half_points = 110 if made else 70
    plain = score_outcome(Outcome(0, bid, 2, half_points), TAROT_4)

    with_handful = score_outcome(Outcome(0, bid, 2, half_points, (level,)), TAROT_4)

    assert with_handful - plain == (points if made else -points)


def test_two_handfuls_add_up():
    outcome = Outcome(0, Bid.GARDE, 2, 82, (Handful.SIMPLE, Handful.SIMPLE))

    assert score_outcome(outcome, TAROT_4) == 50 + 40


@pytest.mark.parametrize("half_points", [70, 110])
@pytest.mark.parametrize(("petit", "sign"), [(PetitAtEnd.ATTACK, 1), (PetitAtEnd.DEFENCE, -1)])
@pytest.mark.parametrize(("bid", "points"), list(zip(Bid, (10, 10, 20, 40, 60), strict=True)))
def test_petit_goes_to_the_last_trick_multiplied(bid, points, petit, sign, half_points):
    plain = score_outcome(Outcome(0, bid, 2, half_points), TAROT_4)

    with_petit = score_outcome(Outcome(0, bid, 2, half_points, petit=petit), TAROT_4)

    assert with_petit - plain == sign * points


@pytest.mark.parametrize(
    ("slam", "half_points", "score"),
    [
        (Slam.NONE, 178, 156),
        (Slam.MADE, 182, 360),
        (Slam.ANNOUNCED_MADE, 182, 560),
        (Slam.ANNOUNCED_FAILED, 178, -44),
        (Slam.ANNOUNCED_FAILED, 70, -252),
    ],
)
def test_slam_counts_unmultiplied(slam, half_points, score):
    assert score_outcome(Outcome(0, Bid.GARDE, 3, half_points, slam=slam), TAROT_4) == score


def test_slam_of_the_defence_costs_the_attack_200():
    outcome = Outcome(0, Bid.GARDE, 0, 20, slam=Slam.DEFENCE)

    assert score_outcome(outcome, TAROT_4) == -(25 + 46) * 2 - 200


@pytest.mark.parametrize(
    ("variant", "partners", "shares"),
    [
        (TAROT_3, (), (-80, 160, -80)),
        (TAROT_4, (), (-80, 240, -80, -80)),
        (TAROT_5, (), (-80, 320, -80, -80, -80)),
        (TAROT_5, (4,), (-80, 160, -80, -80, 80)),
        (TAROT_5, (0,), (80, 160, -80, -80, -80)),
    ],
)
def test_attack_shares_its_score(variant, partners, shares):
    assert share_score(80, variant, taker=1, partners=partners) == shares


@given(
    score=st.integers(-2000, 2000),
    variant=st.sampled_from(list(VARIANTS.values())),
    taker=st.integers(0, 2),
    with_partner=st.booleans(),
)
def test_shares_sum_to_zero(score, variant, taker, with_partner):
    partners = (taker + 1,) if with_partner and variant is TAROT_5 else ()

    shares = share_score(score, variant, taker=taker, partners=partners)

    assert sum(shares) == 0
    assert len(shares) == variant.player_count
    assert shares.count(-score) >= variant.player_count - 2
