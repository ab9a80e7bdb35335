import pytest

from tournaments.core.movements.library.refusals import nearest_numbers


@pytest.mark.parametrize(
    ("number", "nearest"), [(4, (5,)), (6, (5, 7)), (8, (7, 11)), (12, (11,)), (7, (5, 11))]
)
def test_nearest_numbers_are_those_just_below_and_above(number, nearest):
    assert nearest_numbers(number, (5, 7, 11)) == nearest


def test_nothing_is_near_an_empty_list():
    assert nearest_numbers(3, ()) == ()
