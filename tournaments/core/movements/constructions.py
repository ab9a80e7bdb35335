"""The straight movement, which a formula gives for most odd numbers of tables."""

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.movement import SEAT_COUNT, Movement

STRAIGHT_STEPS = (0, -2, 1, 2)
"""Tables that the players of a seat go up between two rounds, in seat order N, W, S, E."""
SMALLEST_STRAIGHT = 5


def is_straight_size(table_count: int) -> bool:
    """Return whether the straight movement has all its rounds: 5, 7, 11, 13, 17, 19, 23, 25, 29…

    Two lines meet again after d rounds if the difference of their steps (1 to 4) times d is a multiple of
    the tables. For a size prime to 2 and 3 that is only so after a full turn.
    """
    return table_count >= SMALLEST_STRAIGHT and table_count % 2 != 0 and table_count % 3 != 0


def build_straight(table_count: int, round_count: int) -> Movement:
    """Build the straight movement: North stays, South +1, East +2, West −2, the boards −1.

    At round r and table t (from 0) sit the players who started at the tables t (North), t − r (South), t −
    2r (East), t + 2r (West). They play board set t + r. All are modulo the tables.

    Args:
        table_count: not divisible by 2 or 3, at least 5.
        round_count: 1 to `table_count`.

    Raises:
        NoSuchMovement: another number of tables (`straight_tables`, with the nearest sizes) or of rounds
            (`straight_rounds`, with the highest).

    Source:
        FFT, Règlement officiel (2012) R13-R19; Manuel de l'organisateur (2011) M16-M17.
    """
    _refuse_other_tables(table_count)
    if not 1 <= round_count <= table_count:
        raise NoSuchMovement(
            "straight_rounds",
            f"{round_count} rounds not in 1..{table_count} for {table_count} tables",
            field="round_count",
            round_count=round_count,
            table_count=table_count,
        )
    rounds = np.arange(round_count)[:, None, None]
    tables = np.arange(table_count)[None, :, None]
    starting_tables = (tables - rounds * np.array(STRAIGHT_STEPS)) % table_count
    players = SEAT_COUNT * starting_tables + np.arange(SEAT_COUNT)
    board_sets = (tables + rounds)[:, :, 0] % table_count
    return Movement(code=f"straight-{table_count}x{round_count}", players=players, board_sets=board_sets)


def nearest_straight_sizes(table_count: int) -> tuple[int, ...]:
    """Return the sizes just below and just above a number of tables; one size if none is below."""
    sizes_below = (size for size in range(table_count, 0, -1) if is_straight_size(size))
    sizes_above = (
        size for size in range(max(table_count, 1), 2 * max(table_count, 1) + 5) if is_straight_size(size)
    )
    return tuple(
        sorted({size for size in (next(sizes_below, None), next(sizes_above, None)) if size is not None})
    )


def _refuse_other_tables(table_count: int) -> None:
    if is_straight_size(table_count):
        return
    sizes = nearest_straight_sizes(table_count)
    raise NoSuchMovement(
        "straight_tables",
        f"no straight movement for {table_count} tables; it exists for 5, 7, 11, 13, 17, 19, 23, 25 tables"
        f" and every larger number that neither 2 nor 3 divides (nearest: {' and '.join(map(str, sizes))})",
        field="table_count",
        table_count=table_count,
        sizes=sizes,
    )
