"""Finite commutative groups on the numbers 0…order−1, as clocks side by side.

One clock of T hours stands for moves by whole tables, modulo T tables.
"""

from dataclasses import dataclass
from math import prod

import numpy as np

from tournaments.core.movements.movement import IntArray


@dataclass(frozen=True, slots=True)
class ClockGroup:
    """A product of cyclic groups. An element has one hand per clock; the last clock turns fastest."""

    moduli: tuple[int, ...]
    """Number of hours of each clock."""

    @property
    def order(self) -> int:
        return prod(self.moduli)

    def hands(self, elements: IntArray) -> IntArray:
        """Return hands[…, clock] of the elements.

        Example: in the group (2, 6), element k has the hands (k // 6, k % 6).
        """
        return np.stack(np.unravel_index(elements, self.moduli), axis=-1).astype(np.int64)

    def element(self, hands: IntArray) -> IntArray:
        """Return the elements with these hands, each taken modulo its clock."""
        # ravel_multi_index wants one array per clock
        reduced = np.moveaxis(hands % np.array(self.moduli), -1, 0)
        return np.asarray(np.ravel_multi_index(tuple(reduced), self.moduli), dtype=np.int64)

    def subtract(self, elements: IntArray, subtrahends: IntArray) -> IntArray:
        """Return elements − subtrahends, element by element. Shapes are broadcast as in NumPy."""
        return self.element(self.hands(elements) - self.hands(subtrahends))

    def add(self, elements: IntArray, addends: IntArray) -> IntArray:
        """Return elements + addends, element by element. Shapes are broadcast as in NumPy."""
        return self.element(self.hands(elements) + self.hands(addends))
