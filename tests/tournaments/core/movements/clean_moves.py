"""Check of rows of moves: the report of the movement checker on repeated meetings."""

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.movement import IntArray


def is_clean(group: ClockGroup, moves: IntArray) -> bool:
    """Return whether no two of North, the columns of `moves[round, line]` and the boards ever meet twice."""
    columns = np.concatenate([np.zeros((len(moves), 1), dtype=np.int64), moves], axis=1)
    return all(
        len(np.unique(group.subtract(columns[:, first], columns[:, second]))) == len(moves)
        for first in range(columns.shape[1])
        for second in range(first + 1, columns.shape[1])
    )
