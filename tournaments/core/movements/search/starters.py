"""Search for starters: the first round of a movement without lines, from which the others follow by turning.

Points are `orbits` rings of `modulus` players, then players who never turn. Player `o·modulus + x` of the
first round is `o·modulus + (x + r) mod modulus` in round r.
"""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tournaments.core.movements.movement import SEAT_COUNT

Table = tuple[int, ...]
"""The players of a table in the order N, W, S, E."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """How the players of a starter turn."""

    modulus: int
    orbits: int
    still: int = 1
    """Players who never turn."""

    @property
    def player_count(self) -> int:
        return self.modulus * self.orbits + self.still

    def difference(self, one: int, other: int) -> tuple[int, ...]:
        """What stays the same of a pair when both turn: pairs alike in it are taken to each other."""
        one, other = min(one, other), max(one, other)
        turning = self.modulus * self.orbits
        if one >= turning:
            return (one, other)
        orbit, place = divmod(one, self.modulus)
        if other >= turning:
            return (orbit, other)
        other_orbit, other_place = divmod(other, self.modulus)
        turn = (other_place - place) % self.modulus
        if orbit == other_orbit:
            turn = min(turn, self.modulus - turn)
        return (orbit, other_orbit, turn)

    def cost(self, one: int, other: int) -> int:
        """How often the pair meets in all rounds when it sits together in the first, and its like do not."""
        alike = self.difference(one, other)
        if len(alike) == 2:
            return self.modulus if min(one, other) >= self.modulus * self.orbits else 1
        return 2 if alike[0] == alike[1] and 2 * alike[2] == self.modulus else 1


def find_starter(
    ring: Ring, *, meetings: int, rng: random.Random, trials: int = 20_000
) -> list[Table] | None:
    """Tables of a first round after whose turning nobody has met anybody more than `meetings` times.

    Args:
        ring: players a multiple of four; those who never turn do not meet.
        rng: draws the order of what is tried.
        trials: pairs tried before giving up.

    Returns:
        None when nothing was found, which proves nothing. Seats are not balanced yet.
    """
    free = list(range(ring.player_count))
    rng.shuffle(free)
    return _Filling(ring, meetings, rng, trials).fill(free, [])


class _Filling:
    """A depth-first filling of tables; counts what meetings are left and what trials."""

    def __init__(self, ring: Ring, meetings: int, rng: random.Random, trials: int) -> None:
        self.ring, self.meetings, self.rng, self.trials = ring, meetings, rng, trials
        self.met: Counter[tuple[int, ...]] = Counter()

    def fill(self, free: list[int], tables: list[Table]) -> list[Table] | None:
        """All tables, the first player of the next one being who never turns, else the first of the list."""
        if not free:
            return list(tables)
        first = max(free) if max(free) >= self.ring.modulus * self.ring.orbits else free[0]
        others = [player for player in free if player != first]
        self.rng.shuffle(others)
        return self._extend((first,), others, free, tables)

    def _extend(
        self, table: Table, others: list[int], free: list[int], tables: list[Table]
    ) -> list[Table] | None:
        if len(table) == SEAT_COUNT:
            return self.fill([player for player in free if player not in table], [*tables, table])
        for place, player in enumerate(others):
            self.trials -= 1
            if self.trials < 0:
                return None
            if not self._seat(table, player):
                continue
            found = self._extend((*table, player), others[place + 1 :], free, tables)
            if found is not None:
                return found
            self._count(table, player, -1)
        return None

    def _seat(self, table: Table, player: int) -> bool:
        """Count the player's meetings at the table, unless that makes one too many."""
        self._count(table, player, 1)
        turning = self.ring.modulus * self.ring.orbits
        is_still = player >= turning and any(mate >= turning for mate in table)
        if is_still or any(self.met[self.ring.difference(mate, player)] > self.meetings for mate in table):
            self._count(table, player, -1)
            return False
        return True

    def _count(self, table: Table, player: int, sign: int) -> None:
        for mate in table:
            self.met[self.ring.difference(mate, player)] += sign * self.ring.cost(mate, player)


def balance_seats(ring: Ring, tables: Iterable[Table], *, rng: random.Random, trials: int) -> list[Table]:
    """The same tables with seats so ordered that players hold the same cards about equally often.

    The last player who never turns becomes North of the last table.
    """
    seated = sorted((tuple(table) for table in tables), key=max)
    seated[-1] = (max(seated[-1]), *sorted(seated[-1])[:-1])
    least = unevenness(ring, seated)
    for _ in range(trials):
        place = rng.randrange(len(seated))
        stays = seated[place][:1] if place == len(seated) - 1 else ()
        moving = list(seated[place][len(stays) :])
        rng.shuffle(moving)
        changed = [*seated[:place], (*stays, *moving), *seated[place + 1 :]]
        uneven = unevenness(ring, changed)
        if uneven <= least:
            seated, least = changed, uneven
    return seated


def unevenness(ring: Ring, tables: list[Table]) -> int:
    """Squares of the comparisons of each kind of pair, and of the seats of each ring."""
    compared: Counter[tuple[int, ...]] = Counter()
    seats: Counter[tuple[int, int]] = Counter()
    for seat in range(SEAT_COUNT):
        players = [table[seat] for table in tables]
        for one, other in combinations(players, 2):
            compared[ring.difference(one, other)] += ring.cost(one, other)
        seats.update((player // ring.modulus, seat) for player in players)
    return sum(4 * times * times for times in compared.values()) + sum(n * n for n in seats.values())
