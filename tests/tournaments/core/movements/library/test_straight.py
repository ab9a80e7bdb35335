import pytest

from tournaments.core.movements.library.straight import STRAIGHT, straight_boards_per_set

MISPRINTED_RANGES = {(6, 11): (11, 12), (11, 11): (21, 22)}
"""(table, tables): the étuis that the manual means where it prints 10-12 and 20-22 (M17)."""


@pytest.mark.parametrize(
    ("table_count", "boards"),
    [(5, (4, 3, 2)), (7, (4, 3, 2)), (11, (2, 4, 3)), (13, (2, 4, 3)), (19, (2, 4, 3))],
)
def test_recommended_boards_come_first(table_count, boards):
    assert straight_boards_per_set(table_count) == boards


@pytest.mark.parametrize(("place", "boards"), MISPRINTED_RANGES.items())
def test_boards_of_a_table_do_not_overlap_those_of_the_next(place, boards):
    table, table_count = place
    movement = STRAIGHT.build(table_count, 1, 4 * table_count)

    assert movement.boards(0, table - 1, 2) == boards


def test_sizes_beyond_the_primes_are_those_prime_to_two_and_three():
    assert STRAIGHT.table_counts[:10] == (5, 7, 11, 13, 17, 19, 23, 25, 29, 31)
