"""Matches of two teams in two rooms, and of three teams at three tables."""

import numpy as np

from tournaments.core.movements.library import formats
from tournaments.core.movements.library.entry import LibraryEntry
from tournaments.core.movements.library.refusals import require_rounds, require_tables, require_units
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.table_shape import QUARTETS

ROOMS = 2
QUARTERS = 4
MATCH_BOARDS = (4, 6)
"""Numbers of boards of a quarter, for matches of 16 or 24 deals.

Source: FFT, Règlement officiel (2012) R25-R26; Manuel de l'organisateur (2011) M60-M64."""
TRIANGLE_TEAMS = 3
TRIANGLE_BOARDS = (6, 3)
"""Numbers of boards of a block: 48 deals, or 24, which is not homologated.

Source: as `MATCH_BOARDS`."""


def build_match(table_count: int, round_count: int, team_count: int) -> Movement:
    """Build a match of two teams. A round is a quarter; its boards go between the two rooms.

    Table 1 is the open room, table 2 the closed one. Team 1 chooses in quarters 1 and 3, team 2 in quarters
    2 and 4. The attacker of the choosing team plays in the open room, the other attacker in the closed room.

    Args:
        table_count: 2 rooms.
        round_count: 1 to 4 quarters.
        team_count: 2.

    Raises:
        NoSuchMovement: any other number (`library_tables`, `library_units`, `library_rounds`).
    """
    require_tables(table_count, [ROOMS])
    require_units(team_count, [2], table_count=table_count)
    require_rounds(round_count, range(1, QUARTERS + 1), table_count=table_count)
    quarters = np.arange(round_count)
    chooser = quarters % 2
    # (defenders, attacker) of the open room: the choosing team attacks there
    open_room = np.stack([1 - chooser, chooser], axis=1)
    teams = np.stack([open_room, open_room[:, ::-1]], axis=1)
    return Movement(
        code=f"fft-teams-{round_count}",
        players=teams[:, :, list(QUARTETS.sides)],
        board_sets=np.repeat(quarters[:, None], ROOMS, axis=1),
        shape=QUARTETS,
        tables_per_set=ROOMS,
    )


def build_triangle(table_count: int, round_count: int, team_count: int) -> Movement:
    """Build a match of three teams, each at home at one table. A period has two halves and three blocks.

    In the first half table t defends against team t − 1 with block t. In the second half the blocks go down
    one table and the attackers up one. Each pair of teams then has played one block both ways.

    Args:
        table_count: 3.
        round_count: 2, 4, 6 or 8 halves.
        team_count: 3.

    Raises:
        NoSuchMovement: any other number (`library_tables`, `library_units`, `library_rounds`).
    """
    require_tables(table_count, [TRIANGLE_TEAMS])
    require_units(team_count, [TRIANGLE_TEAMS], table_count=table_count)
    require_rounds(round_count, range(2, 2 * QUARTERS + 1, 2), table_count=table_count)
    rounds = np.arange(round_count)[:, None]
    tables = np.arange(TRIANGLE_TEAMS)[None, :]
    half = rounds % 2
    attackers = (tables - 1 - half) % TRIANGLE_TEAMS
    teams = np.stack([np.broadcast_to(tables, attackers.shape), attackers], axis=2)
    blocks = TRIANGLE_TEAMS * (rounds // 2) + (tables + half) % TRIANGLE_TEAMS
    return Movement(
        code=f"fft-triangular-{round_count}",
        players=teams[:, :, list(QUARTETS.sides)],
        board_sets=blocks,
        shape=QUARTETS,
    )


MATCH = LibraryEntry(
    source="fft-teams",
    format=formats.TEAMS,
    table_counts=(ROOMS,),
    unit_counts=lambda table_count: (2,),
    round_counts=lambda table_count, _: range(1, QUARTERS + 1),
    boards_per_set=lambda table_count: MATCH_BOARDS,
    build=build_match,
    sharing=lambda table_count: ROOMS,
)

TRIANGLE = LibraryEntry(
    source="fft-triangular",
    format=formats.TRIANGULAR,
    table_counts=(TRIANGLE_TEAMS,),
    unit_counts=lambda table_count: (TRIANGLE_TEAMS,),
    round_counts=lambda table_count, _: range(2, 2 * QUARTERS + 1, 2),
    boards_per_set=lambda table_count: TRIANGLE_BOARDS,
    build=build_triangle,
)
