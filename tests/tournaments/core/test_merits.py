"""Merits: each by its rule, at the evening that earns it."""

from datetime import date, timedelta
from fractions import Fraction

import pytest

from tournaments.core.merits import EarnedMerit, Evening, Merit, earned_merits

FIRST = date(2026, 1, 5)


def evening(week=0, *, place=9, field=20, percent=40, deals=20):
    mark = None if percent is None else Fraction(percent)
    return Evening(FIRST + timedelta(weeks=week), place, field, mark, deals)


def merits(evenings):
    return {
        earned.merit: (earned.times, (earned.first - FIRST).days // 7) for earned in earned_merits(evenings)
    }


def test_nobody_has_merits_without_evenings():
    assert earned_merits([]) == ()


def test_first_place_counts_in_a_field_of_eight():
    evenings = [evening(0, place=1, field=7), evening(1, place=1, field=8), evening(2, place=1)]

    assert earned_merits(evenings) == (EarnedMerit(Merit.WINNER, 2, FIRST + timedelta(weeks=1)),)


def test_five_podiums_are_a_merit_and_ten_two():
    evenings = [evening(40 * week, place=2 + week % 2) for week in range(10)]

    assert merits(evenings[:4]) == {}
    assert merits(evenings[:9]) == {Merit.PODIUMS: (1, 160)}
    assert merits(evenings) == {Merit.PODIUMS: (2, 160)}


@pytest.mark.parametrize(
    ("percent", "deals", "found"),
    [(60, 12, {Merit.SIXTY: (1, 0)}), (59, 40, {}), (90, 11, {}), (None, 40, {})],
)
def test_a_great_evening_takes_sixty_per_cent_over_twelve_deals(percent, deals, found):
    assert merits([evening(percent=percent, deals=deals)]) == found


def test_a_steady_run_is_broken_by_one_weak_evening_and_not_by_another_kind_of_event():
    good = [evening(40 * week, percent=50) for week in range(4)]

    broken = [*good, evening(160, percent=49), evening(200, percent=55)]
    passed_over = [*good, evening(160, percent=None), evening(200, percent=55)]

    assert merits(broken) == {}
    assert merits(passed_over) == {Merit.STEADY: (1, 200)}


def test_ten_evenings_within_a_year_are_faithful_and_the_same_ones_count_once():
    weekly = [evening(week) for week in range(19)]
    rare = [evening(6 * week) for week in range(19)]

    assert merits(weekly) == {Merit.FAITHFUL: (1, 9)}
    assert merits([*weekly, evening(19)]) == {Merit.FAITHFUL: (2, 9)}
    assert merits(rare) == {}


def test_somebody_without_a_place_has_no_merit_of_places():
    assert merits([Evening(FIRST, None, 20, None, 0)] * 6) == {}
