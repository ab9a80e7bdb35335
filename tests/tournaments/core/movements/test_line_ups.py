import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.movements.constructions import build_straight, is_straight_size
from tournaments.core.movements.library.fives import build_fives_with_repeats
from tournaments.core.movements.line_ups import seeded_units
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL, QUARTETS, TRIPLETS

SIZES = [size for size in range(5, 60) if is_straight_size(size)]


def rank_of_unit(movement):
    """ranks[unit] from 1."""
    ranks = np.zeros(movement.player_count, dtype=np.int64)
    ranks[list(seeded_units(movement))] = np.arange(1, movement.player_count + 1)
    return ranks


@examples(10)
@given(st.sampled_from(SIZES), st.data())
def test_every_rank_has_one_place_and_neighbours_meet_last(size, data):
    movement = build_straight(size, data.draw(st.integers(1, size)))

    ranks = rank_of_unit(movement)

    assert sorted(ranks.tolist()) == list(range(1, 4 * size + 1))
    last = np.sort(ranks[movement.players[-1]], axis=1)
    assert last.tolist() == [[4 * table + place for place in range(1, 5)] for table in range(size)]


@pytest.mark.parametrize("size", SIZES)
def test_lines_weigh_the_same(size):
    ranks = rank_of_unit(build_straight(size, size))

    sums = ranks.reshape(size, 4).sum(axis=0)

    assert sums.max() - sums.min() <= 1


def test_even_number_of_tables_is_exactly_even():
    """The last round alone, four tables: to and fro."""
    movement = Movement("last", np.arange(16).reshape(1, 4, 4), np.arange(4).reshape(1, 4))

    ranks = rank_of_unit(movement)

    assert ranks.reshape(4, 4).sum(axis=0).tolist() == [34, 34, 34, 34]
    assert ranks[[0, 2, 3, 1]].tolist() == [1, 2, 3, 4]
    assert ranks[[4, 6, 7, 5]].tolist() == [8, 7, 6, 5]


def test_who_rests_in_the_last_round_comes_last():
    players = np.array([[[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 2, 3], [-1] * 4]])
    movement = Movement("rest", players, np.array([[0, 1], [1, -1]]))

    assert seeded_units(movement) == (0, 2, 3, 1, 4, 5, 6, 7)


def test_a_fifth_is_ranked_after_the_four_of_its_table():
    movement = build_fives_with_repeats(6, 3, 26)

    ranks = rank_of_unit(movement)

    assert sorted(ranks.tolist()) == list(range(1, 27))
    last = ranks[movement.players[-1][movement.players[-1][:, 4] != -1]]
    assert (last.argmax(axis=1) == 4).all()
    assert (last.max(axis=1) - last.min(axis=1) == 4).all()


def test_tables_of_three_and_teams_are_filled_by_rank_too():
    three = Movement(
        "three",
        np.array([[[0, 1, 2, 3], [-1, 4, 5, 6]]]),
        np.full((1, 2), -1),
        shape=FREE_INDIVIDUAL,
    )
    teams = Movement("teams", np.array([[[0, 1, 0, 1], [2, 3, 2, 3]]]), np.array([[0, 1]]), shape=TRIPLETS)
    duel = Movement("duel", np.array([[[0, 0, 1, 0], [1, 1, 0, 1]]]), np.array([[0, 1]]), shape=QUARTETS)

    assert seeded_units(three) == (0, 2, 3, 1, 4, 6, 5)
    assert seeded_units(teams) == (0, 1, 3, 2)
    assert seeded_units(duel) == (0, 1)
