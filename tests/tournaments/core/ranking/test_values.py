from fractions import Fraction

import pytest

from tournaments.core.errors import TournamentError
from tournaments.core.ranking.roots import RootSum
from tournaments.core.ranking.values import RankingPart, add, combine_parts, rounded_value, subtract

F = Fraction
ROOT_2 = RootSum.signed_root(2)


def test_sessions_add_up_by_their_coefficients():
    first, second = RankingPart([F(60), F(50), None]), RankingPart([F(40), None, None], F(2))

    assert combine_parts([first, second]) == (140, 50, None)


def test_carried_points_come_first_and_do_not_make_a_result_alone():
    part = RankingPart([F(10), None])

    assert combine_parts([part], carried=[F(1, 2), F(9)]) == (F(21, 2), None)
    assert combine_parts([part], carried=[None, None]) == (10, None)


def test_only_the_best_parts_count_in_a_championship():
    parts = [RankingPart([F(10)]), RankingPart([F(30)]), RankingPart([F(12)], F(2)), RankingPart([None])]

    assert combine_parts(parts, best=2) == (54,)
    assert combine_parts(parts, best=9) == (64,)


def test_match_points_add_up_exactly():
    parts = [RankingPart([ROOT_2]), RankingPart([ROOT_2], F(1, 2)), RankingPart([RootSum.of(-1)])]

    (total,) = combine_parts(parts)

    assert total == RootSum.sum([ROOT_2.scaled(F(3, 2)), RootSum.of(-1)])
    assert str(rounded_value(total, 3)) == "1.121"


def test_penalties_are_in_the_unit_of_the_value():
    assert subtract([F(60), None], [F(1, 2), 3]) == (F(119, 2), None)
    assert subtract([RootSum.of(4)], [1]) == (RootSum.of(3),)


def test_nothing_adds_up_to_nothing():
    assert combine_parts([]) == ()
    assert add([]) == 0


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: combine_parts([RankingPart([F(1)]), RankingPart([F(1), F(2)])]), "parts_length"),
        (lambda: combine_parts([RankingPart([F(1)])], carried=[]), "parts_length"),
        (lambda: add([F(1), RootSum.of(1)]), "mixed_values"),
    ],
)
def test_parts_that_do_not_fit_are_refused(ask, code):
    with pytest.raises(TournamentError) as caught:
        ask()

    assert caught.value.code == code
