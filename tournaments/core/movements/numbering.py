"""Numbers as people read them: from 1, in the order of the starting places, seats as sheets list them."""

import numpy as np

from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.table_shape import sheet_order


def printed_numbers(movement: Movement) -> IntArray:
    """printed[player]: the number from 1 that lists, files and papers show.

    Individual players are numbered by the place where they first sit (round, table, then N, S, E, W and
    a fifth), so that a first round with full tables reads 1 2 3 4, 5 6 7 8…; teams keep their number, plus 1.
    """
    numbers = np.arange(1, movement.player_count + 1)
    if movement.shape.unit_size == 1:
        order = order_of_appearance(movement.players[:, :, sheet_order(movement.shape.seat_count)])
        numbers[order] = np.arange(1, len(order) + 1)
    return numbers


def printed_players(movement: Movement) -> IntArray:
    """players[round, table, seat] with printed numbers, seats in sheet order, 0 for an empty seat."""
    numbers = np.append(printed_numbers(movement), 0)
    return numbers[movement.players[:, :, sheet_order(movement.shape.seat_count)]]


def number_by_start(players: IntArray) -> IntArray:
    """The same seats with players numbered from 0 by the place where they first sit, in playing order.

    Args:
        players: players[round, table, seat], seats in playing order; any numbers from 0, −1 for nobody.
    """
    order = order_of_appearance(players)
    numbers = np.full(int(players.max()) + 2, NOBODY, dtype=np.int64)
    numbers[order] = np.arange(len(order))
    return numbers[players]


def order_of_appearance(players: IntArray) -> IntArray:
    """The players in the order in which they first occur."""
    seated = players[players != NOBODY]
    found, first = np.unique(seated, return_index=True)
    return found[np.argsort(first)]
