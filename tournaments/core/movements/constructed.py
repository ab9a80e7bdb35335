"""Entries of the catalogue beyond the federation's library."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.clock_groups import ClockGroup
from tournaments.core.movements.differences import build_from_moves
from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry, full_tables
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.lines import LARGEST, NEW_WAYS, SMALLEST, build_lines, most_rounds
from tournaments.core.movements.movement import SEAT_COUNT, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.rovers import add_rovers, rest_a_table
from tournaments.core.movements.stored import read_stored


def starter_sizes(name: str) -> tuple[int, ...]:
    """Return the numbers of tables with a starter in a stored file, smallest first."""
    return tuple(sorted(int(size) for size in read_stored(name)))


def starter_rounds(name: str, table_count: int) -> int:
    """Return the number of rounds until the ring has turned once."""
    return int(read_stored(name)[str(table_count)]["modulus"])


def build_from_starter(name: str, table_count: int, round_count: int) -> Movement:
    """Build the first rounds of the movement of a stored starter.

    In each round each player of a ring takes the seat of the player one number below. Players outside the
    rings stay.

    Args:
        name: "golfers" (no two players meet twice) or "whist" (over all rounds each pair of players meets
            three times).
        table_count: one of `starter_sizes`.
        round_count: 1 to `starter_rounds`.
    """
    starter = read_stored(name)[str(table_count)]
    modulus, turning = starter["modulus"], starter["modulus"] * starter["orbits"]
    first = np.array(starter["tables"], dtype=np.int64)[None]
    # each orbit of `modulus` numbers turns in itself
    later_tables = first // modulus * modulus + (first + np.arange(round_count)[:, None, None]) % modulus
    return Movement(
        code=f"{name}-{table_count}x{round_count}",
        players=number_by_start(np.where(first < turning, later_tables, first)),
        board_sets=np.repeat(np.arange(round_count)[:, None], table_count, axis=1),
        tables_per_set=table_count,
    )


FILE = "shared_sets"
SHARERS = (2, 3, 4)


def shared_sizes(sharing: int) -> tuple[int, ...]:
    """Return the numbers of tables at which `sharing` tables may share a set, smallest first."""
    pairs = (key.split("/") for key in read_stored(FILE))
    return tuple(sorted(int(tables) for tables, sets in pairs if int(tables) == sharing * int(sets)))


def build_shared(table_count: int, round_count: int, sharing: int) -> Movement:
    """Build the first rounds of the movement in which `sharing` tables have each set at a time.

    Args:
        table_count: one of `shared_sizes`.
        round_count: 1 to table_count / sharing, the number of sets.
    """
    set_count = table_count // sharing
    moves = np.array(read_stored(FILE)[f"{table_count}/{set_count}"][0], dtype=np.int64)[:round_count]
    movement = build_from_moves(
        f"shared-{sharing}-{table_count}x{round_count}", ClockGroup((table_count,)), moves
    )
    return replace(movement, board_sets=movement.board_sets % set_count, tables_per_set=sharing)


MOST_ROVERS = 3
MOST_ROUNDS_WITH_ROVERS = 12
"""Largest number of rounds with rovers. The search for more is slow, and no evening is so long."""

MOST_STARTER_ROUNDS_WITH_ROVERS = 7
"""Largest number of rounds of a starter with rovers.

