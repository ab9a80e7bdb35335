"""Find the shipped starters again, and write golfers.json and whist.json.

A starter is the first round of a movement without lines. Turning its players gives the other rounds. The
players form `orbits` rings of `modulus` players; the last players never turn. The place of player
`o·modulus + x` in the first round belongs to player `o·modulus + (x + r) mod modulus` in round r, from 0.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from tournaments.core.movements.movement import SEAT_COUNT

Table = tuple[int, ...]
"""Players of a table in the order N, W, S, E."""
DATA = Path(__file__).parents[1] / "tournaments" / "core" / "movements" / "data"
SEEDS = 40
FOUND_ENOUGH = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """Rings of the players of a starter, and the players who never turn."""

    modulus: int
    orbits: int
    still: int = 1
    """Number of players who never turn."""

    @property
    def player_count(self) -> int:
        return self.modulus * self.orbits + self.still

    def difference(self, first: int, second: int) -> tuple[int, ...]:
        """Return a value that stays the same when both players turn. Pairs with equal values are turned into
        each other.
        """
        first, second = min(first, second), max(first, second)
        turning_count = self.modulus * self.orbits
        if first >= turning_count:
            return (first, second)
        orbit, place = divmod(first, self.modulus)
        if second >= turning_count:
            return (orbit, second)
        other_orbit, other_place = divmod(second, self.modulus)
        turn = (other_place - place) % self.modulus
        if orbit == other_orbit:
            turn = min(turn, self.modulus - turn)
        return (orbit, other_orbit, turn)

    def cost(self, first: int, second: int) -> int:
        """Return the number of meetings of a pair in all rounds that follow from one meeting in the first."""
        pair_kind = self.difference(first, second)
        if len(pair_kind) == 2:
            return self.modulus if min(first, second) >= self.modulus * self.orbits else 1
        return 2 if pair_kind[0] == pair_kind[1] and 2 * pair_kind[2] == self.modulus else 1


def find_starter(
    ring: Ring, *, meetings: int, rng: random.Random, trials: int = 20_000
) -> list[Table] | None:
    """Return the tables of a first round in which, after turning, no pair meets more than `meetings` times.

    Args:
        ring: number of players a multiple of four. Players who never turn do not meet.
        rng: draws the order of the search.
        trials: pairs tried before the search ends.

    Returns:
        None if nothing was found, which proves nothing. Seats are not balanced yet.
    """
    free = list(range(ring.player_count))
    rng.shuffle(free)
    return _Filling(ring, meetings, rng, trials).fill(free, [])


class _Filling:
    """Depth-first filling of tables, with the meetings counted so far and the trials left."""

    def __init__(self, ring: Ring, meetings: int, rng: random.Random, trials: int) -> None:
        self.ring, self.meetings, self.rng, self.trials = ring, meetings, rng, trials
        self.met: Counter[tuple[int, ...]] = Counter()

    def fill(self, free: list[int], tables: list[Table]) -> list[Table] | None:
        """Fill all tables. Each starts with a player who never turns, or else with the first of the list."""
        if not free:
            return list(tables)
        first = max(free) if max(free) >= self.ring.modulus * self.ring.orbits else free[0]
        candidates = [player for player in free if player != first]
        self.rng.shuffle(candidates)
        return self._extend((first,), candidates, free, tables)

    def _extend(
        self, table: Table, candidates: list[int], free: list[int], tables: list[Table]
    ) -> list[Table] | None:
        if len(table) == SEAT_COUNT:
            return self.fill([player for player in free if player not in table], [*tables, table])
        for place, player in enumerate(candidates):
            self.trials -= 1
            if self.trials < 0:
                return None
            if not self._seat(table, player):
                continue
            filled_tables = self._extend((*table, player), candidates[place + 1 :], free, tables)
            if filled_tables is not None:
                return filled_tables
            self._count(table, player, -1)
        return None

    def _seat(self, table: Table, player: int) -> bool:
        """Count the meetings of a player at the table. Undo this and return False if one is too many."""
        self._count(table, player, 1)
        turning_count = self.ring.modulus * self.ring.orbits
        is_still = player >= turning_count and any(mate >= turning_count for mate in table)
        if is_still or any(self.met[self.ring.difference(mate, player)] > self.meetings for mate in table):
            self._count(table, player, -1)
            return False
        return True

    def _count(self, table: Table, player: int, sign: int) -> None:
        for mate in table:
            self.met[self.ring.difference(mate, player)] += sign * self.ring.cost(mate, player)


def balance_seats(ring: Ring, tables: Iterable[Table], *, rng: random.Random, trials: int) -> list[Table]:
    """Return the same tables with seats in an order that lets pairs hold the same cards about equally often.

    The last player who never turns becomes North of the last table.
    """
    tables_in_order = sorted((tuple(table) for table in tables), key=max)
    tables_in_order[-1] = (max(tables_in_order[-1]), *sorted(tables_in_order[-1])[:-1])
    lowest = unevenness(ring, tables_in_order)
    for _ in range(trials):
        place = rng.randrange(len(tables_in_order))
        stays = tables_in_order[place][:1] if place == len(tables_in_order) - 1 else ()
        movers = list(tables_in_order[place][len(stays) :])
        rng.shuffle(movers)
        candidate = [*tables_in_order[:place], (*stays, *movers), *tables_in_order[place + 1 :]]
        value = unevenness(ring, candidate)
        if value <= lowest:
            tables_in_order, lowest = candidate, value
    return tables_in_order


def unevenness(ring: Ring, tables: list[Table]) -> int:
    """Return the sum of squares of the comparisons of each kind of pair, and of the seats of each ring."""
    comparisons: Counter[tuple[int, ...]] = Counter()
    seats: Counter[tuple[int, int]] = Counter()
    for seat in range(SEAT_COUNT):
        players = [table[seat] for table in tables]
        for first, second in combinations(players, 2):
            comparisons[ring.difference(first, second)] += ring.cost(first, second)
        seats.update((player // ring.modulus, seat) for player in players)
    return sum(4 * times * times for times in comparisons.values()) + sum(n * n for n in seats.values())


GOLFERS = (
    Ring(modulus=5, orbits=3, still=1),
    Ring(modulus=7, orbits=3, still=3),
    Ring(modulus=9, orbits=3, still=1),
    Ring(modulus=9, orbits=3, still=5),
    Ring(modulus=10, orbits=3, still=6),
)
PRIMES = (Ring(modulus=13, orbits=3), Ring(modulus=17, orbits=3))
"""Sizes too large for a search, but with a formula."""
WHIST = tuple(Ring(modulus=size - 1, orbits=1) for size in (8, 12, 16, 20, 24))


def resolvable(ring: Ring) -> list[Table]:
    """Return the starter of 3p + 1 players for a prime p = 4t + 1: each pair meets once.

    Source: D. K. Ray-Chaudhuri and R. M. Wilson, The existence of resolvable block designs (1973).
    """
    prime, quarter = ring.modulus, ring.modulus // 4
    root = next(g for g in range(2, prime) if len({pow(g, i, prime) for i in range(prime)}) == prime - 1)
    odd = [pow(root, i, prime) for i in range(1, prime, 2)]
    shift = next(y for y in odd if y != prime - 1 and (y + 1) * pow(y - 1, -1, prime) % prime in odd)
    tables: list[Table] = [(3 * prime, 0, prime, 2 * prime)]
    for i in range(0, 2 * quarter, 2):
        pair = (pow(root, i, prime), pow(root, i + 2 * quarter, prime))
        for orbit in range(3):
            above = (orbit + 1) % 3
            lower_pair = tuple(orbit * prime + x for x in pair)
            tables.append((*lower_pair, *(above * prime + shift * x % prime for x in pair)))
    return tables


def best_starter(ring: Ring, make: Callable[[random.Random], list[Table] | None]) -> list[Table]:
    """Return the starter with the most even seats, of the first few found."""
    starters = []
    for seed in range(SEEDS):
        rng = random.Random(seed)  # noqa: S311 - the same starters each time, no secret
        tables = make(rng)
        if tables is not None:
            starters.append(balance_seats(ring, tables, rng=rng, trials=3_000))
        if len(starters) == FOUND_ENOUGH:
            break
    return min(starters, key=lambda tables: unevenness(ring, tables))


def write(name: str, meetings: int, starters: list[tuple[Ring, list[Table]]]) -> None:
    lines = []
    for ring, tables in starters:
        figures = {"modulus": ring.modulus, "orbits": ring.orbits, "still": ring.still, "meetings": meetings}
        document = json.dumps({**figures, "tables": tables}, separators=(",", ":"))
        lines.append(f'  "{len(tables)}": {document}')
    (DATA / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def searched(ring: Ring, meetings: int) -> tuple[Ring, list[Table]]:
    return ring, best_starter(
        ring, lambda rng: find_starter(ring, meetings=meetings, rng=rng, trials=200_000)
    )


def known(ring: Ring) -> tuple[Ring, list[Table]]:
    return ring, best_starter(ring, lambda rng: resolvable(ring))


def main() -> None:
    write("golfers.json", 1, [searched(ring, 1) for ring in GOLFERS] + [known(ring) for ring in PRIMES])
    write("whist.json", 3, [searched(ring, 3) for ring in WHIST])


if __name__ == "__main__":
    main()
