from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.formats.event_results import SessionPart, rank_sessions, tie_breaks_of
from tournaments.core.ranking.classification import Criterion, Presence, Profile


def points(*values: int | None) -> tuple[Fraction | None, ...]:
    return tuple(None if value is None else Fraction(value) for value in values)


def places(rows) -> list[tuple[int, int | None, Fraction | None]]:
    return [(row.unit, row.place, row.value) for row in rows]


def players(count: int) -> list[Profile]:
    return [Profile() for _ in range(count)]


def test_sessions_are_added_by_their_coefficients():
    """The example of docs/ranking.md: 60 and 40 with coefficients 1 and 2 make 140."""
    parts = [SessionPart(points(60, 70)), SessionPart(points(40, 30), Fraction(2))]

    ranked = rank_sessions(parts, players(2))

    assert places(ranked) == [(0, 1, 140), (1, 2, 130)]


def test_only_the_best_sessions_count():
    parts = [SessionPart(points(60, 50)), SessionPart(points(10, 50)), SessionPart(points(50, 50))]

    ranked = rank_sessions(parts, players(2), best=2)

    assert places(ranked) == [(0, 1, 110), (1, 2, 100)]


def test_finalists_come_first_with_half_of_what_they_had():
    """Unit 2 was first of the others before the final and stays so, ahead only of unit 3."""
    parts = [
        SessionPart(points(100, 80, 60, -40)),
        SessionPart(points(-30, 10, None, None), is_final=True, carried=Fraction(1, 2)),
    ]

    ranked = rank_sessions(parts, players(4))

    assert places(ranked) == [(1, 1, 50), (0, 2, 20), (2, 3, 60), (3, 4, -40)]


@pytest.mark.parametrize(
    ("scale", "expected"), [(1, [7, -7]), (Fraction(1, 2), [Fraction(7, 2), Fraction(-7, 2)])]
)
def test_carried_points_are_scaled_without_rounding(scale, expected):
    """ "Abattre" keeps the sum at zero."""
    final = SessionPart(points(0, 0, None), is_final=True, carried=Fraction(scale))

    ranked = rank_sessions([SessionPart(points(7, -7, None)), final], players(3))

    assert [row.value for row in ranked] == [*expected, None]


def test_nothing_carried_leaves_the_final_alone():
    parts = [SessionPart(points(100, 80)), SessionPart(points(1, 2), is_final=True, carried=Fraction(0))]

    assert places(rank_sessions(parts, players(2))) == [(1, 1, 2), (0, 2, 1)]


def test_final_of_two_sessions_adds_both():
    parts = [
        SessionPart(points(10, 0, 5)),
        SessionPart(points(1, 8, None), is_final=True),
        SessionPart(points(1, 4, None)),
    ]

    assert places(rank_sessions(parts, players(3))) == [(0, 1, 12), (1, 1, 12), (2, 3, 5)]


def test_final_before_its_first_deal_leaves_the_ranking_as_it_was():
    parts = [SessionPart(points(3, 9)), SessionPart(points(None, None), is_final=True)]

    assert places(rank_sessions(parts, players(2))) == [(1, 1, 9), (0, 2, 3)]


def test_last_session_parts_equal_units():
    parts = [SessionPart(points(60, 40)), SessionPart(points(40, 60))]

    ranked = rank_sessions(parts, players(2), chain=[Criterion.LAST_SESSION])

    assert [(row.unit, row.place, dict(row.criteria)) for row in ranked] == [
        (1, 1, {Criterion.LAST_SESSION: 60}),
        (0, 2, {Criterion.LAST_SESSION: 40}),
    ]


def test_criteria_of_all_sessions():
    """Percentages by coefficient, counts added, the best deal of all."""
    first = SessionPart(
        points(1), criteria={Criterion.ATTACK: points(60), Criterion.TOPS: (2,), Criterion.BEST_DEAL: (300,)}
    )
    second = SessionPart(
        points(1),
        Fraction(2),
        {Criterion.ATTACK: points(40), Criterion.TOPS: (1,), Criterion.BEST_DEAL: (None,)},
    )

    breaks = tie_breaks_of(
        [first, second],
        [Criterion.ATTACK, Criterion.TOPS, Criterion.BEST_DEAL, Criterion.BEST_SESSION, Criterion.DEFENCE],
    )

    assert [value for _, value in breaks.of(0)] == [140, 3, 300, 2, None]


def test_withdrawn_player_keeps_a_value_without_a_place():
    profiles = [Profile(presence=Presence.WITHDRAWN), Profile()]

    assert places(rank_sessions([SessionPart(points(9, 3))], profiles)) == [(1, 1, 3), (0, None, 9)]


@examples(15)
@given(st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=1, max_size=8))
def test_one_final_after_everything_is_the_same_as_one_more_session(scores: list[tuple[int, int]]):
    """If all units play the final and carry everything, the name "final" changes nothing."""
    first, last = (points(*column) for column in zip(*scores, strict=True))
    usual = rank_sessions([SessionPart(first), SessionPart(last)], players(len(scores)))

    assert (
        rank_sessions([SessionPart(first), SessionPart(last, is_final=True)], players(len(scores))) == usual
    )


def test_victories_of_all_sessions_come_before_the_balance():
    """A pool over two sessions: unit 1 has more match points, unit 0 more victories."""
    parts = [
        SessionPart(points(5, 0), criteria={Criterion.VICTORIES: (1, 0)}),
        SessionPart(points(-20, 20), criteria={Criterion.VICTORIES: (1, 1)}),
    ]

    ranked = rank_sessions(parts, players(2), first=[Criterion.VICTORIES])

    assert places(ranked) == [(0, 1, -15), (1, 2, 20)]
    assert ranked[0].criteria == ((Criterion.VICTORIES, 2),)
