"""Scores and refusals beyond the federation's: options, teams, two packs, the mouche."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.core.errors import ImpossibleOutcome
from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import (
    check_outcome,
    need_for,
    possible_half_points,
    score_outcome,
    score_seats,
    share_score,
)
from games.core.scoring.mouche import MoucheTurn, settle_mouche
from games.core.tarot_rules import TarotRules
from games.core.variant import TAROT_3, TAROT_4, TAROT_5
from games.core.variants.tarot_table import TAROT_TABLE

ROWS = {row.name: row for row in TAROT_TABLE}
POUSSE = TarotRules(pousse=True)
MISERE = TarotRules(misere_points=10)
PETIT_SLAM = TarotRules(petit_slam=True)
GARDE = Outcome(taker=0, bid=Bid.GARDE, bouts=2, half_points=98)


def refusal(outcome, row, rules=TarotRules()):  # noqa: B008 - immutable
    with pytest.raises(ImpossibleOutcome) as refused:
        check_outcome(outcome, row, rules)
    return refused.value


@pytest.mark.parametrize(("bid", "points"), list(zip(Bid, (10, 20, 40, 80, 160), strict=True)))
def test_ladder_with_a_pousse_is_flat(bid, points):
    outcome = Outcome(0, bid, 2, 98, petit=PetitAtEnd.ATTACK)

    assert score_outcome(outcome, TAROT_4, POUSSE) == points + 8 + 10
    assert score_outcome(replace(outcome, half_points=66), TAROT_4, POUSSE) == -(points + 8) + 10


@pytest.mark.parametrize(
    ("slam", "bonus"),
    [(Slam.PETIT_MADE, 300), (Slam.PETIT_FAILED, -150)],
)
def test_petit_slam_is_not_multiplied(slam, bonus):
    outcome = replace(GARDE, half_points=160, slam=slam)

    check_outcome(outcome, TAROT_4, PETIT_SLAM)
    assert score_outcome(outcome, TAROT_4, PETIT_SLAM) == (25 + 39) * 2 + bonus
    assert refusal(outcome, TAROT_4).code == "petit_slam_not_allowed"


def test_petit_slam_may_hide_a_slam_and_a_failed_one_a_rout():
    hidden = replace(GARDE, half_points=174, slam=Slam.PETIT_MADE)
    rout = replace(GARDE, bouts=0, half_points=8, slam=Slam.PETIT_FAILED)

    check_outcome(hidden, TAROT_4, PETIT_SLAM)
    check_outcome(rout, TAROT_4, PETIT_SLAM)
    assert refusal(replace(hidden, slam=Slam.PETIT_FAILED), TAROT_4, PETIT_SLAM).code == "slam_missing"
    assert refusal(replace(rout, slam=Slam.PETIT_MADE), TAROT_4, PETIT_SLAM).code == "defence_slam_missing"


@pytest.mark.parametrize(
    ("holders", "half_points", "scores"),
    [
        ((0,), 98, (198, -66, -66, -66)),
        ((2,), 98, (188, -66, -56, -66)),
        ((2, 2), 98, (178, -66, -46, -66)),
        ((0,), 66, (-188, Fraction(188, 3), Fraction(188, 3), Fraction(188, 3))),
        ((1,), 66, (-198, 66 + Fraction(20, 3), 66 - Fraction(10, 3), 66 - Fraction(10, 3))),
    ],
)
def test_misere_is_paid_by_the_winning_camp(holders, half_points, scores):
    outcome = replace(GARDE, half_points=half_points, miseres=holders)

    check_outcome(outcome, TAROT_4, MISERE)
    assert score_seats(outcome, TAROT_4, MISERE) == scores


def test_scores_without_misere_are_integers():
    assert all(isinstance(points, int) for points in score_seats(GARDE, TAROT_4))


@pytest.mark.parametrize(
    ("row", "taker", "partners", "score", "shares"),
    [
        ("tarot-2-tirette", 1, (), 50, (-50, 50)),
        ("tarot-2-mort", 0, (), 50, (50, -50)),
        ("tarot-5-flambeuse", 2, (), 50, (-50, -50, 200, -50, -50)),
        ("tarot-6", 1, (4,), 30, (-30, 60, -30, -30, 60, -30)),
        ("tarot-7", 0, (), 30, (180, *(-30,) * 6)),
        ("tarot-7", 0, (1,), 30, (75, 75, *(-30,) * 5)),
        ("tarot-7", 0, (1, 6), 30, (40, 40, *(-30,) * 4, 40)),
        ("tarot-8", 0, (4,), 10, (30, -10, -10, -10, 30, -10, -10, -10)),
        ("tarot-9", 8, (0, 1, 2, 3), 10, (*(8,) * 4, *(-10,) * 4, 8)),
        ("tarot-10", 0, (1, 5, 6), 10, (15, 15, -10, -10, -10, 15, 15, -10, -10, -10)),
        ("tarot-13", 0, (3, 5, 8, 10), 6, (8, -6, -6, 12, -6, 8, -6, -6, 12, -6, 8, -6, -6)),
    ],
)
def test_attack_shares_what_the_defenders_pay(row, taker, partners, score, shares):
    scores = share_score(score, ROWS[row], taker=taker, partners=partners)

    assert scores == shares
    assert sum(scores) == 0


def test_share_that_is_not_whole_is_kept_exact():
    shares = share_score(10, ROWS["tarot-7"], taker=0, partners=(1, 2))

    assert shares[:3] == (Fraction(40, 3),) * 3
    lost = share_score(-10, ROWS["tarot-7"], taker=0, partners=(1, 2))
    assert lost == (*(Fraction(-40, 3),) * 3, *(10,) * 4)


def test_traditional_share_at_five_is_half_and_half():
    halves = TarotRules(equal_shares=True)

    assert share_score(80, TAROT_5, taker=1, partners=(4,), rules=halves) == (-80, 120, -80, -80, 120)
    assert share_score(80, TAROT_5, taker=1, rules=halves) == (-80, 320, -80, -80, -80)
    assert halves.share(TAROT_4) == TAROT_4.share


def test_where_all_attack_nobody_pays():
    everybody = Outcome(0, Bid.GARDE, 6, 364, slam=Slam.MADE, partners=tuple(range(1, 15)))

    assert score_seats(everybody, ROWS["tarot-15"]) == (0,) * 15
    failed = replace(everybody, half_points=10, miseres=(3,))
    assert score_seats(failed, ROWS["tarot-15"], MISERE) == (0,) * 15


@pytest.mark.parametrize(("bouts", "need"), list(enumerate((106, 101, 96, 91, 86, 81, 75))))
def test_need_with_two_packs(bouts, need):
    assert need_for(bouts, ROWS["tarot-12"]) == need


def test_two_petits_count_twice_before_the_multiplier():
    twelve = ROWS["tarot-12"]
    outcome = Outcome(0, Bid.GARDE, 4, 200, petit=PetitAtEnd.ATTACK, petits=2, partners=(4, 8))

    check_outcome(outcome, twelve)
    assert score_outcome(outcome, twelve) == (25 + 14) * 2 + 40


@pytest.mark.parametrize(
    ("changes", "row", "code", "field"),
    [
        ({"bid": Bid.POUSSE}, "tarot-4", "bid_not_allowed", "bid"),
        ({"bid": Bid.GARDE_SANS, "partners": (3,)}, "tarot-6", "bid_not_allowed", "bid"),
        ({"handfuls": (Handful.SIMPLE,)}, "tarot-2-tirette", "handfuls_not_allowed", "handfuls"),
        ({"petits": 2, "petit": PetitAtEnd.ATTACK}, "tarot-4", "petits_out_of_range", "petits"),
        ({"petits": 0, "petit": PetitAtEnd.ATTACK}, "tarot-4", "petits_out_of_range", "petits"),
        ({"petits": 2}, "tarot-9", "petits_out_of_range", "petits"),
        ({"petits": 2, "bouts": 1, "petit": PetitAtEnd.ATTACK}, "tarot-9", "petit_needs_bout", "petit"),
        ({"petits": 2, "bouts": 5, "petit": PetitAtEnd.DEFENCE}, "tarot-9", "petit_leaves_bout", "petit"),
        ({"bouts": 6, "petit": PetitAtEnd.DEFENCE}, "tarot-9", "petit_leaves_bout", "petit"),
        ({"partners": (1, 1)}, "tarot-7", "partner_twice", "partners"),
        ({"partners": (1, 2, 3)}, "tarot-7", "too_many_partners", "partners"),
        ({"partners": (1, 2, 3, 4, 5)}, "tarot-9", "too_many_partners", "partners"),
        ({}, "tarot-6", "team_split", "partners"),
        ({"partners": (2,)}, "tarot-6", "too_many_partners", "partners"),
        ({"partners": (1, 3, 4)}, "tarot-6", "too_many_partners", "partners"),
        ({"partners": (1, 5)}, "tarot-10", "team_split", "partners"),
        ({"partners": (5, 10, 1, 6, 11, 2, 7, 12)}, "tarot-13", "too_many_partners", "partners"),
        ({"miseres": (1,)}, "tarot-4", "misere_not_allowed", "miseres"),
        ({"miseres": (4,)}, "tarot-4", "seat_out_of_range", "miseres"),
        ({"half_points": 97, "partners": (4,)}, "tarot-8", "half_points_odd", "half_points"),
        ({"half_points": -1}, "tarot-3", "half_points_out_of_range", "half_points"),
        ({"bouts": 7}, "tarot-9", "bouts_out_of_range", "bouts"),
        ({"half_points": 365}, "tarot-9", "half_points_out_of_range", "half_points"),
    ],
)
def test_impossible_outcome_is_refused(changes, row, code, field):
    refused = refusal(replace(GARDE, **changes), ROWS[row])

    assert (refused.code, refused.field) == (code, field)


def test_refusals_name_their_figures():
    too_many = refusal(replace(GARDE, partners=(1, 2, 3)), ROWS["tarot-7"])
    split = refusal(GARDE, ROWS["tarot-6"])
    miseres = refusal(replace(GARDE, miseres=(1, 1, 1)), TAROT_4, MISERE)
    petit = refusal(replace(GARDE, bouts=6, petit=PetitAtEnd.DEFENCE), ROWS["tarot-9"])

    assert str(petit) == "petit won by the defence, but the attack has 6 bouts, not in 0..5"
    assert str(too_many) == "3 called partners or teams not in 0..2"
    assert too_many.values == {"called": 3, "most": 2}
    assert str(split) == "seat 0 attacks without seat 3 of the same team"
    assert split.values == {"seat": 0, "missing": 3}
    of_three = refusal(GARDE, ROWS["tarot-12"])
    assert str(of_three) == "seat 0 attacks without seat 4 of the same team"
    assert of_three.values == {"seat": 0, "missing": 4}
    assert str(miseres) == "miseres of seat 1 3 not in 0..2"
    assert miseres.values == {"seat": 1, "count": 3}


@pytest.mark.parametrize("count", [1, 2])
def test_a_seat_announces_two_miseres_at_most(count):
    check_outcome(replace(GARDE, miseres=(1,) * count), TAROT_4, MISERE)
    assert refusal(replace(GARDE, miseres=(1,) * 3), TAROT_4, MISERE).code == "too_many_miseres"


@pytest.mark.parametrize(
    ("changes", "row", "rules"),
    [
        ({"bid": Bid.POUSSE}, "tarot-4", POUSSE),
        ({"bid": Bid.GARDE_CONTRE, "partners": (3,)}, "tarot-6", TarotRules(dogless_bids=True)),
        ({"handfuls": (Handful.TRIPLE,)}, "tarot-2-tirette", TarotRules(handfuls_at_two=True)),
        ({"partners": (5, 10, 3, 8)}, "tarot-13", TarotRules()),
        ({"partners": (1, 2, 3, 4)}, "tarot-9", TarotRules()),
        ({"petit": PetitAtEnd.ATTACK}, "tarot-9", TarotRules()),
        ({"petit": PetitAtEnd.DEFENCE, "bouts": 0}, "tarot-9", TarotRules()),
        ({"half_points": 97}, "tarot-2-mort", TarotRules()),
        ({"half_points": 97, "partners": (5,)}, "tarot-10", TarotRules()),
    ],
)
def test_possible_outcome_is_accepted(changes, row, rules):
    check_outcome(replace(GARDE, **changes), ROWS[row], rules)


def test_traditional_handfuls_have_their_own_sizes():
    traditional = TarotRules(traditional_handfuls=True)

    assert [traditional.handful_size(level, TAROT_3) for level in Handful] == [13, 15, 22]
    assert [traditional.handful_size(level, TAROT_5) for level in Handful] == [8, 10, 12]
    assert [traditional.handful_size(level, TAROT_4) for level in Handful] == [10, 13, 15]
    two = replace(GARDE, handfuls=(Handful.DOUBLE, Handful.TRIPLE))
    check_outcome(two, TAROT_5, traditional)
    assert refusal(two, TAROT_5).code == "too_many_handfuls"


def bounds(bid, bouts, slam, row, **options):
    counts = possible_half_points(bid, bouts, slam, row, **options)
    return (min(c[0] for c in counts), max(c[-1] for c in counts)) if counts else None


@pytest.mark.parametrize(
    ("row", "bid", "bouts", "slam", "options", "expected"),
    [
        ("tarot-4", Bid.GARDE, 0, Slam.DEFENCE, {"kings_in_discard": True}, (6, 50)),
        ("tarot-4", Bid.GARDE, 1, Slam.DEFENCE, {"kings_in_discard": True}, (14, 58)),
        ("tarot-6", Bid.GARDE, 0, Slam.DEFENCE, {}, (0, 0)),
        ("tarot-6", Bid.GARDE, 3, Slam.MADE, {}, (182, 182)),
        ("tarot-6", Bid.GARDE, 1, Slam.MADE, {}, None),
        ("tarot-7", Bid.GARDE_CONTRE, 2, Slam.MADE, {}, (165, 173)),
        ("tarot-7", Bid.GARDE_CONTRE, 3, Slam.MADE, {}, (173, 181)),
        ("tarot-12", Bid.GARDE, 4, Slam.MADE, {}, (348, 348)),
        ("tarot-12", Bid.GARDE, 2, Slam.DEFENCE, {}, (16, 16)),
        ("tarot-12", Bid.GARDE, 3, Slam.NONE, {}, (36, 328)),
        ("tarot-9", Bid.GARDE, 0, Slam.DEFENCE, {}, (3, 21)),
        ("tarot-11", Bid.GARDE, 0, Slam.DEFENCE, {}, (2, 14)),
        ("tarot-14", Bid.GARDE, 0, Slam.DEFENCE, {}, (2, 18)),
        ("tarot-10", Bid.GARDE, 0, Slam.DEFENCE, {}, (3, 42)),
        ("tarot-10", Bid.GARDE_SANS, 3, Slam.DEFENCE, {}, (27, 70)),
        ("tarot-10", Bid.GARDE, 6, Slam.MADE, {}, (343, 364)),
        ("tarot-9", Bid.GARDE, 5, Slam.MADE, {}, (356, 356)),
        ("tarot-16", Bid.GARDE, 6, Slam.DEFENCE, {}, (54, 124)),
        ("tarot-5-flambeuse", Bid.GARDE, 0, Slam.DEFENCE, {}, (8, 48)),
        ("tarot-5-flambeuse", Bid.GARDE_SANS, 0, Slam.DEFENCE, {}, (8, 64)),
    ],
)
def test_bounds_of_other_rows(row, bid, bouts, slam, options, expected):
    assert bounds(bid, bouts, slam, ROWS[row], **options) == expected


@pytest.mark.parametrize(
    ("outcome", "payments", "pot"),
    [
        (None, (0, -5, 0, 0), 50),
        (replace(GARDE, taker=0), (170, -45, -40, -40), 0),
        (replace(GARDE, taker=1), (-40, 165, -40, -40), 0),
        (replace(GARDE, half_points=60), (-170, -45, -40, -40), 340),
        (replace(GARDE, bid=Bid.PRISE, half_points=82), (80, -15, -10, -10), 0),
        (replace(GARDE, bid=Bid.GARDE_CONTRE, half_points=81), (-530, -165, -160, -160), 1060),
    ],
)
def test_mouche(outcome, payments, pot):
    turn = settle_mouche(45, outcome, TAROT_4, dealer=1)

    assert turn == MoucheTurn(payments, pot)
    assert sum(turn.payments) + turn.pot == 45
