"""Movements from mutually orthogonal Latin squares that are no group: what the literature found one by one.

Four such squares of order T are the places of West, South, East and the boards, rounds down and tables
across: that no pair of symbols occurs twice says that nobody meets twice. See docs/movements.md.
"""

from collections import Counter

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.fields import field_moves
from tournaments.core.movements.movement import SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.stored import read_stored

COLUMNS = 6
"""Round, table (which is North), West, South, East, boards."""
FILE = "latin_squares"


def squares_sizes() -> tuple[int, ...]:
    """Numbers of tables for which squares are stored, smallest first."""
    return tuple(sorted(int(size) for size in read_stored(FILE)))


def build_from_squares(table_count: int, round_count: int) -> Movement:
    """The first rounds of the movement of T clean rounds that the stored squares give.

    Args:
        table_count: one of `squares_sizes`.
        round_count: 1 to `table_count`.
    """
    rows = orthogonal_array(table_count)
    seats = np.empty((table_count, table_count, COLUMNS - 1), dtype=np.int64)
    seats[rows[:, 0], rows[:, 1], 0] = rows[:, 1]
    seats[rows[:, 0], rows[:, 1], 1:] = rows[:, 2:]
    home = np.argsort(seats[0], axis=0)
    starts = np.take_along_axis(home[None], seats, axis=1)[:round_count]
    return Movement(
        code=f"latin-squares-{table_count}x{round_count}",
        players=SEAT_COUNT * starts[:, :, :SEAT_COUNT] + np.arange(SEAT_COUNT),
        board_sets=starts[:, :, SEAT_COUNT],
    )


def orthogonal_array(table_count: int) -> IntArray:
    """rows[row, column]: T² rows of six numbers below T, in which two columns show every pair once."""
    stored = read_stored(FILE)[str(table_count)]
    if "squares" in stored:
        return _rows_of_squares(stored["squares"])
    group = ClockGroup(tuple(stored["moduli"]))
    infinite = stored["infinite"]
    developed = _develop(group, stored["rows"], stored.get("translations", group.order))
    return np.array(developed + _fill(group.order, infinite), dtype=np.int64)


def _rows_of_squares(squares: list[str]) -> IntArray:
    """Rows from four squares written as words of letters, a word per round."""
    letters = np.array([[list(word) for word in square.split()] for square in squares])
    symbols = np.searchsorted(np.unique(letters), letters)
    rounds, tables = np.indices(symbols.shape[1:])
    return np.stack([rounds, tables, *symbols], axis=-1).reshape(-1, COLUMNS)


def _develop(group: ClockGroup, rows: list[list[int | None]], translations: int) -> list[list[int]]:
    """The rows with every one of the first so many elements added; the infinite points (None) stay.

    The k-th row with None in a column has there the k-th infinite point, numbered from the group's order.
    """
    seen: Counter[int] = Counter()
    developed = []
    for row in rows:
        fixed = {column: group.order + seen[column] for column, entry in enumerate(row) if entry is None}
        seen.update(fixed.keys())
        entries = np.array([0 if entry is None else entry for entry in row])
        moved = group.add(entries[None, :], np.arange(translations)[:, None])
        for column, point in fixed.items():
            moved[:, column] = point
        developed += moved.tolist()
    return developed


def _fill(first: int, infinite: int) -> list[list[int]]:
    """Rows that show the pairs of infinite points: one, or a field of them."""
    if infinite <= 1:
        return [[first] * COLUMNS] * infinite
    group, moves = field_moves(infinite)
    tables = np.arange(infinite)
    starts = group.subtract(tables[None, :, None], moves[:, None, :])
    rounds = np.broadcast_to(tables[:, None, None], (infinite, infinite, 1))
    filled = np.concatenate([rounds, np.broadcast_to(tables[None, :, None], rounds.shape), starts], axis=2)
    rows: list[list[int]] = (first + filled).reshape(-1, COLUMNS).tolist()
    return rows
