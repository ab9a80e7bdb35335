import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.movements.catalogue import find_movement
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.library.fives import build_fives_with_repeats
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import number_by_start, printed_numbers, printed_players
from tournaments.core.movements.request import MovementRequest
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL, TRIPLETS


def test_full_tables_read_one_two_three_four_in_the_order_of_the_sheets():
    numbers = printed_players(build_straight(5, 2))

    assert numbers[0].tolist() == np.arange(1, 21).reshape(5, 4).tolist()
    assert numbers[1, 0].tolist() == [1, 18, 15, 12]
    assert printed_numbers(build_straight(5, 2))[:4].tolist() == [1, 4, 2, 3]


def test_a_table_of_three_closes_up_and_its_empty_seat_is_zero():
    players = np.array([[[0, 1, 2, 3], [-1, 4, 5, 6]]])
    movement = Movement("three", players, np.full((1, 2), -1), shape=FREE_INDIVIDUAL)

    assert printed_players(movement).tolist() == [[[1, 2, 3, 4], [0, 5, 6, 7]]]


def test_a_fifth_is_printed_after_the_four_of_its_table():
    movement = build_fives_with_repeats(5, 2, 22)

    assert printed_players(movement)[0].tolist() == [
        [1, 2, 3, 4, 0],
        [5, 6, 7, 8, 0],
        [9, 10, 11, 12, 0],
        [13, 14, 15, 16, 17],
        [18, 19, 20, 21, 22],
    ]
    assert movement.players[0, 3].tolist() == [12, 13, 14, 15, 16]


def test_teams_keep_their_numbers():
    movement = Movement("teams", np.array([[[7, 0, 7, 0]]]), np.array([[0]]), shape=TRIPLETS)

    assert printed_players(movement).tolist() == [[[8, 8, 1, 1]]]


def test_those_who_rest_first_have_the_last_numbers():
    request = MovementRequest(
        format="duplicate_individual", table_count=8, round_count=8, player_count=31, source="resting_table"
    )
    movement = find_movement(request).movement

    numbers = printed_players(movement)

    assert numbers[0, :7].flatten().tolist() == list(range(1, 29))
    assert numbers[0, 7].tolist() == [0, 0, 0, 0]
    assert set(numbers.flatten().tolist()) == set(range(32))


@examples(15)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**32))
def test_numbering_by_start_only_renames(rounds, tables, seed):
    rng = np.random.default_rng(seed)
    players = np.stack([rng.permutation(4 * tables).reshape(tables, 4) for _ in range(rounds)])

    numbered = number_by_start(players)

    assert numbered[0].tolist() == np.arange(4 * tables).reshape(tables, 4).tolist()
    pairs = set(zip(players.flatten().tolist(), numbered.flatten().tolist(), strict=True))
    assert len(pairs) == 4 * tables
    assert number_by_start(numbered).tolist() == numbered.tolist()
