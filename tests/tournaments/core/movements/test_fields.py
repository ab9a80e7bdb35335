import pytest

from tests.tournaments.core.movements.clean_moves import is_clean
from tournaments.core.movements.fields import field_moves, prime_power


@pytest.mark.parametrize(
    ("number", "power"),
    [(1, None), (2, (2, 1)), (6, None), (8, (2, 3)), (9, (3, 2)), (13, (13, 1)), (27, (3, 3)), (36, None)],
)
def test_prime_powers(number, power):
    assert prime_power(number) == power


@pytest.mark.parametrize(
    "order", [5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49]
)
def test_field_plays_as_many_clean_rounds_as_tables(order):
    group, moves = field_moves(order)

    assert (group.order, moves.shape) == (order, (order, 4))
    assert moves[0].tolist() == [0, 0, 0, 0]
    assert is_clean(group, moves)


def test_field_of_a_prime_is_the_straight_movement():
    _, moves = field_moves(7)

    assert moves[1].tolist() == [5, 1, 2, 6]


@pytest.mark.parametrize("order", [0, 1, 4, 6, 12])
def test_other_orders_have_no_such_field(order):
    with pytest.raises(ValueError, match=f"{order} is not a prime power of at least 5"):
        field_moves(order)
