"""Finds the shipped movements by whole tables again: steps.json and shared_sets.json."""

import json
import random
from pathlib import Path

import numpy as np

from tournaments.core.movements.movement import IntArray
from tournaments.core.movements.search.steps import find_moves

DATA = Path(__file__).parents[1] / "tournaments" / "core" / "movements" / "data"
LARGEST = 60
MOST_ROUNDS = 20
"""Nobody plays longer; larger halls have complete movements by other constructions."""
MOST_SHARERS = 4
FEWEST_SETS = 4
MOST_SETS = 13
SEEDS = 24


def search(table_count: int, round_count: int, set_count: int | None = None) -> list[IntArray]:
    """The usual steps as far as they lead, then the longest that some seed finds, if longer."""
    usual = find_moves(table_count, round_count, set_count=set_count)
    best = usual
    for seed in range(SEEDS):
        if len(best) == round_count:
            break
        rng = random.Random(seed)  # noqa: S311 - the same movements each time, no secret
        found = find_moves(table_count, round_count, set_count=set_count, rng=rng)
        best = max(best, found, key=len)
    return [usual] if len(best) == len(usual) else [usual, best]


def write(name: str, found: dict[str, list[IntArray]]) -> None:
    lines = (
        f'  "{size}": {json.dumps([moves.tolist() for moves in several], separators=(",", ":"))}'
        for size, several in found.items()
    )
    (DATA / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    sizes = [size for size in range(6, LARGEST + 1) if np.gcd(size, 6) != 1]
    write("steps.json", {str(size): search(size, min(size, MOST_ROUNDS)) for size in sizes})
    shared = [
        (sets * sharing, sets)
        for sharing in range(2, MOST_SHARERS + 1)
        for sets in range(FEWEST_SETS, MOST_SETS + 1)
        if sets * sharing <= LARGEST
    ]
    write("shared_sets.json", {f"{size}/{sets}": search(size, sets, sets)[-1:] for size, sets in shared})


if __name__ == "__main__":
    main()
