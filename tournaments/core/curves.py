"""A curve of values in the order of time, as whole coordinates of a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH, HEIGHT = 420, 150
"""Of the field of the curve; y grows downwards."""
MOST_STEPS = 4
"""Between the lines of the scale."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Where every value stands, and the marks of the scale."""

    points: tuple[tuple[int, int], ...]
    """(x, y) of each value."""
    marks: tuple[tuple[int, int], ...]
    """(value, y) of the lines of the scale, the lowest first."""

    @property
    def line(self) -> str:
        """The points as a polyline writes them."""
        return " ".join(f"{x},{y}" for x, y in self.points)


def draw_curve(values: Sequence[Fraction], step: int) -> Curve:
    """The curve of at least one value.

    Args:
        step: the lines of the scale stand at multiples of it, doubled until there are few enough.
    """
    every = step
    low, high = _bounds(values, every)
    while (high - low) // every > MOST_STEPS:
        every *= 2
        low, high = _bounds(values, every)
    count = max(len(values) - 1, 1)
    return Curve(
        points=tuple(
            (WIDTH * number // count if len(values) > 1 else WIDTH // 2, _height(value, low, high))
            for number, value in enumerate(values)
        ),
        marks=tuple((mark, _height(Fraction(mark), low, high)) for mark in range(low, high + 1, every)),
    )


def _bounds(values: Sequence[Fraction], every: int) -> tuple[int, int]:
    low = min(values) // every * every
    return low, max(-(-max(values) // every) * every, low + every)


def _height(value: Fraction, low: int, high: int) -> int:
    return HEIGHT - int(HEIGHT * (value - low) / (high - low))
