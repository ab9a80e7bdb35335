"""Tabu search for tables of any size: in each step make the best swap of two players of a round.

Rests are fixed before. The search only decides which players sit together. It judges all swaps of a round at
once: a pair that met m times in the other rounds costs the same at any table.

Source:
    I. Dotú and P. Van Hentenryck, Scheduling Social Golfers Locally, CPAIOR 2005.
"""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tournaments.core.movements.movement import IntArray
from tournaments.core.movements.search.role_plans import Placing

MOST_STEPS = 2_500
MOST_STEPS_WITHOUT_GAIN = 500
STEPS_OF_A_PLACE = 5
"""Largest number of steps without gain for each place of each round. Small sizes have few possible swaps."""
MOST_CELLS = 8_000_000
"""Largest number of pairs of players judged in a search. With more players there are fewer steps."""
THIRD_TIME = 0.25
"""Extra cost of a third meeting of a pair; the fourth costs three times as much, and so on.

Of two movements with as many repeated meetings, the one without large numbers is better."""
SET_AGAIN = 3.0
"""Cost of a player who comes to a set again. A movement with such a cost is never kept."""
SHORTEST_TABU, LONGEST_TABU = 3, 10
"""Times around all rounds before two players may be swapped back."""
FORBIDDEN = 1e6

Floats = npt.NDArray[np.float64]


def meeting_cost(meeting_counts: IntArray) -> float:
    """Return the cost of the meetings; 0 if no two players meet twice.

    Args:
        meeting_counts: meeting_counts[player, other], symmetric.
    """
    pairs = meeting_counts[np.triu_indices(len(meeting_counts), 1)]
    return float((pairs * (pairs - 1) / 2 + THIRD_TIME * pairs * (pairs - 1) * (pairs - 2) / 6).sum())


def least_cost(pair_count: int, meetings: int) -> float:
    """Return the cost if the pairs share the meetings evenly. No cost is lower."""
    share, left_over = divmod(meetings, pair_count)
    evenly = np.zeros((3, 3), dtype=np.int64)
    costs = []
    for times in (share, share + 1):
        evenly[0, 1] = times
        costs.append(meeting_cost(evenly[:2, :2]))
    return (pair_count - left_over) * costs[0] + left_over * costs[1]


def tables_worth(tables: IntArray, table_count: int) -> tuple[int, float]:
    """Return (rounds that repeat an earlier one, cost of the meetings). Lower is better."""
    together = np.stack([_together(places, table_count) for places in tables])
    return _repeated_rounds(together), meeting_cost(together.sum(axis=0))


def _repeated_rounds(together: npt.NDArray[np.bool_]) -> int:
    """Return the number of rounds in which all players sit as in an earlier one."""
    return len(together) - len({round_tables.tobytes() for round_tables in together})


def _together(places: IntArray, table_count: int) -> npt.NDArray[np.bool_]:
    """Return together[player, other]: True if both are at one table in the round; False on the diagonal."""
    together = (places[:, None] == places[None, :]) & (places < table_count)[:, None]
    np.fill_diagonal(together, val=False)
    return np.asarray(together)


