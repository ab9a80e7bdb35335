"""Movements without lines, from a stored first round that turns: everyone meets everyone alike.

All tables play the boards of the round, which go round among them. See docs/movements.md.
"""

import numpy as np

from tournaments.core.movements.movement import Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.stored import read_stored


def starter_sizes(name: str) -> tuple[int, ...]:
    """Numbers of tables for which a file of starters holds one, smallest first."""
    return tuple(sorted(int(size) for size in read_stored(name)))


def starter_rounds(name: str, table_count: int) -> int:
    """Rounds until the ring has turned once."""
    return int(read_stored(name)[str(table_count)]["modulus"])


def build_from_starter(name: str, table_count: int, round_count: int) -> Movement:
    """The first rounds of the movement of a stored starter.

    In each round everyone in a ring takes the seat of the one before him; those outside stay.

    Args:
        name: "golfers" (nobody meets anybody twice) or "whist" (in all rounds, everyone meets everyone
            three times).
        table_count: one of `starter_sizes`.
        round_count: 1 to `starter_rounds`.
    """
    starter = read_stored(name)[str(table_count)]
    modulus, turning = starter["modulus"], starter["modulus"] * starter["orbits"]
    first = np.array(starter["tables"], dtype=np.int64)[None]
    turned = first // modulus * modulus + (first + np.arange(round_count)[:, None, None]) % modulus
    return Movement(
        code=f"{name}-{table_count}x{round_count}",
        players=number_by_start(np.where(first < turning, turned, first)),
        board_sets=np.repeat(np.arange(round_count)[:, None], table_count, axis=1),
        tables_per_set=table_count,
    )
