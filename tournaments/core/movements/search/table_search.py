"""Search for tables of any size: swap two players of a round, the best swap each time (tabu search).

Rests are given and stay; what is searched for is who sits with whom. All swaps of a round are judged at once:
a round is a matter of pairs, and a pair that met m times in the other rounds costs the same at any table.

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
"""Steps without gain, at most, for each place of each round: small sizes have few ways to go."""
MOST_CELLS = 8_000_000
"""Pairs of players judged in a search: with more players there are fewer steps."""
THIRD_TIME = 0.25
"""Added to the cost of a pair for its third meeting, three times as much for the fourth…: of two movements
with as many meetings again the one without great numbers is better."""
SET_AGAIN = 3.0
"""Cost of a player who comes to a set again; a movement with such a cost is never kept."""
SHORTEST_TABU, LONGEST_TABU = 3, 10
"""Times around all rounds before two players may be swapped back."""
FORBIDDEN = 1e6

Floats = npt.NDArray[np.float64]


def meeting_cost(met: IntArray) -> float:
    """Cost of these meetings; 0 when nobody meets anybody twice.

    Args:
        met: met[player, other], symmetric.
    """
    pairs = met[np.triu_indices(len(met), 1)]
    return float((pairs * (pairs - 1) / 2 + THIRD_TIME * pairs * (pairs - 1) * (pairs - 2) / 6).sum())


def least_cost(pair_count: int, meetings: int) -> float:
    """Cost when the pairs share the meetings evenly: nothing can be lower."""
    share, left_over = divmod(meetings, pair_count)
    evenly = np.zeros((3, 3), dtype=np.int64)
    costs = []
    for times in (share, share + 1):
        evenly[0, 1] = times
        costs.append(meeting_cost(evenly[:2, :2]))
    return (pair_count - left_over) * costs[0] + left_over * costs[1]


def tables_worth(tables: IntArray, table_count: int) -> tuple[int, float]:
    """Rounds that repeat an earlier one, then the cost of the meetings: lower is better."""
    together = np.stack([_together(places, table_count) for places in tables])
    return _repeated_rounds(together), meeting_cost(together.sum(axis=0))


def _repeated_rounds(together: npt.NDArray[np.bool_]) -> int:
    """Return the number of rounds in which all sit as in an earlier one."""
    return len(together) - len({each.tobytes() for each in together})


def _together(places: IntArray, table_count: int) -> npt.NDArray[np.bool_]:
    """together[player, other]: at one table in the round; False on the diagonal."""
    together = (places[:, None] == places[None, :]) & (places < table_count)[:, None]
    np.fill_diagonal(together, val=False)
    return np.asarray(together)


def spread_tables(placing: Placing, table_count: int, *, has_sets: bool, seed: int) -> Placing | None:
    """The placing with tables of fewer meetings again; as it is where nothing better is found.

    The same placing and seed give the same tables.

    Args:
        has_sets: nobody may come to a set twice.

    Returns:
        None where `placing` brings players to a set twice, and so does all that is found.
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
    """Who is where, who met whom how often, and which swaps are barred for a while."""

    def __init__(self, placing: Placing, table_count: int, *, has_sets: bool) -> None:
        self.tables = placing.tables.copy()
        self.sets = placing.sets
        self.table_count, self.has_sets = table_count, has_sets
        round_count, player_count = self.tables.shape
        self.together = np.stack([_together(places, table_count) for places in self.tables])
        self.met = self.together.sum(axis=0)
        self.barred = np.zeros((round_count, player_count, player_count), dtype=np.int64)
        self.rows_of_tables = np.eye(table_count + 1, dtype=np.float64)[:, :table_count]
        self.played = np.zeros((player_count, int(self.sets.max()) + 1), dtype=np.int64)
        for this_round in range(round_count):
            self._count_sets(this_round, 1)
        self.least = least_cost(player_count * (player_count - 1) // 2, int(self.met.sum()) // 2)
        again = int((self.played * (self.played - 1)).sum()) // 2
        self.cost = meeting_cost(self.met) + SET_AGAIN * again
        self.best_tables, self.best_cost = self.tables.copy(), math.inf if again else self.cost
        self.best_repeats = _repeated_rounds(self.together)

    def swap_best(self, step: int, rng: np.random.Generator) -> bool:
        """Make the best free swap of a round; return whether it gives the best tables so far."""
        round_count, player_count = self.tables.shape
        this_round = int(rng.integers(round_count))
        changes = self._changes(this_round)
        shaken = changes + THIRD_TIME / 2 * rng.random(player_count)
        is_barred = self.barred[this_round] > step
        shaken[is_barred & (changes + self.cost >= self.best_cost)] = FORBIDDEN
        one, other = divmod(int(shaken.argmin()), player_count)
        if shaken[one, other] >= FORBIDDEN:
            return False
        self._swap(this_round, one, other)
        self.cost += float(changes[one, other])
        until = step + round_count * int(rng.integers(SHORTEST_TABU, LONGEST_TABU))
        self.barred[this_round, [one, other], [other, one]] = until
        return self._keep_if_best()

    def _changes(self, this_round: int) -> Floats:
        """changes[player, other]: cost of their swap in the round; `FORBIDDEN` where there is none."""
        places = self.tables[this_round]
        elsewhere = (self.met - self.together[this_round]).astype(np.float64)
        weights = elsewhere + THIRD_TIME / 2 * elsewhere * (elsewhere - 1)
        seated = self.rows_of_tables[places]
        at_tables = weights @ seated
        if self.has_sets:
            self._count_sets(this_round, -1)
            at_tables += SET_AGAIN * self.played[:, self.sets[this_round]]
            self._count_sets(this_round, 1)
        now = (at_tables * seated).sum(axis=1)
        moved = at_tables @ seated.T
        changes = moved + moved.T - now[:, None] - now[None, :] - 2 * weights
        is_resting = places == self.table_count
        changes[self.together[this_round]] = FORBIDDEN
        changes[is_resting, :] = FORBIDDEN
        changes[:, is_resting] = FORBIDDEN
        np.fill_diagonal(changes, FORBIDDEN)
        return np.asarray(changes)

    def _swap(self, this_round: int, one: int, other: int) -> None:
        self._count_sets(this_round, -1)
        self.met -= self.together[this_round]
        places = self.tables[this_round]
        places[one], places[other] = places[other], places[one]
        self.together[this_round] = _together(places, self.table_count)
        self.met += self.together[this_round]
        self._count_sets(this_round, 1)

    def _count_sets(self, this_round: int, sign: int) -> None:
        if self.has_sets:
            playing = np.flatnonzero(self.tables[this_round] < self.table_count)
            self.played[playing, self.sets[this_round, self.tables[this_round, playing]]] += sign

    def _keep_if_best(self) -> bool:
        is_cheaper = self.cost < self.best_cost
        if not (is_cheaper or self.best_repeats) or (self.played > 1).any():
            return False
        repeats = _repeated_rounds(self.together)
        if (repeats, self.cost) >= (self.best_repeats, self.best_cost):
            return False
        self.best_tables, self.best_repeats, self.best_cost = self.tables.copy(), repeats, self.cost
        return True