def spread_tables(placing: Placing, table_count: int, *, has_sets: bool, seed: int) -> Placing | None:
    """Search tables with fewer repeated meetings. Return equal tables if nothing better is found.

    The same placing and seed give the same tables.

    Args:
        has_sets: no player may come to a set twice.

    Returns:
        None if `placing` brings players to a set twice and so do all tables of the search.
    """
    state = _State(placing, table_count, has_sets=has_sets)
    round_count, player_count = placing.tables.shape
    steps = min(MOST_STEPS, MOST_CELLS // player_count**2)
    if table_count > 1 and round_count > 1:
        _improve(state, np.random.default_rng(seed), steps)
    return replace(placing, tables=state.best_tables) if math.isfinite(state.best_cost) else None


def _improve(state: "_State", rng: np.random.Generator, steps: int) -> None:
    idle, patience = 0, min(MOST_STEPS_WITHOUT_GAIN, STEPS_OF_A_PLACE * state.tables.size)
    for step in range(steps):
        is_perfect = state.best_cost <= state.least and not state.best_repeats
        if is_perfect or idle > patience:
            return
        idle = 0 if state.swap_best(step, rng) else idle + 1


class _State:
    """Tables of the players, counts of their meetings and sets, and swaps that are barred for a while."""

    def __init__(self, placing: Placing, table_count: int, *, has_sets: bool) -> None:
        self.tables = placing.tables.copy()
        self.sets = placing.sets
        self.table_count, self.has_sets = table_count, has_sets
        round_count, player_count = self.tables.shape
        self.together = np.stack([_together(places, table_count) for places in self.tables])
        self.meeting_counts = self.together.sum(axis=0)
        self.barred_until = np.zeros((round_count, player_count, player_count), dtype=np.int64)
        self.rows_of_tables = np.eye(table_count + 1, dtype=np.float64)[:, :table_count]
        self.set_counts = np.zeros((player_count, int(self.sets.max()) + 1), dtype=np.int64)
        for this_round in range(round_count):
            self._count_sets(this_round, 1)
        self.least = least_cost(player_count * (player_count - 1) // 2, int(self.meeting_counts.sum()) // 2)
        set_repeats = int((self.set_counts * (self.set_counts - 1)).sum()) // 2
        self.cost = meeting_cost(self.meeting_counts) + SET_AGAIN * set_repeats
        self.best_tables, self.best_cost = self.tables.copy(), math.inf if set_repeats else self.cost
        self.best_repeats = _repeated_rounds(self.together)

    def swap_best(self, step: int, rng: np.random.Generator) -> bool:
        """Make the best allowed swap of a round. Return whether it gives the best tables so far."""
        round_count, player_count = self.tables.shape
        this_round = int(rng.integers(round_count))
        changes = self._changes(this_round)
        # random noise smaller than any difference of costs decides between equal swaps
        shaken = changes + THIRD_TIME / 2 * rng.random(player_count)
        is_barred = self.barred_until[this_round] > step
        # a barred swap is allowed when it gives a new best
        shaken[is_barred & (changes + self.cost >= self.best_cost)] = FORBIDDEN
        player, partner = divmod(int(shaken.argmin()), player_count)
        if shaken[player, partner] >= FORBIDDEN:
            return False
        self._swap(this_round, player, partner)
        self.cost += float(changes[player, partner])
        until = step + round_count * int(rng.integers(SHORTEST_TABU, LONGEST_TABU))
        self.barred_until[this_round, [player, partner], [partner, player]] = until
        return self._keep_if_best()

    def _changes(self, this_round: int) -> Floats:
        """Return changes[player, other]: cost of their swap in the round; `FORBIDDEN` if there is none."""
        places = self.tables[this_round]
        elsewhere = (self.meeting_counts - self.together[this_round]).astype(np.float64)
        # cost of one more meeting of a pair
        weights = elsewhere + THIRD_TIME / 2 * elsewhere * (elsewhere - 1)
        table_rows = self.rows_of_tables[places]
        at_tables = weights @ table_rows
        if self.has_sets:
            self._count_sets(this_round, -1)
            at_tables += SET_AGAIN * self.set_counts[:, self.sets[this_round]]
            self._count_sets(this_round, 1)
        current_costs = (at_tables * table_rows).sum(axis=1)
        costs_there = at_tables @ table_rows.T
        # the two players of a swap do not meet: subtract their pair twice
        changes = costs_there + costs_there.T - current_costs[:, None] - current_costs[None, :] - 2 * weights
        is_resting = places == self.table_count
        changes[self.together[this_round]] = FORBIDDEN
        changes[is_resting, :] = FORBIDDEN
        changes[:, is_resting] = FORBIDDEN
        np.fill_diagonal(changes, FORBIDDEN)
        return np.asarray(changes)

    def _swap(self, this_round: int, player: int, partner: int) -> None:
        self._count_sets(this_round, -1)
        self.meeting_counts -= self.together[this_round]
        places = self.tables[this_round]
        places[player], places[partner] = places[partner], places[player]
        self.together[this_round] = _together(places, self.table_count)
        self.meeting_counts += self.together[this_round]
        self._count_sets(this_round, 1)

    def _count_sets(self, this_round: int, sign: int) -> None:
        if self.has_sets:
            active_players = np.flatnonzero(self.tables[this_round] < self.table_count)
            self.set_counts[
                active_players, self.sets[this_round, self.tables[this_round, active_players]]
            ] += sign

    def _keep_if_best(self) -> bool:
        is_cheaper = self.cost < self.best_cost
        if not (is_cheaper or self.best_repeats) or (self.set_counts > 1).any():
            return False
        repeats = _repeated_rounds(self.together)
        if (repeats, self.cost) >= (self.best_repeats, self.best_cost):
            return False
        self.best_tables, self.best_repeats, self.best_cost = self.tables.copy(), repeats, self.cost
        return True
