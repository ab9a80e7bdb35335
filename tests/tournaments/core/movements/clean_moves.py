"""Whether rows of moves make a movement in which nobody meets anybody twice: what the checker says of it."""

import numpy as np

from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.movement import IntArray


def is_clean(group: ClockGroup, moves: IntArray) -> bool:
    """Whether no two of North, the columns of `moves[round, line]` and the boards ever meet twice."""
    columns = np.concatenate([np.zeros((len(moves), 1), dtype=np.int64), moves], axis=1)
    return all(
        len(np.unique(group.subtract(columns[:, one], columns[:, other]))) == len(moves)
        for one in range(columns.shape[1])
        for other in range(one + 1, columns.shape[1])
    )
