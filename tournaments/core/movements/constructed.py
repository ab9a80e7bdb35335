"""The entries of the catalogue beyond the federation's library."""

from collections.abc import Sequence

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.lines import (
    LARGEST,
    NEW_WAYS,
    SMALLEST,
    LineConstruction,
    build_lines,
    most_rounds,
)
from tournaments.core.movements.movement import SEAT_COUNT, Movement
from tournaments.core.movements.rovers import add_rovers, rest_a_table

INDIVIDUAL_FORMAT = "duplicate_individual"
MOST_ROVERS = 3
MOST_ROUNDS_WITH_ROVERS = 12
"""More are found too, but slowly, and no evening lasts so long."""


def boards_per_set(table_count: int) -> tuple[int, ...]:
    """Boards per round that give an evening of 20 to 28 deals, the recommended number first."""
    if table_count <= 8:
        return (4, 3, 2)
    if table_count <= 10:
        return (3, 4, 2)
    return (2, 3, 4, 1)


def _full(table_count: int) -> tuple[int, ...]:
    return (SEAT_COUNT * table_count,)


def _one_missing(table_count: int) -> tuple[int, ...]:
    return (SEAT_COUNT * table_count - 1,)


def _some_over(table_count: int) -> tuple[int, ...]:
    return tuple(SEAT_COUNT * table_count + rovers for rovers in range(1, MOST_ROVERS + 1))


def _rounds(table_count: int, unit_count: int) -> Sequence[int]:
    return range(1, most_rounds(table_count) + 1)


def _rounds_with_rovers(table_count: int, unit_count: int) -> Sequence[int]:
    return range(1, min(most_rounds(table_count), MOST_ROUNDS_WITH_ROVERS) + 1)


def _line_entry(way: LineConstruction) -> LibraryEntry:
    def rounds(table_count: int, unit_count: int) -> Sequence[int]:
        return range(1, way.most_rounds(table_count) + 1)

    def build(table_count: int, round_count: int, unit_count: int) -> Movement:
        require_tables(table_count, way.sizes)
        require_rounds(round_count, rounds(table_count, unit_count), table_count=table_count)
        require_units(unit_count, _full(table_count), table_count=table_count)
        return way.build(table_count, round_count)

    return LibraryEntry(
        source=way.source,
        format=INDIVIDUAL_FORMAT,
        table_counts=way.sizes,
        unit_counts=_full,
        round_counts=rounds,
        boards_per_set=boards_per_set,
        build=build,
    )


def _build_resting(table_count: int, round_count: int, unit_count: int) -> Movement:
    require_tables(table_count, range(SMALLEST, LARGEST + 1))
    require_units(unit_count, _one_missing(table_count), table_count=table_count)
    return rest_a_table(build_lines(table_count, round_count))


def _build_with_rovers(table_count: int, round_count: int, unit_count: int) -> Movement:
    require_tables(table_count, range(SMALLEST, LARGEST + 1))
    require_units(unit_count, _some_over(table_count), table_count=table_count)
    require_rounds(round_count, _rounds_with_rovers(table_count, unit_count), table_count=table_count)
    movement = add_rovers(build_lines(table_count, round_count), unit_count - SEAT_COUNT * table_count)
    if movement is None:
        raise NoSuchMovement(
            "no_rovers",
            f"no walk found for {unit_count} players at {table_count} tables and {round_count} rounds",
            field="round_count",
            round_count=round_count,
            table_count=table_count,
            player_count=unit_count,
        )
    return movement


RESTING_TABLE = LibraryEntry(
    source="resting_table",
    format=INDIVIDUAL_FORMAT,
    table_counts=range(SMALLEST, LARGEST + 1),
    unit_counts=_one_missing,
    round_counts=_rounds,
    boards_per_set=boards_per_set,
    build=_build_resting,
)
ROVERS = LibraryEntry(
    source="rovers",
    format=INDIVIDUAL_FORMAT,
    table_counts=range(SMALLEST, LARGEST + 1),
    unit_counts=_some_over,
    round_counts=_rounds_with_rovers,
    boards_per_set=boards_per_set,
    build=_build_with_rovers,
)
CONSTRUCTED = (*(_line_entry(way) for way in NEW_WAYS), RESTING_TABLE, ROVERS)
"""Best first: what keeps the lines and is easiest to run."""