At small tables no player would be left to give up a seat in longer movements."""
MOST_BOARDS_PER_ROUND = 8

FEWEST_ROUNDS_WITH_RESTS = 3
"""Lowest number of rounds with rests. In fewer rounds a player might not play at all."""

_Build = Callable[[int, int], Movement]
_Rounds = Callable[[int], int]


def boards_per_set(table_count: int) -> tuple[int, ...]:
    """Return the boards per round for an evening of 20 to 28 deals, the recommended number first."""
    if table_count <= 8:
        return (4, 3, 2)
    if table_count <= 10:
        return (3, 4, 2)
    return (2, 3, 4, 1)


def boards_for_all(table_count: int) -> tuple[int, ...]:
    """Return the boards per round if all tables share them.

    The last number is that of the tables if it is possible: then one étui of each board is enough.
    """
    usual = (3, 4) if table_count == 3 else (4, 3, 2)
    alone = (table_count,) if usual[0] < table_count <= MOST_BOARDS_PER_ROUND else ()
    return usual + alone


def _one_missing(table_count: int) -> tuple[int, ...]:
    return (SEAT_COUNT * table_count - 1,)


def _some_over(table_count: int) -> tuple[int, ...]:
    return tuple(SEAT_COUNT * table_count + rovers for rovers in range(1, MOST_ROVERS + 1))


def _one_or_two_over(table_count: int) -> tuple[int, ...]:
    return _some_over(table_count)[:2]


def _few_rounds(most: _Rounds) -> _Rounds:
    return lambda table_count: min(most(table_count), MOST_ROUNDS_WITH_ROVERS)


def _entry(
    source: str,
    sizes: Sequence[int],
    most: _Rounds,
    build: _Build,
    *,
    units: Callable[[int], tuple[int, ...]] = full_tables,
    boards: Callable[[int], tuple[int, ...]] = boards_per_set,
    sharing: Callable[[int], int] = lambda table_count: 1,
) -> LibraryEntry:
    """Return an entry that checks its arguments and seats missing or extra players.

    Args:
        build: (table_count, round_count) -> the movement of full tables.
    """

    def rounds(table_count: int, unit_count: int) -> Sequence[int]:
        fewest = 1 if units is full_tables else FEWEST_ROUNDS_WITH_RESTS
        return range(fewest, most(table_count) + 1)

    def build_for(table_count: int, round_count: int, unit_count: int) -> Movement:
        require_tables(table_count, sizes)
        require_rounds(round_count, rounds(table_count, unit_count), table_count=table_count)
        require_units(unit_count, units(table_count), table_count=table_count)
        return _fit(build(table_count, round_count), unit_count)

    return LibraryEntry(
        source=source,
        format=formats.DUPLICATE_INDIVIDUAL,
        table_counts=sizes,
        unit_counts=units,
        round_counts=rounds,
        boards_per_set=boards,
        build=build_for,
        sharing=sharing,
    )


def _fit(movement: Movement, unit_count: int) -> Movement:
    """Fit the movement of full tables to one player less, as many players, or some more."""
    over = unit_count - movement.player_count
    if over <= 0:
        return rest_a_table(movement) if over else movement
    extended_movement = add_rovers(movement, over)
    if extended_movement is None:
        raise NoSuchMovement(
            "no_rovers",
            f"no walk found for {unit_count} players at {movement.table_count} tables and"
            f" {movement.round_count} rounds",
            field="round_count",
            round_count=movement.round_count,
            table_count=movement.table_count,
            player_count=unit_count,
        )
    return extended_movement


def _shared_entry(sharing: int) -> LibraryEntry:
    return _entry(
        f"shared_sets_{sharing}",
        shared_sizes(sharing),
        lambda table_count: table_count // sharing,
        lambda table_count, round_count: build_shared(table_count, round_count, sharing),
        boards=lambda table_count: boards_per_set(table_count // sharing),
        sharing=lambda table_count: sharing,
    )


def _starter_entries(name: str) -> tuple[LibraryEntry, ...]:
    """Return three entries for the same starters: full tables, one player missing, some over."""

    def most(table_count: int) -> int:
        return starter_rounds(name, table_count)

    def few(table_count: int) -> int:
        return min(most(table_count), 2 * table_count, MOST_STARTER_ROUNDS_WITH_ROVERS)

    def build(table_count: int, round_count: int) -> Movement:
        return build_from_starter(name, table_count, round_count)

    def entry(
        source: str, rounds: _Rounds, units: Callable[[int], tuple[int, ...]] = full_tables
    ) -> LibraryEntry:
        return _entry(
            source,
            starter_sizes(name),
            rounds,
            build,
            units=units,
            boards=boards_for_all,
            sharing=lambda table_count: table_count,
        )

    return (
        entry(name, most),
        entry(f"{name}_resting", most, _one_missing),
        entry(f"{name}_rovers", few, _one_or_two_over),
    )


_ANY_SIZE = range(SMALLEST, LARGEST + 1)
LINES = (
    *(_entry(way.source, way.sizes, way.most_rounds, way.build) for way in NEW_WAYS),
    _entry("resting_table", _ANY_SIZE, most_rounds, build_lines, units=_one_missing),
    _entry("rovers", _ANY_SIZE, _few_rounds(most_rounds), build_lines, units=_some_over),
)
SHARED_SETS = tuple(_shared_entry(sharing) for sharing in SHARERS)
WITHOUT_LINES = (*_starter_entries("golfers"), *_starter_entries("whist"))
CONSTRUCTED = (*LINES, *SHARED_SETS, *WITHOUT_LINES)
"""Entries from the best to the least: those that keep the lines and are easiest to run first."""
