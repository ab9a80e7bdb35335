"""Find the shipped movements by whole tables again, and write steps.json and shared_sets.json.

They are clean movements whose lines advance by whole tables. The search backtracks on differences of moves.
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
"""Limit of rounds of an evening. Larger halls have complete movements by other constructions."""
MOST_SHARERS = 4
FEWEST_SETS = 4
MOST_SETS = 13
SEEDS = 24

_Row = tuple[int, ...]


@dataclass(slots=True)
class _Board:
    """Rows of a depth-first search, and the differences that they use up."""

    table_count: int
    set_count: int
    rng: random.Random | None
    rows: list[_Row] = field(default_factory=list)
    used: set[tuple[int, int, int]] = field(default_factory=set)
    """(first line, second line, difference of their moves). Line −1 is North, who stays."""

    def lay(self, row: _Row) -> None:
        self.rows.append(row)
        for line in range(LINES):
            self.used.update(self._differences(row[: line + 1]))

    def take_back(self) -> None:
        row = self.rows.pop()
        for line in range(LINES):
            self.used.difference_update(self._differences(row[: line + 1]))

    def next_rows(self, row_start: _Row = ()) -> Iterator[_Row]:
        """Yield rows without a repeated meeting, line after line: the shortest walks first, or in random
        order.
        """
        if len(row_start) == LINES:
            yield row_start
            return
        for move in self._moves(len(row_start)):
            longer = (*row_start, move)
            if self.used.isdisjoint(self._differences(longer)):
                yield from self.next_rows(longer)

    def _moves(self, line: int) -> list[int]:
        size = self.set_count if line == LINES - 1 else self.table_count
        if self.rng:
            return self.rng.sample(range(size), size)
        usual = self.rows[-1][line] + USUAL_STEPS[line]
        return sorted(range(size), key=lambda move: min((move - usual) % size, (usual - move) % size))

    def _differences(self, row_start: _Row) -> list[tuple[int, int, int]]:
        """Return the differences between the last line of a partial row and those before it."""
        last = len(row_start) - 1
        size = self.set_count if last == LINES - 1 else self.table_count
        return [(-1, last, row_start[last] % size)] + [
            (line, last, (row_start[last] - row_start[line]) % size) for line in range(last)
        ]


def find_moves(
    table_count: int,
    round_count: int,
    *,
    set_count: int | None = None,
    rng: random.Random | None = None,
    trials: int = 2_000,
) -> IntArray:
    """Return the moves of a clean movement by whole tables: moves[round, line W S E boards].

    Args:
        round_count: number of rounds to find. Fewer are returned if the trials are used up first.
        set_count: sets of boards, a divisor of the tables. Set s is at the tables that leave s when divided
            by it, in as many copies. None for a set per table.
        rng: draws the order of the moves. With None the usual steps are tried first.
        trials: rows added or given up before the search stops.

    Returns:
        The longest movement found, its first row all 0. A short result proves nothing.
    """
    board = _Board(table_count, set_count or table_count, rng)
    board.lay((0,) * LINES)
    longest, iterators = list(board.rows), [board.next_rows()]
    while iterators and len(longest) < round_count and trials > 0:
        trials -= 1
        # a stack of iterators instead of recursion: the search stops after any number of trials
        row = next(iterators[-1], None)
        if row is None:
            iterators.pop()
            board.take_back()
            continue
        board.lay(row)
        iterators.append(board.next_rows())
        if len(board.rows) > len(longest):
            longest = list(board.rows)
    return np.array(longest, dtype=np.int64)


def search(table_count: int, round_count: int, set_count: int | None = None) -> list[IntArray]:
    """Return the movement by the usual steps, and the longest of all seeds if it is longer."""
    usual = find_moves(table_count, round_count, set_count=set_count)
    best = usual
    for seed in range(SEEDS):
        if len(best) == round_count:
            break
        rng = random.Random(seed)  # noqa: S311 - the same movements each time, no secret
        moves = find_moves(table_count, round_count, set_count=set_count, rng=rng)
        best = max(best, moves, key=len)
    return [usual] if len(best) == len(usual) else [usual, best]


def write(name: str, movements: dict[str, list[IntArray]]) -> None:
    lines = (
        f'  "{size}": {json.dumps([moves.tolist() for moves in candidates], separators=(",", ":"))}'
        for size, candidates in movements.items()
    )
    (DATA / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    sizes = [size for size in range(6, LARGEST + 1) if np.gcd(size, 6) != 1]
    write("steps.json", {str(size): search(size, min(size, MOST_ROUNDS)) for size in sizes})
    shared_sizes = [
        (sets * sharing, sets)
        for sharing in range(2, MOST_SHARERS + 1)
        for sets in range(FEWEST_SETS, MOST_SETS + 1)
        if sets * sharing <= LARGEST
    ]
    write(
        "shared_sets.json", {f"{size}/{sets}": search(size, sets, sets)[-1:] for size, sets in shared_sizes}
    )


if __name__ == "__main__":
    main()
