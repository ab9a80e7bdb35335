from dataclasses import replace

import pytest

from games.core.outcome import Bid, Outcome, PetitAtEnd
from tournaments.core.slips.misplaced import EarlierPlay, Whereabouts, misplaced
from tournaments.core.slips.traveller import Bonuses, LineKind, SlipReading

COUNTED = SlipReading(LineKind.PLAYED, 66, Outcome(2, Bid.GARDE, 2, 98), bid=Bid.GARDE)
BY_SEAT = SlipReading(LineKind.PLAYED, seat_scores=(318, -106, -106, -106))


@pytest.mark.parametrize("reading", [SlipReading(LineKind.PLAYED, 62), COUNTED, BY_SEAT])
def test_same_as_the_line_above_is_asked_about(reading):
    assert misplaced(reading, Whereabouts(above=reading, other_scores=(62,))) == (("same_as_above", {}),)


def test_taker_whom_the_board_imposes_makes_no_other_line():
    elsewhere = replace(COUNTED, outcome=replace(COUNTED.outcome, taker=1))

    assert misplaced(COUNTED, Whereabouts(above=elsewhere)) == (("same_as_above", {}),)


@pytest.mark.parametrize(
    "reading",
    [
        replace(COUNTED, score=-66),
        replace(COUNTED, outcome=replace(COUNTED.outcome, bouts=1, half_points=108)),
        replace(COUNTED, outcome=None),
        replace(COUNTED, bonuses=Bonuses(petit=PetitAtEnd.ATTACK)),
        replace(COUNTED, bid=Bid.GARDE_SANS),
        replace(COUNTED, taker=1),
    ],
)
def test_line_that_differs_anywhere_is_ordinary(reading):
    assert misplaced(reading, Whereabouts(above=COUNTED)) == ()


def test_score_that_a_third_table_has_is_ordinary():
    assert misplaced(COUNTED, Whereabouts(above=COUNTED, other_scores=(66, 66, 50))) == ()


@pytest.mark.parametrize(
    "reading",
    [
        SlipReading(LineKind.NOT_PLAYED),
        SlipReading(LineKind.PLAYED, is_passed=True, seat_scores=(0, 0, 0, 0)),
        SlipReading(LineKind.PLAYED, seat_scores=(0, 0, 0, 0), facts=(("bid", "passed"),)),
    ],
)
def test_deals_without_a_result_may_follow_each_other(reading):
    assert misplaced(reading, Whereabouts(above=reading)) == ()


def test_board_that_the_same_people_met_is_asked_about_for_each_meeting():
    earlier = (EarlierPlay("Camille A.", 1, 4), EarlierPlay("Dominique B., Ali C.", 3, 2))

    assert misplaced(COUNTED, Whereabouts(earlier=earlier)) == (
        ("board_met_before", {"players": "Camille A.", "round": 1, "table": 4}),
        ("board_met_before", {"players": "Dominique B., Ali C.", "round": 3, "table": 2}),
    )


@pytest.mark.parametrize(("now", "asked"), [(None, ()), (4, ()), (5, ()), (3, ("round_not_begun",))])
def test_round_that_the_clock_has_not_reached_is_asked_about(now, asked):
    where = Whereabouts(round_number=4, round_now=now)

    assert tuple(code for code, _ in misplaced(COUNTED, where)) == asked
