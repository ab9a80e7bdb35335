"""Finds the shipped movements by whole tables again: steps.json and shared_sets.json.

Clean movements in which lines go whole tables, by backtracking on differences.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tournaments.core.movements.lines import USUAL_STEPS
from tournaments.core.movements.movement import IntArray

LINES = len(USUAL_STEPS)
DATA = Path(__file__).parents[1] / "tournaments" / "core" / "movements" / "data"
LARGEST = 60
MOST_ROUNDS = 20
"""Nobody plays longer; larger halls have complete movements by other constructions."""
MOST_SHARERS = 4
FEWEST_SETS = 4
MOST_SETS = 13
SEEDS = 24

_Row = tuple[int, ...]


@dataclass(slots=True)
class _Board:
    """What a depth-first search has laid down so far, and the differences that this uses up."""

    table_count: int
    set_count: int
    rng: random.Random | None
    rows: list[_Row] = field(default_factory=list)
    used: set[tuple[int, int, int]] = field(default_factory=set)
    """(one line, another, difference of their moves); line −1 is North, who stays."""

    def lay(self, row: _Row) -> None:
        self.rows.append(row)
        for line in range(LINES):
            self.used.update(self._differences(row[: line + 1]))

    def take_back(self) -> None:
        row = self.rows.pop()
        for line in range(LINES):
            self.used.difference_update(self._differences(row[: line + 1]))

    def next_rows(self, begun: _Row = ()) -> Iterator[_Row]:
        """Rows that meet nobody again, line after line, the shortest walks first (or in random order)."""
        if len(begun) == LINES:
            yield begun
            return
        for move in self._moves(len(begun)):
            longer = (*begun, move)
            if self.used.isdisjoint(self._differences(longer)):
                yield from self.next_rows(longer)

    def _moves(self, line: int) -> list[int]:
        size = self.set_count if line == LINES - 1 else self.table_count
        if self.rng:
            return self.rng.sample(range(size), size)
        usual = self.rows[-1][line] + USUAL_STEPS[line]
        return sorted(range(size), key=lambda move: min((move - usual) % size, (usual - move) % size))

    def _differences(self, begun: _Row) -> list[tuple[int, int, int]]:
        """Differences between the last line of a row that is being made and those before it."""
        last = len(begun) - 1
        size = self.set_count if last == LINES - 1 else self.table_count
        return [(-1, last, begun[last] % size)] + [
            (line, last, (begun[last] - begun[line]) % size) for line in range(last)
        ]


def find_moves(
    table_count: int,
    round_count: int,
    *,
    set_count: int | None = None,
    rng: random.Random | None = None,
    trials: int = 2_000,
) -> IntArray:
    """Moves of a clean movement by whole tables, as many rounds as found: moves[round, line W S E boards].

    Args:
        round_count: where to stop; fewer rows come back when the trials are used up before.
        set_count: sets of boards, a divisor of the tables: set s is at the tables that leave s when divided
            by it, in as many copies. None for a set per table.
        rng: draws the order in which moves are tried; None tries the usual steps first.
        trials: rows laid down or given up before stopping.

    Returns:
        The longest movement found, first row all 0. That it is short proves nothing.
    """
    board = _Board(table_count, set_count or table_count, rng)
    board.lay((0,) * LINES)
    longest, waiting = list(board.rows), [board.next_rows()]
    while waiting and len(longest) < round_count and trials > 0:
        trials -= 1
        row = next(waiting[-1], None)
        if row is None:
            waiting.pop()
            board.take_back()
            continue
        board.lay(row)
        waiting.append(board.next_rows())
        if len(board.rows) > len(longest):
            longest = list(board.rows)
    return np.array(longest, dtype=np.int64)


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
