"""Numbers as people read them: from 1, in the order of the starting places, seats in the order of sheets."""

import numpy as np

from tournaments.core.movements.movement import NOBODY, IntArray, Movement
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth


def printed_numbers(movement: Movement) -> IntArray:
    """Return printed[player]: the number from 1 on lists, files and papers.

    Individual players are numbered by the place where they first sit: round, table, then N, S, E, W and a
    fifth. So a first round with full tables reads 1 2 3 4, 5 6 7 8… Teams keep their number, plus 1.
    """
    numbers = np.arange(1, movement.player_count + 1)
    if movement.shape.unit_size == 1:
        order = order_of_appearance(
            movement.players[:, :, list_sheet_seats_with_fifth(movement.shape.seat_count)]
        )
        numbers[order] = np.arange(1, len(order) + 1)
    return numbers


def printed_players(movement: Movement) -> IntArray:
    """Return players[round, table, seat] with printed numbers, seats in sheet order, 0 for an empty seat."""
    numbers = np.append(printed_numbers(movement), 0)
    return numbers[movement.players[:, :, list_sheet_seats_with_fifth(movement.shape.seat_count)]]


def number_by_start(players: IntArray) -> IntArray:
    """Renumber the players from 0 by the place where they first sit, in playing order.

    Args:
        players: players[round, table, seat], seats in playing order; any numbers from 0, −1 for an empty
            seat.
    """
    order = order_of_appearance(players)
    # one number more: index −1, the empty seat, maps to itself
    numbers = np.full(int(players.max()) + 2, NOBODY, dtype=np.int64)
    numbers[order] = np.arange(len(order))
    return numbers[players]


def order_of_appearance(players: IntArray) -> IntArray:
    """Return the players in the order in which they first occur."""
    seat_numbers = players[players != NOBODY]
    units, first = np.unique(seat_numbers, return_index=True)
    return units[np.argsort(first)]
