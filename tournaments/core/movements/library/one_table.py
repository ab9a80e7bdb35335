"""Free deals at one table of three, four or five players, who keep their seats."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.free_deals import DEALS_PER_ROUND
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, Movement
from tournaments.core.movements.table_shape import FREE_FIVES, FREE_INDIVIDUAL

TABLES, PLAYERS, ROUNDS = range(1, 2), (3, 4, 5), range(1, 13)


def build_one_table(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build a movement with the same seats in each round. With three players East is empty.

    Args:
        table_count: 1.
        round_count: 1 to 12.
        player_count: 3 to 5.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`).

    Source:
        Tables of three and of five: FFT, Règlement officiel (2012) R11-R12.
    """
    require_tables(table_count, TABLES)
    require_units(player_count, PLAYERS, table_count=table_count)
    require_rounds(round_count, ROUNDS, table_count=table_count)
    shape = FREE_FIVES if player_count > SEAT_COUNT else FREE_INDIVIDUAL
    seats = [*range(player_count), *[NOBODY] * (shape.seat_count - player_count)]
    return Movement(
        code=f"free-one-table-{player_count}x{round_count}",
        players=np.tile(np.array(seats), (round_count, 1, 1)),
        board_sets=np.full((round_count, 1), NO_SET),
        shape=shape,
    )


ONE_TABLE = LibraryEntry(
    source="free-one-table",
    format=formats.FREE_DEALS,
    table_counts=TABLES,
    unit_counts=lambda table_count: PLAYERS,
    round_counts=lambda table_count, unit_count: ROUNDS,
    boards_per_set=lambda table_count: DEALS_PER_ROUND,
    build=build_one_table,
)
