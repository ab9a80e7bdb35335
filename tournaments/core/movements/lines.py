"""Clean movements in four lines beyond the federation's.

They come from steps, fields, difference matrices, products and Latin squares.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.differences import build_from_moves, multiply_out
from tournaments.core.movements.fields import field_moves
from tournaments.core.movements.latin_squares import build_from_squares, squares_sizes
from tournaments.core.movements.library.refusals import require_rounds, require_tables
from tournaments.core.movements.movement import IntArray, Movement
from tournaments.core.movements.stored import read_stored

USUAL_STEPS = (-2, 1, 2, -1)
"""Tables that West, South, East and the boards go up between two rounds of the straight movement."""

SMALLEST = 5
LARGEST = 60
"""Largest number of tables. From `SMALLEST` to it each construction is stored and tested."""
FIELD_SIZES = (8, 9, 16, 27, 32)
"""Prime powers divisible by 2 or 3. For the others the straight movement plays all its rounds."""
FACTORS = {40: (5, 8), 45: (5, 9), 56: (7, 8), 60: (5, 12)}
"""Factors of sizes without a field or a stored difference matrix. Both factors have one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineConstruction:
    """A way to build clean movements in lines."""

    source: str
    """Stable code; pages translate it."""
    sizes: tuple[int, ...]
    """Numbers of tables, smallest first."""
    most_rounds: Callable[[int], int]
    build: Callable[[int, int], Movement]
    """(table_count, round_count) -> the movement, within the sizes and rounds above."""


def most_rounds(table_count: int) -> int:
    """Return the number of clean rounds of the longest construction; 0 if there is none."""
    return max((way.most_rounds(table_count) for way in LINE_WAYS if table_count in way.sizes), default=0)


def build_lines(table_count: int, round_count: int) -> Movement:
    """Build the movement by the first construction with enough rounds, which is the easiest to run.

    Raises:
        NoSuchMovement: `library_tables` or `library_rounds`, with the nearest numbers.
    """
    require_tables(table_count, range(SMALLEST, LARGEST + 1))
    require_rounds(round_count, range(1, most_rounds(table_count) + 1), table_count=table_count)
    way = next(
        way for way in LINE_WAYS if table_count in way.sizes and way.most_rounds(table_count) >= round_count
    )
    return way.build(table_count, round_count)


def _all_rounds(table_count: int) -> int:
    return table_count


def _build_straight(table_count: int, round_count: int) -> Movement:
    moves = np.arange(round_count)[:, None] * np.array(USUAL_STEPS) % table_count
    return build_from_moves(f"straight-{table_count}x{round_count}", ClockGroup((table_count,)), moves)


def _stored_steps(table_count: int) -> list[IntArray]:
    """Return the stored tables of moves, from short walks to many rounds."""
    return [np.array(moves, dtype=np.int64) for moves in read_stored("steps")[str(table_count)]]


def _most_steps(table_count: int) -> int:
    return max(len(moves) for moves in _stored_steps(table_count))


def _build_steps(table_count: int, round_count: int) -> Movement:
    # the table with the shortest walks that has enough rounds
    moves = next(moves for moves in _stored_steps(table_count) if len(moves) >= round_count)
    return build_from_moves(
        f"steps-{table_count}x{round_count}", ClockGroup((table_count,)), moves[:round_count]
    )


def _matrix(table_count: int) -> tuple[ClockGroup, IntArray]:
    """Return the group and the moves of all rounds, from a field or a stored difference matrix."""
    matrices = read_stored("difference_matrices")
    if str(table_count) not in matrices:
        return field_moves(table_count)
    matrix = matrices[str(table_count)]
    return ClockGroup(tuple(matrix["moduli"])), np.array(matrix["moves"], dtype=np.int64)


def _build_matrix(table_count: int, round_count: int) -> Movement:
    group, moves = _matrix(table_count)
    return build_from_moves(f"differences-{table_count}x{round_count}", group, moves[:round_count])


def _build_product(table_count: int, round_count: int) -> Movement:
    first_size, second_size = FACTORS[table_count]
    group, moves = multiply_out(*_matrix(first_size), *_matrix(second_size))
    return build_from_moves(f"product-{table_count}x{round_count}", group, moves[:round_count])


STRAIGHT_WAY = LineConstruction(
    source="fft-straight",
    # two lines differ by 1 to 4 tables a round: 2 and 3 must not divide the size
    sizes=tuple(size for size in range(SMALLEST, LARGEST + 1) if gcd(size, 6) == 1),
    most_rounds=_all_rounds,
    build=_build_straight,
)
NEW_WAYS = (
    LineConstruction(
        source="cyclic_steps",
        sizes=tuple(size for size in range(SMALLEST, LARGEST + 1) if gcd(size, 6) != 1),
        most_rounds=_most_steps,
        build=_build_steps,
    ),
    LineConstruction(source="field", sizes=FIELD_SIZES, most_rounds=_all_rounds, build=_build_matrix),
    LineConstruction(
        source="difference_matrix",
        sizes=(12, 15, 21, 24, 28, 33, 39, 44, 48, 51, 52, 57),
        most_rounds=_all_rounds,
        build=_build_matrix,
    ),
    LineConstruction(source="product", sizes=tuple(FACTORS), most_rounds=_all_rounds, build=_build_product),
    LineConstruction(
        source="latin_squares",
        sizes=squares_sizes(),
        most_rounds=_all_rounds,
        build=build_from_squares,
    ),
)
LINE_WAYS = (STRAIGHT_WAY, *NEW_WAYS)
"""Constructions from the easiest to run to the hardest."""
