"""Entries of the catalogue: the sizes of one kind of movement and how to build it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.core.movements.library.refusals import require_units
from tournaments.core.movements.movement import SEAT_COUNT, Movement


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """A kind of movement with all its shapes. Units are players, or teams in team events."""

    source: str
    """Stable code of the construction, such as "fft-straight"; pages translate it."""
    format: str
    """Code of the format."""
    table_counts: Sequence[int]
    """Numbers of tables, ascending."""
    unit_counts: Callable[[int], tuple[int, ...]]
    """(table_count) -> possible numbers of units, full tables first."""
    round_counts: Callable[[int, int], Sequence[int]]
    """(table_count, unit_count) -> numbers of rounds, ascending, for possible sizes; may be empty."""
    boards_per_set: Callable[[int], tuple[int, ...]]
    """(table_count) -> boards that a table plays in a round, the recommended number first."""
    build: Callable[[int, int, int], Movement]
    """(table_count, round_count, unit_count) -> the movement; raises NoSuchMovement outside these
    numbers."""
    sharing: Callable[[int], int] = field(default=lambda table_count: 1)
    """(table_count) -> number of tables among which the boards of a set go round in one round."""


def full_tables(table_count: int) -> tuple[int, ...]:
    """Return the number of units of individual movements with four players at each table."""
    return (SEAT_COUNT * table_count,)


def seat_full_tables(build: Callable[[int, int], Movement]) -> Callable[[int, int, int], Movement]:
    """Return a builder for an entry from one for full tables. It refuses other numbers of units."""

    def build_full(table_count: int, round_count: int, unit_count: int) -> Movement:
        require_units(unit_count, full_tables(table_count), table_count=table_count)
        return build(table_count, round_count)

    return build_full
