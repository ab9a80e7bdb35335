"""Places after a handicap, by a scale of the club."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import EXAMPLES, examples
from tournaments.core.ranking.handicap import HandicapBy, HandicapPer, HandicapScale, rank_handicap
from tournaments.core.ranking.places import assign_places

pytestmark = pytest.mark.pure

BY_SERIES = HandicapScale(points={"4": 60, "NC": 100})
VALUES = st.lists(st.one_of(st.none(), st.integers(-2000, 2000).map(Fraction)), max_size=12)


@pytest.mark.parametrize(
    ("scale", "group", "deals", "points"),
    [
        (BY_SERIES, "NC", 24, 100),
        (BY_SERIES, "1", 24, 0),
        (BY_SERIES, "", 24, 0),
        (HandicapScale(per=HandicapPer.DEAL, points={"4": 5}), "4", 20, 100),
        (HandicapScale(per=HandicapPer.DEAL, points={"4": 5}), "4", 0, 0),
        (HandicapScale(by=HandicapBy.CATEGORY, points={"Juniors": 40}), "Juniors", 20, 40),
    ],
)
def test_points_follow_the_scale(scale: HandicapScale, group: str, deals: int, points: int) -> None:
    assert scale.allowance(group, deals) == points


def test_last_of_the_scratch_may_win_with_a_handicap() -> None:
    ranked = rank_handicap([Fraction(120), Fraction(80), Fraction(50)], [0, 40, 100], [True, True, True])

    assert [row.value for row in ranked] == [120, 120, 150]
    assert [row.place for row in ranked] == [2, 2, 1]


def test_player_without_a_scratch_place_has_none() -> None:
    ranked = rank_handicap(
        [Fraction(120), Fraction(50), Fraction(90), None], [0, 40, 100, 0], [True, True, False, True]
    )

    assert [row.place for row in ranked] == [1, 2, None, None]


@given(VALUES)
@examples(EXAMPLES)
def test_scale_of_zeros_changes_no_place(values: list[Fraction | None]) -> None:
    ranked = rank_handicap(values, [0] * len(values), [True] * len(values))

    assert [row.place for row in ranked] == assign_places(
        [None if value is None else (value,) for value in values]
    )


@given(st.lists(st.tuples(st.integers(-500, 500), st.integers(0, 300)), min_size=1, max_size=12))
@examples(EXAMPLES)
def test_places_count_the_players_with_more_points(rows: list[tuple[int, int]]) -> None:
    ranked = rank_handicap(
        [Fraction(value) for value, _points in rows], [points for _value, points in rows], [True] * len(rows)
    )
    totals = [value + points for value, points in rows]

    assert [row.place for row in ranked] == [
        1 + sum(rival_total > total for rival_total in totals) for total in totals
    ]


@given(st.lists(st.integers(-500, 500), min_size=2, max_size=8), st.integers(1, 200))
@examples(EXAMPLES)
def test_more_points_never_cost_a_place(values: list[int], points: int) -> None:
    totals = [Fraction(value) for value in values]
    is_placed = [True] * len(values)

    without = rank_handicap(totals, [0] * len(values), is_placed)[0].place
    better = rank_handicap(totals, [points, *[0] * (len(values) - 1)], is_placed)[0].place

    assert better is not None
    assert without is not None
    assert better <= without
