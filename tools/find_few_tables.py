"""Search the shipped movements for few tables of unequal sizes, and write few_tables.json.

Simulated annealing: in a random round, two players of different tables change places. Each shorter evening
is the beginning of the longest one: a meeting counts from its round on.
"""

import json
import math
import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from tournaments.core.movements.library.few_tables import (
    FIVES_PLAYERS,
    LONGEST,
    THREES_PLAYERS,
    few_table_sizes,
)

DATA = Path(__file__).parents[1] / "tournaments" / "core" / "movements" / "data"
STEPS, SEEDS = 100_000, 8
HOTTEST, COLDEST = 12.0, 0.3
SMALL_TABLE_WEIGHT = 0.15
"""Weight of rounds of a player at a smaller table, beside as many meetings of one pair."""

REPEATS = [
    sum(
        earlier**2 * (LONGEST - this_round)
        for earlier, this_round in enumerate(bit for bit in range(LONGEST) if mask >> bit & 1)
    )
    for mask in range(1 << LONGEST)
]
"""Cost of repetitions by set of rounds as bits, summed over all evenings of 1 to LONGEST rounds.

A round counts as the square of the earlier rounds in the set: a third meeting is worse than two second ones.
"""


class Seats:
    """The table of each player in each round, with the rounds in which each pair meets."""

    def __init__(self, sizes: Sequence[int], rng: random.Random) -> None:
        self.rng = rng
        self.sizes = sizes
        player_count = sum(sizes)
        self.tables: list[list[list[int]]] = []
        for _round in range(LONGEST):
            players = rng.sample(range(player_count), player_count)
            self.tables.append([[players.pop() for _seat in range(size)] for size in sizes])
        self.met = [[0] * player_count for _player in range(player_count)]
        self.small = [0] * player_count
        for this_round, tables in enumerate(self.tables):
            for table in tables:
                for first, second in combinations(table, 2):
                    self._flip(first, second, this_round)
                if len(table) < max(sizes):
                    for player in table:
                        self.small[player] |= 1 << this_round

    @property
    def cost(self) -> float:
        pairs = combinations(range(len(self.small)), 2)
        meetings = sum(REPEATS[self.met[first][second]] for first, second in pairs)
        return meetings + SMALL_TABLE_WEIGHT * sum(REPEATS[mask] for mask in self.small)

    def try_change(self, temperature: float) -> float:
        """Change two players of a round if the temperature allows it. Return the change of the cost."""
        this_round = self.rng.randrange(LONGEST)
        first_table, second_table = self.rng.sample(self.tables[this_round], 2)
        first, second = self.rng.randrange(len(first_table)), self.rng.randrange(len(second_table))
        worse = self._change(this_round, first_table, second_table, first, second)
        if worse > 0 and self.rng.random() >= math.exp(-worse / temperature):
            self._change(this_round, first_table, second_table, first, second)
            return 0.0
        return worse

    def _change(
        self, this_round: int, first_table: list[int], second_table: list[int], first: int, second: int
    ) -> float:
        """Change two places and return how much worse that is."""
        first_player, second_player = first_table[first], second_table[second]
        worse = 0.0
        for player, old_table, new_table in (
            (first_player, first_table, second_table),
            (second_player, second_table, first_table),
        ):
            leaver = second_player if player is first_player else first_player
            worse += sum(self._flip(player, mate, this_round) for mate in old_table if mate != player)
            worse += sum(self._flip(player, mate, this_round) for mate in new_table if mate != leaver)
        if len(first_table) != len(second_table):
            for player in (first_player, second_player):
                cost_before = REPEATS[self.small[player]]
                self.small[player] ^= 1 << this_round
                worse += SMALL_TABLE_WEIGHT * (REPEATS[self.small[player]] - cost_before)
        first_table[first], second_table[second] = second_player, first_player
        return worse

    def _flip(self, first: int, second: int, this_round: int) -> int:
        """Make a pair meet in a round, or no longer meet. Return how much worse that is."""
        cost_before = REPEATS[self.met[first][second]]
        rounds_met = self.met[first][second] ^ 1 << this_round
        self.met[first][second] = self.met[second][first] = rounds_met
        return REPEATS[rounds_met] - cost_before


def search(sizes: Sequence[int], *, seed: int, steps: int = STEPS) -> tuple[float, list[list[list[int]]]]:
    """Return the lowest cost found, and tables[round][table] of player numbers."""
    seats = Seats(sizes, random.Random(seed))  # noqa: S311 - the same movements each time, no secret
    cost = seats.cost
    best = cost, [[sorted(table) for table in tables] for tables in seats.tables]
    for step in range(steps):
        cost += seats.try_change(HOTTEST * (COLDEST / HOTTEST) ** (step / steps))
        if cost < best[0]:
            best = cost, [[sorted(table) for table in tables] for tables in seats.tables]
    return best


def main() -> None:
    rows = []
    for player_counts in (THREES_PLAYERS, FIVES_PLAYERS):
        for table_count, counts in player_counts.items():
            for player_count in counts:
                sizes = few_table_sizes(table_count, player_count)
                cost, tables = min(search(sizes, seed=seed) for seed in range(SEEDS))
                print(table_count, player_count, cost)
                rows.append(f'  "{table_count}/{player_count}": {json.dumps(tables, separators=(",", ":"))}')
    (DATA / "few_tables.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
