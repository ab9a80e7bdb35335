import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import TournamentError
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.keep_apart import (
    RemainingMeeting,
    keep_apart,
    meeting_costs,
    remaining_meetings,
)

STRAIGHT = build_straight(5, 4)
EVERYBODY = list(range(20))


def cost_of(numbers, apart):
    costs = meeting_costs(STRAIGHT)
    return sum(int(costs[numbers[first], numbers[second]]) for first, second in apart)


def test_meetings_of_a_line_up_are_listed():
    """Players 0 and 4 are North of two tables and never meet; 0 and 1 start together."""
    remaining = remaining_meetings(STRAIGHT, EVERYBODY, [(1, 0), (0, 4), (0, 1)])

    assert remaining == (RemainingMeeting(this_round=0, table=0, person=0, other=1),)


def test_an_early_meeting_costs_more_than_a_late_one_and_less_than_two():
    costs = meeting_costs(STRAIGHT)

    assert costs[0, 1] == 8
    assert {int(cost) for cost in costs.flatten()} == {0, 5, 6, 7, 8}
    assert (costs == costs.T).all()


def test_a_family_of_four_never_meets():
    apart = [(first, second) for first in range(4) for second in range(first)]

    line_up = keep_apart(STRAIGHT, EVERYBODY, apart, random.Random(1))

    assert line_up.remaining == ()
    assert sorted(line_up.numbers) == EVERYBODY


@examples(15)
@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40), st.integers(0, 99))
def test_no_line_up_is_worse_than_the_one_given(pairs, seed):
    apart = sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]})
    numbers = random.Random(seed).sample(EVERYBODY, 20)

    line_up = keep_apart(STRAIGHT, numbers, apart, random.Random(seed))

    assert sorted(line_up.numbers) == EVERYBODY
    assert cost_of(line_up.numbers, apart) <= cost_of(numbers, apart)
    assert line_up == keep_apart(STRAIGHT, numbers, apart, random.Random(seed))


def test_people_stay_in_their_class_and_the_fixed_where_they_are():
    apart = [(0, 1), (4, 5), (8, 9)]
    classes = [person % 2 for person in EVERYBODY]

    line_up = keep_apart(
        STRAIGHT, EVERYBODY, apart, random.Random(3), classes=classes, fixed=frozenset({0, 1, 4})
    )

    assert [line_up.numbers[person] for person in (0, 1, 4)] == [0, 1, 4]
    assert all(number % 2 == person % 2 for person, number in enumerate(line_up.numbers))
    assert {(meeting.person, meeting.other) for meeting in line_up.remaining} == {(0, 1)}


def test_fewer_people_than_places_are_kept_apart_too():
    line_up = keep_apart(STRAIGHT, [0, 1, 2, 4], [(0, 1)], random.Random(1))

    assert line_up.remaining == ()
    assert set(line_up.numbers) == {0, 1, 2, 4}


@pytest.mark.parametrize("numbers", [[0, 0], [0, 20], [-1]])
def test_impossible_numbers_are_refused(numbers):
    with pytest.raises(TournamentError) as caught:
        keep_apart(STRAIGHT, numbers, [], random.Random(1))

    assert caught.value.code == "line_up_numbers"
