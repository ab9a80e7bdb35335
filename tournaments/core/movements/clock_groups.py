"""Finite commutative groups on the numbers 0…order−1: whole tables forward, or columns of such clocks."""

from dataclasses import dataclass
from math import prod

import numpy as np

from tournaments.core.movements.movement import IntArray


@dataclass(frozen=True, slots=True)
class ClockGroup:
    """Clocks side by side: an element is one hand per clock, numbered with the last clock fastest."""

    moduli: tuple[int, ...]
    """Hours of each clock; one clock of T hours is "so many tables up, modulo T"."""

    @property
    def order(self) -> int:
        return prod(self.moduli)

    def hands(self, elements: IntArray) -> IntArray:
        """hands[…, clock] of the elements; element k of a group (2, 6) has the hands (k // 6, k % 6)."""
        return np.stack(np.unravel_index(elements, self.moduli), axis=-1).astype(np.int64)

    def element(self, hands: IntArray) -> IntArray:
        """The elements of these hands, taken modulo each clock."""
        reduced = np.moveaxis(hands % np.array(self.moduli), -1, 0)
        return np.asarray(np.ravel_multi_index(tuple(reduced), self.moduli), dtype=np.int64)

    def subtract(self, elements: IntArray, others: IntArray) -> IntArray:
        """elements − others, one by one; the shapes are stretched as NumPy does."""
        return self.element(self.hands(elements) - self.hands(others))

    def add(self, elements: IntArray, others: IntArray) -> IntArray:
        """elements + others, one by one."""
        return self.element(self.hands(elements) + self.hands(others))
