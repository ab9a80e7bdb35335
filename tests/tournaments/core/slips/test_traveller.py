from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.outcome import Bid, Handful, Outcome, PetitAtEnd, Slam
from games.core.scoring import possible_scores
from games.core.variant import TAROT_4
from tournaments.core.slips.traveller import (
    Bonuses,
    ImpossibleSlip,
    LineInput,
    LineKind,
    SlipReading,
    read_chosen_line,
    read_line,
)

WEST, SOUTH = 1, 2
SIMPLE, DOUBLE, TRIPLE = Handful


def read(bid=Bid.GARDE, **figures):
    return read_line(LineInput(**figures), taker=WEST, bid=bid, variant=TAROT_4)


def problems_of(bid=Bid.GARDE, **figures):
    with pytest.raises(ImpossibleSlip) as caught:
        read(bid, **figures)
    return [(problem.field, problem.code) for problem in caught.value.problems]


def first_problem(**figures):
    with pytest.raises(ImpossibleSlip) as caught:
        read(**figures)
    return caught.value.problems[0]


@pytest.mark.parametrize(
    ("written", "score"),
    [
        ({"gain": 62}, 62),
        ({"loss": 56}, -56),
        ({"gain": 50}, 50),
        ({"loss": 52}, -52),
        ({"gain": 30, "petit": PetitAtEnd.DEFENCE}, 30),
        ({"loss": 32, "petit": PetitAtEnd.ATTACK}, -32),
        ({"gain": 106, "petit": PetitAtEnd.ATTACK, "handfuls": (SIMPLE,)}, 106),
        ({"gain": 582, "petit": PetitAtEnd.ATTACK, "handfuls": (SIMPLE,), "slam": Slam.ANNOUNCED_MADE}, 582),
    ],
)
def test_score_alone_is_read_from_its_column(written, score):
    reading = read(**written)

    assert (reading.kind, reading.score, reading.outcome) == (LineKind.PLAYED, score, None)


def test_count_gives_the_score_and_the_outcome():
    reading = read(bouts=2, points="49", handfuls=(SIMPLE,), petit=PetitAtEnd.ATTACK)

    outcome = Outcome(WEST, Bid.GARDE, 2, 98, (SIMPLE,), PetitAtEnd.ATTACK, Slam.NONE)
    assert reading == SlipReading(
        LineKind.PLAYED, 106, outcome, Bonuses((SIMPLE,), PetitAtEnd.ATTACK, Slam.NONE)
    )


def test_score_beside_its_count_must_be_the_same():
    assert read(bouts=2, points="45", gain=58).score == 58

    problem = first_problem(bouts=2, points="45", loss=58)

    assert (problem.field, problem.code) == ("loss", "score_disagrees")
    assert problem.values == {"written": -58, "computed": 58}


@pytest.mark.parametrize("kind", [LineKind.NEUTRALISED, LineKind.NOT_PLAYED])
def test_void_line_has_no_score(kind):
    assert read(kind=kind) == SlipReading(kind)


@pytest.mark.parametrize("kind", [LineKind.NEUTRALISED, LineKind.NOT_PLAYED])
def test_void_line_with_figures_is_refused(kind):
    assert problems_of(kind=kind, gain=62) == [("kind", "void_with_figures")]


def test_line_knows_that_nothing_is_written():
    assert LineInput().is_empty
    assert not LineInput(points="4").is_empty
    assert not LineInput(gain=0).is_empty


@pytest.mark.parametrize(
    ("written", "problems"),
    [
        ({}, [("gain", "line_empty")]),
        ({"gain": 62, "loss": 56}, [("loss", "both_columns")]),
        ({"gain": -62}, [("gain", "negative_score")]),
        ({"petit": PetitAtEnd.ATTACK}, [("gain", "score_missing")]),
        ({"gain": 63}, [("gain", "score_odd")]),
        ({"loss": 50}, [("loss", "bonus_missing")]),
        ({"gain": 48}, [("gain", "bonus_missing")]),
        ({"gain": 30}, [("gain", "bonus_missing")]),
        ({"gain": 2000}, [("gain", "score_unreachable")]),
        ({"bouts": 2}, [("points", "points_missing")]),
        ({"points": "45"}, [("bouts", "bouts_missing")]),
        ({"bouts": 2, "points": "abc"}, [("points", "points_not_a_number")]),
        ({"bouts": 2, "points": "-3"}, [("points", "points_not_a_number")]),
        ({"bouts": 4, "points": "45"}, [("bouts", "bouts_out_of_range")]),
        ({"bouts": 2, "points": "92"}, [("points", "half_points_out_of_range")]),
        ({"bouts": 2, "points": "40,5"}, [("points", "half_points_odd")]),
        ({"bouts": 0, "points": "90"}, [("points", "too_many_points")]),
        ({"bouts": 0, "points": "45", "petit": PetitAtEnd.ATTACK}, [("petit", "petit_needs_bout")]),
        ({"gain": 62, "handfuls": (TRIPLE, TRIPLE)}, [("handfuls", "too_many_handfuls")]),
        ({"gain": 62, "slam": Slam.MADE, "petit": PetitAtEnd.DEFENCE}, [("petit", "petit_against_slam")]),
    ],
)  # fmt: skip
def test_impossible_lines_are_refused_with_the_field_and_the_reason(written, problems):
    assert problems_of(**written) == problems


