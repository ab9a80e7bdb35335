"""Seats of tables that a search has chosen: all have each seat, and are compared with all others, as often.

In events of the same deals two players are compared on a set when they held the same seat of it.
"""

import numpy as np

from tournaments.core.movements.movement import NOBODY, IntArray

SWEEPS = 4
SEAT_AGAIN = 1
COMPARED_AGAIN = 2
"""Cost of a pair that is compared once more, times the sets on which it was compared already."""


def seat_tables(tables: IntArray, sets: IntArray | None, table_count: int) -> IntArray:
    """players[round, table, seat] of players whose tables are known.

    Args:
        tables: tables[round, player]; `table_count` for a rest.
        sets: sets[round, table] where tables play the same deals; None where each deals for itself.
    """
    by_table = np.argsort(tables, axis=1, kind="stable")
    seated = int((tables[0] < table_count).sum())
    players = by_table[:, :seated].reshape(len(tables), table_count, -1).copy()
    state = _Seats(players, sets, tables.shape[1])
    for sweep in range(SWEEPS):
        changed = [state.seat_again(*place) for place in np.ndindex(players.shape[:2])]
        if sweep and not any(changed):
            break
    return players


class _Seats:
    """Who had which seat how often, and who was compared with whom."""

    def __init__(self, players: IntArray, sets: IntArray | None, player_count: int) -> None:
        self.players, self.sets = players, sets
        seats = players.shape[2]
        self.had = np.zeros((player_count, seats), dtype=np.int64)
        self.compared = np.zeros((player_count, player_count), dtype=np.int64)
        set_count = 0 if sets is None else int(sets.max()) + 1
        self.holders: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in range(set_count)]
        for this_round, table in np.ndindex(players.shape[:2]):
            self._count(this_round, table, 1)

    def seat_again(self, this_round: int, table: int) -> bool:
        """Give the players of a table the seats that suit them best; return whether any of them moved."""
        self._count(this_round, table, -1)
        members = self.players[this_round, table].copy()
        cost = SEAT_AGAIN * self.had[members]
        if self.sets is not None:
            for seat, holders in enumerate(self.holders[self.sets[this_round, table]]):
                cost[:, seat] += COMPARED_AGAIN * self.compared[np.ix_(members, holders)].sum(axis=1)
        order = _cheapest(cost)
        self.players[this_round, table] = members[order]
        self._count(this_round, table, 1)
        return order != list(range(len(members)))

    def _count(self, this_round: int, table: int, sign: int) -> None:
        members = self.players[this_round, table]
        self.had[members, np.arange(len(members))] += sign
        if self.sets is None:
            return
        for player, holders in zip(members.tolist(), self.holders[self.sets[this_round, table]], strict=True):
            if sign < 0:
                holders.remove(player)
            self.compared[player, holders] += sign
            self.compared[holders, player] += sign
            if sign > 0:
                holders.append(player)


def _cheapest(cost: IntArray) -> list[int]:
    """order[seat] = member, so that no swap of two members costs less.

    Args:
        cost: cost[member, seat].
    """
    order = list(range(len(cost)))
    seats = np.arange(len(cost))
    while True:
        now = cost[order][:, :]
        own = now[seats, seats]
        gains = own[:, None] + own[None, :] - now - now.T
        one, other = divmod(int(gains.argmax()), len(cost))
        if gains[one, other] <= 0:
            return order
        order[one], order[other] = order[other], order[one]


def stay_at_tables(players: IntArray) -> IntArray:
    """The same tables of people, numbered so that many stay where they were in the round before.

    Only for deals dealt at the table: no set has its place then.
    """
    settled = players.copy()
    for this_round in range(1, len(players)):
        before, now = settled[this_round - 1], players[this_round]
        common = (before[:, None, :, None] == now[None, :, None, :]).sum(axis=(2, 3))
        for _ in range(len(now)):
            place, table = divmod(int(common.argmax()), len(now))
            settled[this_round, place] = now[table]
            common[place, :] = common[:, table] = NOBODY
    return settled
