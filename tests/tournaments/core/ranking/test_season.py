from datetime import date
from fractions import Fraction

import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.season import (
    Band,
    Regularity,
    SeasonTariff,
    award_points,
    find_season_tariff,
    measure_regularity,
)
from tournaments.core.ranking.values import RankingPart, combine_parts

F = Fraction
OLD = SeasonTariff(date(2024, 9, 1), (Band(1, (F(10), F(6), F(3))),))
NEW = SeasonTariff(date(2026, 9, 1), (Band(2, (F(20), F(12)), F(1)), Band(4, (F(40), F(20), F(10)), F(1))))


@pytest.mark.parametrize(
    ("day", "tariff"), [(date(2024, 9, 1), OLD), (date(2026, 8, 31), OLD), (date(2026, 9, 1), NEW)]
)
def test_tariff_of_the_day_of_the_event(day, tariff):
    assert find_season_tariff([NEW, OLD], day) is tariff


def test_points_by_place_size_and_coefficient():
    assert award_points([2, 1, None, 3], NEW) == (13, 21, None, 1)
    assert award_points([2, 1, 4, 3], NEW, F(3, 2)) == (F(63, 2), F(123, 2), F(3, 2), F(33, 2))


def test_shared_places_share_their_points():
    assert award_points([1, 1, 3, 4], NEW) == (31, 31, 11, 1)
    assert award_points([1, 2, 2, 2], OLD) == (10, 3, 3, 3)


def test_ladder_takes_the_best_results_of_a_season():
    events = [award_points([1, 2, 3], OLD), award_points([None, 1, 2], OLD), award_points([2, 1, None], OLD)]

    ladder = combine_parts([RankingPart(points) for points in events], best=2)

    assert ladder == (16, 20, 9)


def test_regularity_is_the_mean_share_left_behind():
    events = [[1, 2, 3, None], [1, 1, 3, 4], [None, 1, None, None]]

    regular = measure_regularity(events, least_events=2)

    assert regular == (
        Regularity(2, (F(100) + F(250, 3)) / 2),
        Regularity(3, (F(50) + F(250, 3) + 50) / 3),
        Regularity(2, F(100, 3) / 2),
        None,
    )
    assert measure_regularity([], 1) == ()


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: find_season_tariff([NEW], date(2026, 8, 31)), "no_season_tariff"),
        (lambda: award_points([1], NEW), "no_season_band"),
    ],
)
def test_events_without_a_tariff_are_refused(ask, code):
    with pytest.raises(TournamentError) as caught:
        ask()

    assert caught.value.code == code


def test_event_where_nobody_is_ranked_gives_nothing():
    assert award_points([None, None], NEW) == (None, None)
