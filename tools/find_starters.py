"""Finds the shipped starters again: golfers.json and whist.json."""

import json
import random
from collections.abc import Callable
from pathlib import Path

from tournaments.core.movements.search.starters import (
    Ring,
    Table,
    balance_seats,
    find_starter,
    unevenness,
)

DATA = Path(__file__).parents[1] / "tournaments" / "core" / "movements" / "data"
GOLFERS = (
    Ring(modulus=5, orbits=3, still=1),
    Ring(modulus=7, orbits=3, still=3),
    Ring(modulus=9, orbits=3, still=1),
    Ring(modulus=9, orbits=3, still=5),
    Ring(modulus=10, orbits=3, still=6),
)
PRIMES = (Ring(modulus=13, orbits=3), Ring(modulus=17, orbits=3))
"""Too large to search, but of a size for which there is a formula."""
WHIST = tuple(Ring(modulus=size - 1, orbits=1) for size in (8, 12, 16, 20, 24))
SEEDS = 40
FOUND_ENOUGH = 6


def resolvable(ring: Ring) -> list[Table]:
    """The starter of 3p + 1 players for a prime p = 4t + 1: everyone meets everyone once.

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
            here = tuple(orbit * prime + x for x in pair)
            tables.append((*here, *(above * prime + shift * x % prime for x in pair)))
    return tables


def best_starter(ring: Ring, make: Callable[[random.Random], list[Table] | None]) -> list[Table]:
    """The starter whose seats are most even, of the first few that the seeds find."""
    found = []
    for seed in range(SEEDS):
        rng = random.Random(seed)  # noqa: S311 - the same starters each time, no secret
        tables = make(rng)
        if tables is not None:
            found.append(balance_seats(ring, tables, rng=rng, trials=3_000))
        if len(found) == FOUND_ENOUGH:
            break
    return min(found, key=lambda tables: unevenness(ring, tables))


def write(name: str, meetings: int, starters: list[tuple[Ring, list[Table]]]) -> None:
    lines = []
    for ring, tables in starters:
        figures = {"modulus": ring.modulus, "orbits": ring.orbits, "still": ring.still, "meetings": meetings}
        stored = json.dumps({**figures, "tables": tables}, separators=(",", ":"))
        lines.append(f'  "{len(tables)}": {stored}')
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
