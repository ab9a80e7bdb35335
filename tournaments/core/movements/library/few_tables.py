"""Free deals at two to four tables of three, four or five, for numbers of players without a printed movement.

Tables of different sizes stay the same tables in each round. Players meet again, and sit at a smaller table,
as seldom as `tools/find_few_tables.py` found.

Source:
    Tables of three and of five: FFT, Règlement officiel (2012) R11-R12. The movements are ours.
"""

from collections.abc import Mapping

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.free_deals import DEALS_PER_ROUND
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.stored import read_stored
from tournaments.core.movements.table_shape import FREE_FIVES, FREE_INDIVIDUAL

LONGEST = 8
ROUNDS = range(1, LONGEST + 1)
THREES_PLAYERS: Mapping[int, tuple[int, ...]] = {2: (8, 7, 6), 3: (10, 9), 4: (14, 13)}
FIVES_PLAYERS: Mapping[int, tuple[int, ...]] = {2: (10, 9), 3: (14, 13)}
"""Numbers of players by tables. 11, 12, 15 and 16 play the Howell, larger numbers in lines."""


def few_table_sizes(table_count: int, player_count: int) -> tuple[int, ...]:
    """Return the players at each table, which differ by one at most, the larger tables first."""
    smaller, larger_count = divmod(player_count, table_count)
    return (smaller + 1,) * larger_count + (smaller,) * (table_count - larger_count)


def build_few_tables(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build a movement for tables that differ by one player at most, the larger ones first.

    Args:
        table_count: 2 to 4.
        round_count: 1 to 8.
        player_count: see `THREES_PLAYERS` and `FIVES_PLAYERS`.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, list(THREES_PLAYERS))
    player_counts = (*THREES_PLAYERS[table_count], *FIVES_PLAYERS.get(table_count, ()))
    require_units(player_count, player_counts, table_count=table_count)
    require_rounds(round_count, ROUNDS, table_count=table_count)
    tables = read_stored("few_tables")[f"{table_count}/{player_count}"][:round_count]
    shape = FREE_FIVES if player_count > SEAT_COUNT * table_count else FREE_INDIVIDUAL
    return Movement(
        code=f"free-few-tables-{player_count}x{round_count}",
        players=number_by_start(_seat_in_turn(tables, player_count, shape.seat_count)),
        board_sets=np.full((round_count, table_count), NO_SET),
        shape=shape,
    )


def _seat_in_turn(tables: list[list[list[int]]], player_count: int, seat_count: int) -> IntArray:
    """Return players[round, table, seat]: each player gets the free seat that they held least often.

    Args:
        tables: players by round and table.
        player_count: players of all tables.
        seat_count: seats of a full table; the last ones of a smaller table stay empty.
    """
    players = np.full((len(tables), len(tables[0]), seat_count), NOBODY)
    seat_counts = np.zeros((player_count, seat_count), dtype=np.int64)
    for this_round, table in np.ndindex(*players.shape[:2]):
        members = list(tables[this_round][table])
        for seat in range(len(members)):
            counts = [(int(seat_counts[member, seat]), member) for member in members]
            _count, member = min(counts)
            members.remove(member)
            players[this_round, table, seat] = member
            seat_counts[member, seat] += 1
    return players


def _entry(source: str, player_counts: Mapping[int, tuple[int, ...]]) -> LibraryEntry:
    def build(table_count: int, round_count: int, player_count: int) -> Movement:
        require_tables(table_count, list(player_counts))
        require_units(player_count, player_counts[table_count], table_count=table_count)
        return build_few_tables(table_count, round_count, player_count)

    return LibraryEntry(
        source=source,
        format=formats.FREE_DEALS,
        table_counts=tuple(player_counts),
        unit_counts=lambda table_count: player_counts[table_count],
        round_counts=lambda table_count, unit_count: ROUNDS,
        boards_per_set=lambda table_count: DEALS_PER_ROUND,
        build=build,
    )


FEW_TABLES = _entry("free-few-tables", THREES_PLAYERS)
FEW_TABLES_FIVES = _entry("free-few-fives", FIVES_PLAYERS)
