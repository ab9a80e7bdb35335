import pytest

from tests.tournaments.core.movements.clean_moves import is_clean
from tournaments.core.movements.fields import field_lines, field_moves, prime_power


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


@pytest.mark.parametrize(("order", "lines"), [(3, 2), (4, 3), (7, 5), (8, 7), (9, 6)])
def test_lines_of_a_field_meet_afresh_in_every_round(order, lines):
    tables, sets = field_lines(order, lines)

    meetings = [
        (own_line, other_line, home, tables_of_other.index(table))
        for this_round in range(order)
        for own_line in range(lines)
        for other_line in range(own_line)
        for tables_of_other in [tables[this_round, other_line].tolist()]
        for home, table in enumerate(tables[this_round, own_line].tolist())
    ]
    plays = {
        (line, home, sets[this_round, tables[this_round, line, home]])
        for this_round in range(order)
        for line in range(lines)
        for home in range(order)
    }

    assert len(set(meetings)) == len(meetings)
    assert len(plays) == order * lines * order


@pytest.mark.parametrize(("order", "lines"), [(6, 3), (5, 5)])
def test_a_field_has_fewer_lines_than_tables(order, lines):
    with pytest.raises(ValueError, match=f"{lines} lines of {order} tables are no lines of a field"):
        field_lines(order, lines)
