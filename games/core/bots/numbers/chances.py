"""Random numbers of play-outs: the same in both forms and on every machine."""

from games.core.compiled import compiled

_NEXT, _STEP = 1103515245, 12345
RANDOM = (1 << 31) - 1
"""Largest random number, with all bits set."""
LANE_STEP = 1640531527
"""Odd step between the first random numbers of neighbouring lanes."""


@compiled
def next_chance(chance: int) -> int:
    """Return the random number after another one, from 0 to 2^31 - 1."""
    # a linear congruential generator
    return (chance * _NEXT + _STEP) & RANDOM
