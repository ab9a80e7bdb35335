import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.movements.catalogue import find_by_code
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.encounters import comparison_matrix, line_of_units, meeting_matrix
from tournaments.core.movements.figures import Spread, attacks_per_unit, count_values, measure_movement
from tournaments.core.movements.library.fives import build_free_fives
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.remarks import describe, remark
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL, INDIVIDUAL, QUARTETS, SEATS, TRIPLETS

SAME_TABLE_TWICE = Movement(
    "still",
    players=np.array([[[0, 1, 2, 3], [4, 5, 6, 7]], [[0, 1, 2, 3], [4, 5, 6, 7]]]),
    board_sets=np.array([[0, 1], [1, 0]]),
)


def test_straight_movement_of_five_tables_leaves_nothing_to_wish():
    figures = measure_movement(build_straight(5, 5), 4)

    assert figures.meetings == Spread(((0, 40), (1, 150)))
    assert figures.opponents == Spread(((15, 20),))
    assert figures.comparisons == Spread(((5, 40),))
    assert figures.attacks == Spread(((5, 20),))
    assert (figures.rests, figures.set_plays) == (Spread(((0, 20),)), Spread(((5, 5),)))
    assert (figures.board_count, figures.keeps_lines, figures.quality) == (20, True, 100)


def test_attacks_are_those_of_the_printed_takers():
    """FFT: 21 boards N5 S5 E5 O6, when all positions are played; seats N W S E here."""
    attacks = attacks_per_unit(build_straight(7, 7), 3)

    assert attacks[:4].tolist() == [5, 6, 5, 5]


def test_movement_that_stands_still_is_told_so():
    figures = measure_movement(SAME_TABLE_TWICE, 2)

    assert figures.meetings == Spread(((0, 16), (2, 12)))
    assert figures.parts == {"meetings": 50, "comparisons": 100, "attacks": 100, "sets": 100, "rests": 100}
    assert figures.quality == 80, "the meetings weigh 40 of 100"
    assert [str(told) for told in describe(figures)] == [
        "meets_again: met 3, others 7, pairs 12, most 2",
        "lines_compared_equal: times 2",
        "attacks_equal: times 1",
        "sets_equal: times 2",
        "nobody_rests: ",
    ]


def test_boards_played_once_are_told_to_compare_nothing():
    """Seven players at one table, three of whom rest in turn."""
    figures = measure_movement(find_by_code("whist_resting-2-6-7-4").movement, 4)

    assert [told.code for told in describe(figures)][3:5] == ["sets_equal", "nothing_compared"]
    assert "nothing_compared" not in [told.code for told in describe(measure_movement(build_straight(5, 5)))]


def test_everybody_meets_all_others_at_one_table():
    """There is no "4 of 4 others" nor "1 of 1 others"."""
    alone = Movement("alone", np.array([[[0, 1, 2, 3, 4]]] * 3), np.full((3, 1), -1), shape=SEATS[5])
    duel = Movement("duel", np.array([[[0, 1]]] * 3), np.full((3, 1), -1), shape=SEATS[2])

    assert describe(measure_movement(alone))[0] == remark("meets_all_again", others=4, most=3)
    assert describe(measure_movement(duel))[0] == remark("two_players")


def test_matrices_of_the_movement_that_stands_still():
    met, compared = meeting_matrix(SAME_TABLE_TWICE), comparison_matrix(SAME_TABLE_TWICE)

    assert met[0].tolist() == [0, 2, 2, 2, 0, 0, 0, 0]
    assert compared[0].tolist() == [0, 0, 0, 0, 2, 0, 0, 0]
    assert line_of_units(SAME_TABLE_TWICE).tolist() == [0, 1, 2, 3, 0, 1, 2, 3]


def test_players_who_change_seats_are_compared_with_all():
    turned = Movement(
        "turned",
        players=np.array([[[0, 1, 2, 3], [4, 5, 6, 7]], [[5, 4, 7, 6], [1, 0, 3, 2]]]),
        board_sets=np.array([[0, 1], [0, 1]]),
    )

    figures = measure_movement(turned)

    assert not figures.keeps_lines
    assert figures.comparisons.size == 28
    assert figures.comparisons.total == 8


def test_teams_attack_the_boards_of_their_side():
    """Boards 1 to 4 are taken by N, O, E, S: each side attacks two."""
    duel = Movement("duel", np.array([[[0, 1, 0, 1]]]), np.array([[0]]), shape=TRIPLETS)

    assert attacks_per_unit(duel, 4).tolist() == [2, 2]
    assert attacks_per_unit(duel, 3).tolist() == [1, 2]


