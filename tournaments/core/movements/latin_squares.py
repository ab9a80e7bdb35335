"""Movements from mutually orthogonal Latin squares that no group gives, from the literature.

Four such squares of order T are the places of West, South, East and the boards; rounds go down, tables
across. No pair of symbols occurs twice, so no two lines meet twice. See docs/movements.md.
"""

from collections import Counter

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.fields import field_moves
from tournaments.core.movements.movement import SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.stored import read_stored

COLUMNS = 6
"""Number of columns: round, table (which is North), West, South, East, boards."""
FILE = "latin_squares"


def squares_sizes() -> tuple[int, ...]:
    """Return the numbers of tables with stored squares, smallest first."""
    return tuple(sorted(int(size) for size in read_stored(FILE)))


def build_from_squares(table_count: int, round_count: int) -> Movement:
    """Build the first rounds of the movement of T clean rounds from the stored squares.

    Args:
        table_count: one of `squares_sizes`.
        round_count: 1 to `table_count`.
    """
    rows = orthogonal_array(table_count)
    seats = np.empty((table_count, table_count, COLUMNS - 1), dtype=np.int64)
    seats[rows[:, 0], rows[:, 1], 0] = rows[:, 1]
    seats[rows[:, 0], rows[:, 1], 1:] = rows[:, 2:]
    # the inverse of the first round: symbols become starting tables
    home = np.argsort(seats[0], axis=0)
    starts = np.take_along_axis(home[None], seats, axis=1)[:round_count]
    return Movement(
        code=f"latin-squares-{table_count}x{round_count}",
        players=SEAT_COUNT * starts[:, :, :SEAT_COUNT] + np.arange(SEAT_COUNT),
        board_sets=starts[:, :, SEAT_COUNT],
    )


def orthogonal_array(table_count: int) -> IntArray:
    """Return rows[row, column]: T² rows of six numbers below T.

    In any two columns each pair of numbers occurs once.
    """
    square_data = read_stored(FILE)[str(table_count)]
    if "squares" in square_data:
        return _rows_of_squares(square_data["squares"])
    group = ClockGroup(tuple(square_data["moduli"]))
    infinite = square_data["infinite"]
    rows = _develop(group, square_data["rows"], square_data.get("translations", group.order))
    return np.array(rows + _fill(group.order, infinite), dtype=np.int64)


def _rows_of_squares(squares: list[str]) -> IntArray:
    """Return the rows of four squares that are written as words of letters, one word per round."""
    letters = np.array([[list(word) for word in square.split()] for square in squares])
    symbols = np.searchsorted(np.unique(letters), letters)
    rounds, tables = np.indices(symbols.shape[1:])
    return np.stack([rounds, tables, *symbols], axis=-1).reshape(-1, COLUMNS)


def _develop(group: ClockGroup, rows: list[list[int | None]], translations: int) -> list[list[int]]:
    """Add each of the first `translations` elements to the rows. Infinite points (None) stay.

    The k-th row with None in a column has the k-th infinite point there, numbered from the group's order.
    """
    point_counts: Counter[int] = Counter()
    rows_with_sums = []
    for row in rows:
        points = {
            column: group.order + point_counts[column] for column, entry in enumerate(row) if entry is None
        }
        point_counts.update(points.keys())
        entries = np.array([0 if entry is None else entry for entry in row])
        sums = group.add(entries[None, :], np.arange(translations)[:, None])
        for column, point in points.items():
            sums[:, column] = point
        rows_with_sums += sums.tolist()
    return rows_with_sums


def _fill(first: int, infinite: int) -> list[list[int]]:
    """Return the rows with the pairs of infinite points: one row, or a field of them."""
    if infinite <= 1:
        return [[first] * COLUMNS] * infinite
    group, moves = field_moves(infinite)
    tables = np.arange(infinite)
    starts = group.subtract(tables[None, :, None], moves[:, None, :])
    rounds = np.broadcast_to(tables[:, None, None], (infinite, infinite, 1))
    blocks = np.concatenate([rounds, np.broadcast_to(tables[None, :, None], rounds.shape), starts], axis=2)
    rows: list[list[int]] = (first + blocks).reshape(-1, COLUMNS).tolist()
    return rows