def test_everything_wrong_is_said_at_once():
    assert problems_of(gain=62, loss=-4, points="4x", handfuls=(TRIPLE, DOUBLE)) == [
        ("loss", "negative_score"),
        ("loss", "both_columns"),
        ("points", "points_not_a_number"),
        ("bouts", "bouts_missing"),
        ("handfuls", "too_many_handfuls"),
    ]


def test_odd_score_and_bad_count_are_both_said():
    assert problems_of(gain=63, bouts=0, points="90") == [
        ("points", "too_many_points"),
        ("gain", "score_odd"),
    ]


def test_odd_score_of_a_prise_is_possible():
    assert read(Bid.PRISE, gain=33).score == 33


def test_odd_score_of_a_prise_that_no_count_gives_names_what_may_have_been_forgotten():
    assert problems_of(Bid.PRISE, gain=21) == [("gain", "bonus_missing")]


def test_bonus_already_ticked_is_not_proposed_otherwise():
    assert problems_of(loss=32, petit=PetitAtEnd.DEFENCE) == [("loss", "score_unreachable")]


def test_score_under_fifty_names_what_may_have_been_forgotten():
    problem = first_problem(gain=32)

    assert problem.values == {"score": 32, "nearest": (-52, 50), "bonuses": ("petit_defence",)}


def test_score_above_every_contract_names_what_may_have_been_forgotten():
    problem = first_problem(gain=166)

    assert problem.code == "bonus_missing"
    assert {"petit_attack", "handful_simple"} <= set(problem.values["bonuses"])


def test_unreachable_score_names_the_nearest_ones():
    problem = first_problem(gain=40, handfuls=(SIMPLE,))

    assert problem.values["nearest"] == (-72, 70)


def test_counts_are_told_in_points():
    assert first_problem(bouts=0, points="90").values == {"points": 90, "bouts": 0, "least": 5, "most": 77}
    assert first_problem(bouts=0, points="40,5").values == {"points": Decimal("40.5")}
    assert first_problem(bouts=4, points="45").values == {"bouts": 4, "most": 3}


def test_refusal_reads_as_a_sentence_for_the_log():
    with pytest.raises(ImpossibleSlip, match=r"gain: score_odd \(score 63, nearest \(62, 64\)\)") as caught:
        read(gain=63)

    assert (caught.value.code, caught.value.field) == ("slip_impossible", "gain")


BONUSES = st.builds(
    Bonuses,
    st.lists(st.sampled_from(Handful), max_size=2).map(tuple),
    st.sampled_from(PetitAtEnd),
    st.sampled_from(Slam),
)


@given(BONUSES, st.integers(-800, 800))
def test_a_score_is_read_if_and_only_if_some_count_gives_it(bonuses, score):
    column = {"gain": score} if score >= 0 else {"loss": -score}
    fields = {"handfuls": bonuses.handfuls, "petit": bonuses.petit, "slam": bonuses.slam, **column}
    ticked = {name: value for name, value in fields.items() if name not in ("gain", "loss")}
    reachable = bonuses.are_possible(TAROT_4) and score in possible_scores(Bid.GARDE, TAROT_4, **ticked)

    if reachable:
        assert read(**fields).score == score
    else:
        assert problems_of(**fields)


@given(BONUSES, st.integers(0, 3), st.integers(0, 91))
def test_count_is_read_to_a_score_that_is_accepted_alone(bonuses, bouts, points):
    ticked = {"handfuls": bonuses.handfuls, "petit": bonuses.petit, "slam": bonuses.slam}
    try:
        score = read(bouts=bouts, points=str(points), **ticked).score
    except ImpossibleSlip:
        return

    column = {"gain": score} if score >= 0 else {"loss": -score}
    assert read(**column, **ticked).score == score


@pytest.mark.parametrize(("bid", "score"), [(Bid.GARDE, 62), (Bid.GARDE_SANS, 124), (Bid.GARDE_CONTRE, 186)])
def test_chosen_bid_multiplies_the_count(bid, score):
    line = LineInput(bouts=2, points="47", bid=bid)

    reading = read_chosen_line(line, taker=SOUTH, variant=TAROT_4)

    assert (reading.score, reading.bid) == (score, bid)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ({"gain": 62}, "bid_missing"),
        ({"gain": 31, "bid": Bid.PRISE}, "bid_too_low"),
        ({"gain": 62, "bid": Bid.GARDE_SANS}, "score_unreachable"),
        ({"bid": Bid.GARDE}, "line_empty"),
    ],
)
def test_chosen_bid_is_needed_and_agrees_with_the_score(written, code):
    with pytest.raises(ImpossibleSlip) as refusal:
        read_chosen_line(LineInput(**written), taker=SOUTH, variant=TAROT_4)

    assert refusal.value.problems[0].code == code


def test_deal_not_played_needs_no_bid():
    line = LineInput(kind=LineKind.NOT_PLAYED, bid=Bid.GARDE)

    assert read_chosen_line(line, taker=SOUTH, variant=TAROT_4).kind is LineKind.NOT_PLAYED