def test_quartets_attack_with_the_attacker_and_are_compared_with_their_opponents_only():
    players = np.array([[[0, 0, 1, 0], [1, 1, 0, 1]]])
    home_and_away = Movement("duel", players, np.array([[0, 1]]), shape=QUARTETS)

    figures = measure_movement(home_and_away, 3)

    assert figures.attacks == Spread(((3, 2),))
    assert figures.comparisons == Spread()
    assert "comparisons" not in figures.parts
    assert meeting_matrix(home_and_away).tolist() == [[0, 1], [1, 0]]
    assert "teams_attacks_equal: times 3" in map(str, describe(figures))


def test_free_deals_count_the_tables_of_three():
    players = np.array([[[-1, 0, 1, 2], [3, 4, 5, 6]], [[3, 0, 5, 6], [-1, 4, 1, 2]]])
    movement = Movement("free", players, np.full((2, 2), -1), shape=FREE_INDIVIDUAL)

    figures = measure_movement(movement)

    assert figures.three_seats == Spread(((0, 3), (1, 2), (2, 2)))
    assert figures.attacks == figures.set_plays == figures.comparisons == Spread()
    assert set(figures.parts) == {"meetings", "rests"}
    assert describe(figures)[-1].values == {"times": 2, "units": 4}


def test_free_deals_count_the_tables_of_five_without_their_fifth():
    figures = measure_movement(build_free_fives(5, 3, 21))

    assert figures.three_seats == Spread()
    assert figures.five_seats == Spread(((0, 9), (1, 12)))
    assert figures.keeps_lines
    assert figures.opponents == Spread(((9, 8), (10, 12), (12, 1)))
    assert (describe(figures)[-1].code, describe(figures)[-1].values) == (
        "five_at_most",
        {"times": 1, "units": 12},
    )


def test_rests_and_walks_are_counted():
    players = np.array([[[0, 1, 2, 3], [-1] * 4, [4, 5, 6, 7]], [[-1] * 4, [-1] * 4, [0, 1, 2, 3]]])
    figures = measure_movement(Movement("rest", players, np.array([[0, -1, 1], [-1, -1, 1]])))

    assert figures.rests == Spread(((0, 4), (1, 4)))
    assert figures.walks == Spread(((0, 4), (2, 4)))
    assert figures.longest_walk == 2
    assert describe(figures)[-1] == remark("rests_once", units=4)
    assert (figures.parts["rests"], figures.parts["sets"]) == (50, 50)


@pytest.mark.parametrize(
    ("values", "evenness"), [([2, 2, 2], 100), ([1, 2, 2], 100), ([0, 4], 50), ([0, 0], 100), ([3, 1], 80)]
)
def test_evenness_compares_with_the_most_even_sharing(values, evenness):
    assert count_values(values).evenness == evenness


@st.composite
def scattered_movements(draw):
    """Movements that are hardly ever sound, with a relabelling of players, tables and rounds."""
    rounds, tables = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    seeded = np.random.default_rng(draw(st.integers(0, 2**32)))
    people = 4 * tables
    players = np.stack([seeded.permutation(people).reshape(tables, 4) for _ in range(rounds)])
    sets = seeded.integers(0, tables, (rounds, tables))
    return Movement("scattered", players, sets, shape=INDIVIDUAL, tables_per_set=tables), seeded


@examples(20)
@given(scattered_movements())
def test_names_of_players_tables_and_rounds_do_not_matter(drawn):
    movement, seeded = drawn
    rounds, tables = seeded.permutation(movement.round_count), seeded.permutation(movement.table_count)
    people = seeded.permutation(movement.player_count)
    renamed = Movement(
        "renamed",
        people[movement.players][rounds][:, tables],
        movement.board_sets[rounds][:, tables],
        tables_per_set=movement.tables_per_set,
    )

    before, after = measure_movement(movement, 3), measure_movement(renamed, 3)

    assert (after.quality, after.parts) == (before.quality, before.parts)
    assert describe(after) == describe(before)


@examples(20)
@given(scattered_movements())
def test_figures_add_up(drawn):
    movement, _ = drawn
    figures = measure_movement(movement, 2)
    tables, rounds = movement.table_count, movement.round_count

    assert figures.meetings.total == 6 * tables * rounds
    assert figures.attacks.total == 2 * tables * rounds
    assert figures.set_plays.total == tables * rounds
    assert 0 <= figures.quality <= 100
