from dataclasses import replace

import pytest

from tournaments.core.slips.agreement import Written, agree

ALONE = Written("played", 66, None, {"bouts": None, "half_points": None, "petit": "none"})
COUNTED = Written("played", 66, None, {"bouts": 2, "half_points": 98, "petit": "none"})
SEATS = Written("played", None, (318, -106, -106, -106), None)


@pytest.mark.parametrize("second", [COUNTED, ALONE])
def test_score_alone_agrees_with_the_count_that_gives_it(second):
    assert agree(COUNTED, second)
    assert agree(second, COUNTED)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (COUNTED, replace(COUNTED, score=-66)),
        (COUNTED, replace(COUNTED, facts={"bouts": 1, "half_points": 108, "petit": "none"})),
        (COUNTED, Written("not_played", None, None, None)),
        (SEATS, replace(SEATS, seat_scores=(318, -106, -106, None))),
        (SEATS, replace(SEATS, seat_scores=None)),
    ],
)
def test_what_differs_anywhere_is_a_difference(first, second):
    assert not agree(first, second)


def test_scores_by_seat_agree_as_a_tuple_or_a_list():
    assert agree(SEATS, replace(SEATS, seat_scores=[318, -106, -106, -106]))
