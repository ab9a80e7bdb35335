"""The straight movement of the individual duplicate, as an entry of the library."""

from tournaments.core.movements.constructions import build_straight, is_straight_size
from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry, full_tables, seat_full_tables
from tournaments.core.movements.library.refusals import require_rounds, require_tables
from tournaments.core.movements.movement import Movement

STRAIGHT_TABLES = tuple(size for size in range(5, 102) if is_straight_size(size))
"""Numbers of tables. The federation prints the primes to 19; all sizes prime to 2 and 3 work."""
_RECOMMENDED = {5: (4,), 7: (4, 3)}
"""Recommended boards by number of tables, where it is not 2.

Source: FFT, Manuel de l'organisateur (2011) M16-M17."""
_USUAL = (4, 3, 2)


def straight_boards_per_set(table_count: int) -> tuple[int, ...]:
    """Return the federation's number of boards first, then the other usual numbers."""
    return with_usual(_RECOMMENDED.get(table_count, (2,)))


def with_usual(recommended: tuple[int, ...]) -> tuple[int, ...]:
    """Return the recommended numbers of boards, then the missing ones of 4, 3, 2."""
    return (*recommended, *(boards for boards in _USUAL if boards not in recommended))


def straight_rounds(table_count: int) -> range:
    return range(1, table_count + 1)


def build_library_straight(table_count: int, round_count: int) -> Movement:
    """Build the straight movement in one of the library's sizes.

    Args:
        round_count: 1 to the number of tables.

    Raises:
        NoSuchMovement: another number of tables (`library_tables`) or of rounds (`library_rounds`).
    """
    require_tables(table_count, STRAIGHT_TABLES)
    require_rounds(round_count, straight_rounds(table_count), table_count=table_count)
    return build_straight(table_count, round_count)


STRAIGHT = LibraryEntry(
    source="fft-straight",
    format=formats.DUPLICATE_INDIVIDUAL,
    table_counts=STRAIGHT_TABLES,
    unit_counts=full_tables,
    round_counts=lambda table_count, _: straight_rounds(table_count),
    boards_per_set=straight_boards_per_set,
    build=seat_full_tables(build_library_straight),
)
