"""How a figure is spread over those it concerns: how many have each value."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Spread:
    """A histogram of integers from 0; empty where the figure has no meaning."""

    counts: tuple[tuple[int, int], ...] = ()
    """(value, how many have it), by value."""

    @property
    def lowest(self) -> int:
        return self.counts[0][0] if self.counts else 0

    @property
    def highest(self) -> int:
        return self.counts[-1][0] if self.counts else 0

    @property
    def size(self) -> int:
        """How many are counted."""
        return sum(count for _, count in self.counts)

    @property
    def total(self) -> int:
        return sum(value * count for value, count in self.counts)

    @property
    def is_even(self) -> bool:
        """Whether all have the same value, or nobody has any."""
        return self.lowest == self.highest

    def count_above(self, value: int) -> int:
        """How many have more than `value`."""
        return sum(count for each, count in self.counts if each > value)

    @property
    def evenness(self) -> int:
        """How near to an equal share, in percent rounded down: 100 when no sharing of the total is more even.

        The sum of the squares that the most even sharing would have (values that differ by 1 at most),
        divided by the sum of the squares as they are.
        """
        if not self.total:
            return 100
        share, left_over = divmod(self.total, self.size)
        best = left_over * (share + 1) ** 2 + (self.size - left_over) * share**2
        return 100 * best // sum(count * value**2 for value, count in self.counts)


def spread_of(values: npt.ArrayLike) -> Spread:
    """The histogram of these integers, none below 0."""
    counts = np.bincount(np.asarray(values, dtype=np.int64))
    return Spread(tuple((value, count) for value, count in enumerate(counts.tolist()) if count))
