"""Seats at tables that a search has chosen: players get all seats, and all comparisons, equally often.

In events of the same deals two players are compared on a set if they held the same seat of it.
"""

import numpy as np

from tournaments.core.movements.movement import NOBODY, IntArray

SWEEPS = 4
SEAT_AGAIN = 1
COMPARED_AGAIN = 2
"""Cost of one more comparison of a pair, times the sets on which the pair is compared already."""


def seat_tables(tables: IntArray, sets: IntArray | None, table_count: int) -> IntArray:
    """Return players[round, table, seat] for players with known tables.

    Args:
        tables: tables[round, player]; `table_count` for a rest.
        sets: sets[round, table] where tables play the same deals; None where each deals for itself.
    """
    by_table = np.argsort(tables, axis=1, kind="stable")
    playing_count = int((tables[0] < table_count).sum())
    # resting players sort last: their table number is the highest
    players = by_table[:, :playing_count].reshape(len(tables), table_count, -1).copy()
    state = _Seats(players, sets, tables.shape[1])
    for sweep in range(SWEEPS):
        moves = [state.seat_again(*place) for place in np.ndindex(players.shape[:2])]
        if sweep and not any(moves):
            break
    return players


class _Seats:
    """Players by seat, and counts of the seats and comparisons of each player."""

    def __init__(self, players: IntArray, sets: IntArray | None, player_count: int) -> None:
        self.players, self.sets = players, sets
        seats = players.shape[2]
        self.seat_counts = np.zeros((player_count, seats), dtype=np.int64)
        self.comparison_counts = np.zeros((player_count, player_count), dtype=np.int64)
        set_count = 0 if sets is None else int(sets.max()) + 1
        self.holders: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in range(set_count)]
        for this_round, table in np.ndindex(players.shape[:2]):
            self._count(this_round, table, 1)

    def seat_again(self, this_round: int, table: int) -> bool:
        """Give the players of a table the cheapest seats. Return whether a player moved."""
        self._count(this_round, table, -1)
        members = self.players[this_round, table].copy()
        cost = SEAT_AGAIN * self.seat_counts[members]
        if self.sets is not None:
            for seat, holders in enumerate(self.holders[self.sets[this_round, table]]):
                cost[:, seat] += COMPARED_AGAIN * self.comparison_counts[np.ix_(members, holders)].sum(axis=1)
        order = _cheapest(cost)
        self.players[this_round, table] = members[order]
        self._count(this_round, table, 1)
        return order != list(range(len(members)))

    def _count(self, this_round: int, table: int, sign: int) -> None:
        members = self.players[this_round, table]
        self.seat_counts[members, np.arange(len(members))] += sign
        if self.sets is None:
            return
        for player, holders in zip(members.tolist(), self.holders[self.sets[this_round, table]], strict=True):
            if sign < 0:
                holders.remove(player)
            self.comparison_counts[player, holders] += sign
            self.comparison_counts[holders, player] += sign
            if sign > 0:
                holders.append(player)


def _cheapest(cost: IntArray) -> list[int]:
    """Return order[seat] = member, such that no swap of two members costs less.

    Args:
        cost: cost[member, seat].
    """
    order = list(range(len(cost)))
    seats = np.arange(len(cost))
    while True:
        cost_in_seats = cost[order][:, :]
        current_costs = cost_in_seats[seats, seats]
        gains = current_costs[:, None] + current_costs[None, :] - cost_in_seats - cost_in_seats.T
        seat, other_seat = divmod(int(gains.argmax()), len(cost))
        if gains[seat, other_seat] <= 0:
            return order
        order[seat], order[other_seat] = order[other_seat], order[seat]


def stay_at_tables(players: IntArray) -> IntArray:
    """Renumber the tables so that many players stay where they were in the round before.

    This works only for deals dealt at the table, where no set has a place.
    """
    players_by_table = players.copy()
    for this_round in range(1, len(players)):
        previous_tables, current_tables = players_by_table[this_round - 1], players[this_round]
        common = (previous_tables[:, None, :, None] == current_tables[None, :, None, :]).sum(axis=(2, 3))
        for _ in range(len(current_tables)):
            place, table = divmod(int(common.argmax()), len(current_tables))
            players_by_table[this_round, place] = current_tables[table]
            # below every count, so that neither is chosen again
            common[place, :] = common[:, table] = NOBODY
    return players_by_table
