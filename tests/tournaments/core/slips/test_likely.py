import random

import pytest

from games.core.outcome import Handful, Slam
from games.core.rules import parse_rules
from games.core.variants.registry import find_variant
from tournaments.core.slips.likely import questions
from tournaments.core.slips.score_sheet import LineOf, SheetLine, SheetTerms, read_sheet_line
from tournaments.core.slips.traveller import Bonuses, LineKind, SlipReading


def played(score, **ticked):
    return SlipReading(LineKind.PLAYED, score, None, Bonuses(**ticked))


@pytest.mark.parametrize(
    ("reading", "others"),
    [
        (played(62), ()),
        (played(150), ()),
        (played(-150), ()),
        (played(62, handfuls=(Handful.SIMPLE,)), (62, 62)),
        (played(60), (50, 62, -52)),
        (played(-60), (60, 60, 60)),
        (played(60), (-60, -60, -60, -60, -60)),
        (played(120), (-60, -60)),
        (SlipReading(LineKind.NEUTRALISED), (60, 60, 60, 60, 60)),
    ],
)
def test_ordinary_lines_raise_no_question(reading, others):
    assert questions(reading, others) == ()


def test_slam_is_asked_about():
    assert questions(played(582, slam=Slam.MADE), ()) == (("slam_recorded", {"slam": "made"}),)


@pytest.mark.parametrize("score", [152, -152])
def test_very_large_score_is_asked_about(score):
    assert questions(played(score), ()) == (("score_very_large", {"score": score, "limit": 150}),)


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"bouts": "3", "points": "91", "slam": "made"}, ["slam_recorded"]),
        ({"bouts": "3", "points": "88"}, ["score_very_large"]),
        ({"handful_simple": "2"}, ["several_handfuls"]),
        ({"bid": "passed", "taker": "", "bouts": "", "points": ""}, []),
    ],
)
def test_a_deal_written_by_its_facts_is_asked_about_in_the_same_way(changes, codes):
    facts = {"bid": "garde", "taker": "0", "bouts": "2", "points": "49"} | changes
    sheet = SheetTerms(LineOf.SCORES, find_variant("tarot-4"), (True,) * 4)
    reading = read_sheet_line(SheetLine(facts=tuple(facts.items())), sheet)

    assert [code for code, _figures in questions(reading, ())] == codes


@pytest.mark.parametrize(
    ("rules", "scores", "codes"),
    [
        ("fft", (12, 12, 12, 12, -48), ["score_very_small"]),
        ("fft", (15, 15, 15, 15, -60), []),
        ("fft", (12, 12, 12, -24, -12), ["score_very_small"]),
        ("fft ladder=pousse", (12, 12, 12, 12, -48), []),
        ("fft misere=10", (12, 12, 12, 12, -48), []),
        ("fft", (0, 0, 0, 0, 0), []),
    ],
)
def test_scores_smaller_than_any_contract_are_asked_about(rules, scores, codes):
    game = find_variant("tarot-5")
    sheet = SheetTerms(LineOf.SCORES, game, (True,) * 5, parse_rules(game.options, rules))

    reading = read_sheet_line(SheetLine(scores=scores), sheet)

    assert [code for code, _values in questions(reading, ())] == codes


def test_two_handfuls_are_asked_about():
    reading = played(100, handfuls=(Handful.SIMPLE, Handful.SIMPLE))

    assert questions(reading, ()) == (("several_handfuls", {"count": 2}),)


def test_score_far_from_a_narrow_field_is_asked_about():
    assert questions(played(-130), (50, 50, 56, 62)) == (
        ("far_from_field", {"score": -130, "median": 50, "plays": 4}),
    )


def test_made_and_failed_by_little_lie_near_each_other():
    assert questions(played(62), (-66, -66, -66)) == ()
    assert questions(played(-72), (50, 50, 56, 62)) == ()


@pytest.mark.parametrize("deviation", [5, 7, 9, 11])
def test_at_most_one_sheet_in_twenty_is_asked_about(deviation):
    rng = random.Random(1)
    queried = 0
    for _ in range(400):
        mean, typical_scores = rng.gauss(3, 10), []
        for _ in range(7):
            margin = round(rng.gauss(mean, deviation))
            typical_scores.append((25 + abs(margin)) * 2 * (1 if margin >= 0 else -1))
        queried += any(
            questions(played(score), typical_scores[:place]) for place, score in enumerate(typical_scores)
        )
    assert queried <= 400 / 20


@pytest.mark.parametrize("others", [(50, 56, -60, 120), (150, 90, 50, 10)])
def test_company_or_a_wide_field_makes_the_same_score_ordinary(others):
    assert questions(played(-72), others) == ()


@pytest.mark.parametrize(
    ("score", "others", "nearest"),
    [(-92, (50, 60, 70, 80, 90), 50), (92, (-52, -60, -70, -80, -90), -52)],
)
def test_sign_that_nobody_else_has_is_asked_about_once(score, others, nearest):
    assert questions(played(score), others) == (
        ("sign_alone", {"score": score, "nearest": nearest, "plays": 5}),
    )


def test_four_others_are_too_few_to_speak_of_a_sign():
    assert [code for code, _ in questions(played(-132), (50, 60, 70, 80))] == ["far_from_field"]


def test_several_questions_come_together():
    codes = [
        code for code, _ in questions(played(-160, handfuls=(Handful.SIMPLE,) * 2), (50, 52, 54, 56, 58))
    ]

    assert codes == ["score_very_large", "several_handfuls", "sign_alone"]
