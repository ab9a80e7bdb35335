"""Free deals at 3 and 4 tables: a Howell for 12 or 16 players, or for 11 or 15 with one place empty."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.free_deals import DEALS_PER_ROUND
from tournaments.core.movements.library.printed_tables import FREE_TWELVE, SIXTEEN, read_printed
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, Movement
from tournaments.core.movements.table_shape import FREE_INDIVIDUAL

FREE_HOWELL_ROUNDS = {3: range(1, 7), 4: range(1, 6)}
_PRINTED = {3: FREE_TWELVE, 4: SIXTEEN}


def free_howell_player_counts(table_count: int) -> tuple[int, ...]:
    return (SEAT_COUNT * table_count, SEAT_COUNT * table_count - 1)


def build_free_howell(table_count: int, round_count: int, player_count: int) -> Movement:
    """Build the Howell with deals dealt at the table.

    With one player fewer, one table of each round has three. With 16 or 15 players each pair meets once in 5
    rounds. So each of 15 players sits once at a table of three.

    Args:
        table_count: 3 or 4.
        round_count: 1 to 6 at 3 tables, 1 to 5 at 4 tables.
        player_count: 12 or 11 at 3 tables, 16 or 15 at 4. The highest number stays empty.

    Raises:
        NoSuchMovement: other tables (`library_tables`), players (`library_units`) or rounds
            (`library_rounds`).
    """
    require_tables(table_count, list(FREE_HOWELL_ROUNDS))
    require_units(player_count, free_howell_player_counts(table_count), table_count=table_count)
    require_rounds(round_count, FREE_HOWELL_ROUNDS[table_count], table_count=table_count)
    players = read_printed(_PRINTED[table_count], table_count)[:round_count]
    return Movement(
        code=f"fft-free-howell-{player_count}x{round_count}",
        players=np.where(players < player_count, players, NOBODY),
        board_sets=np.full((round_count, table_count), NO_SET),
        shape=FREE_INDIVIDUAL,
    )


FREE_HOWELL = LibraryEntry(
    source="fft-free-howell",
    format=formats.FREE_DEALS,
    table_counts=tuple(FREE_HOWELL_ROUNDS),
    unit_counts=free_howell_player_counts,
    round_counts=lambda table_count, _: FREE_HOWELL_ROUNDS[table_count],
    boards_per_set=lambda table_count: DEALS_PER_ROUND,
    build=build_free_howell,
)
