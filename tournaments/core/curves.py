"""Coordinates of a curve that shows values in the order of time, as whole numbers for a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

WIDTH, HEIGHT = 420, 150
"""Size of the field of the curve. y grows downwards."""
MOST_STEPS = 4
"""Largest number of steps between the lines of the scale."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Coordinates of the values and of the lines of the scale."""

    points: tuple[tuple[int, int], ...]
    """(x, y) of each value."""
    marks: tuple[tuple[int, int], ...]
    """(value, y) of the lines of the scale, the lowest first."""

    @property
    def line(self) -> str:
        """The points in the form of an SVG polyline."""
        return " ".join(f"{x},{y}" for x, y in self.points)


def draw_curve(values: Sequence[Fraction], step: int) -> Curve:
    """Return the curve of at least one value.

    Args:
        values: in the order of time.
        step: the scale has a line at each multiple of it. It is doubled until there are few enough.
    """
    interval = step
    low, high = _bounds(values, interval)
    while (high - low) // interval > MOST_STEPS:
        interval *= 2
        low, high = _bounds(values, interval)
    count = max(len(values) - 1, 1)
    return Curve(
        points=tuple(
            (WIDTH * number // count if len(values) > 1 else WIDTH // 2, _height(value, low, high))
            for number, value in enumerate(values)
        ),
        marks=tuple((mark, _height(Fraction(mark), low, high)) for mark in range(low, high + 1, interval)),
    )


def _bounds(values: Sequence[Fraction], interval: int) -> tuple[int, int]:
    low = min(values) // interval * interval
    # rounded up, and at least one interval high where all values are equal
    return low, max(-(-max(values) // interval) * interval, low + interval)


# y grows downwards: the highest value has y 0
def _height(value: Fraction, low: int, high: int) -> int:
    return HEIGHT - int(HEIGHT * (value - low) / (high - low))
