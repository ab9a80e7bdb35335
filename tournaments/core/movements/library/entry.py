"""What the catalogue knows of one kind of movement: its sizes, its rounds, how it is made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tournaments.core.movements.library.refusals import require_units
from tournaments.core.movements.movement import SEAT_COUNT, Movement


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """A kind of movement with every shape that it has; units are players, or teams in team events."""

    source: str
    """Stable code of the construction, such as "fft-straight"; pages translate it."""
    format: str
    """Code of the format that it serves."""
    table_counts: Sequence[int]
    """Numbers of tables, ascending."""
    unit_counts: Callable[[int], tuple[int, ...]]
    """(table_count) -> numbers of units that it seats there, full tables first."""
    round_counts: Callable[[int, int], Sequence[int]]
    """(table_count, unit_count) -> numbers of rounds, ascending, for sizes that are served; maybe none."""
    boards_per_set: Callable[[int], tuple[int, ...]]
    """(table_count) -> boards that a table plays in a round, the recommended number first."""
    build: Callable[[int, int, int], Movement]
    """(table_count, round_count, unit_count) -> the movement; NoSuchMovement outside the numbers above."""
    sharing: Callable[[int], int] = field(default=lambda table_count: 1)
    """(table_count) -> tables that have the same set in the same round, its boards going round among them."""


def full_tables(table_count: int) -> tuple[int, ...]:
    """The units of individual movements that seat four at every table."""
    return (SEAT_COUNT * table_count,)


def seat_full_tables(build: Callable[[int, int], Movement]) -> Callable[[int, int, int], Movement]:
    """A builder for an entry, from one that knows only full tables: other numbers are refused."""

    def build_full(table_count: int, round_count: int, unit_count: int) -> Movement:
        require_units(unit_count, full_tables(table_count), table_count=table_count)
        return build(table_count, round_count)

    return build_full
