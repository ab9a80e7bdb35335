"""Starting place of every unit of a movement."""

import numpy as np

from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.library.quartets import build_quartets
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.starting import RELAY_SEAT, starting_places
from tournaments.core.movements.table_shape import QUARTETS, TRIPLETS


def test_players_begin_where_the_first_round_seats_them() -> None:
    assert starting_places(build_straight(5, 3)) == tuple(
        (table, seat) for table in range(5) for seat in range(4)
    )


def test_those_without_a_seat_wait_in_the_order_of_their_numbers() -> None:
    movement = Movement(
        code="turns",
        players=np.array([[[5, 0, 3, 2], [-1] * 4], [[1, 4, 6, 0], [-1] * 4]]),
        board_sets=np.array([[0, -1], [1, -1]]),
    )

    places = starting_places(movement)

    assert places == (
        (0, 1), (0, RELAY_SEAT), (0, 3), (0, 2), (1, RELAY_SEAT), (0, 0), (2, RELAY_SEAT),
    )  # fmt: skip


def test_a_team_begins_at_the_first_seat_of_its_side() -> None:
    movement = Movement(
        code="teams", players=np.array([[[0, 1, 0, 1]]]), board_sets=np.array([[0]]), shape=TRIPLETS
    )

    assert starting_places(movement) == ((0, 0), (0, 3))


def test_a_team_of_two_tables_begins_at_its_defence() -> None:
    movement = build_quartets(5, 4, 5)

    assert starting_places(movement) == tuple((table, 0) for table in range(5))


def test_a_defence_that_waits_in_the_first_round_begins_at_its_own_table() -> None:
    movement = build_quartets(7, 6, 6)

    # the team of table 6 meets the absent team of table 1 first
    assert movement.players[0, 5].tolist() == [-1] * 4
    assert starting_places(movement) == tuple((table, 0) for table in range(1, 7))


def test_a_table_that_two_teams_defend_belongs_to_the_first() -> None:
    movement = Movement(
        code="own",
        players=np.array([[[0, 0, 1, 0]], [[1, 1, 0, 1]]]),
        board_sets=np.array([[0], [0]]),
        shape=QUARTETS,
    )

    assert starting_places(movement) == ((0, 0), (0, 2))
