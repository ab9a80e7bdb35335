"""A movement: the players and the board set of each table in each round, as arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.table_shape import INDIVIDUAL, TableShape

IntArray = npt.NDArray[np.int64]

SEAT_COUNT = 4
NOBODY = -1
"""Number of an empty seat in `players`."""
NO_SET = -1
"""Number in `board_sets` of a table that plays nothing in the round."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """The design of an event in numbers. A movement with people is a seating.

    The arrays are copied and made read-only. Only their shape is checked here; the rules are in `check`.

    Raises:
        InvalidMovement: the arrays differ in rounds or tables, or have not the seats of the table
            (`movement_shape`); a number is below −1 (`movement_number`); there are more copies than tables
            for a set (`movement_tables_per_set`).
    """

    code: str
    """Code of the construction and its size, such as "straight-5x5"."""
    players: IntArray
    """players[round, table, seat]: number of the unit (player or team) from 0; −1 for an empty seat.

    Seats are in playing order: 0=N, 1=W, 2=S, 3=E, then 4 where tables have a fifth seat. The seats of one
    side of the table have the same number."""
    board_sets: IntArray
    """board_sets[round, table]: number of the board set from 0; −1 for a table without a set.

    In a movement with sets, a table without a set does not play. In a movement without any set, each table
    deals for itself."""
    shape: TableShape = INDIVIDUAL
    tables_per_set: int = 1
    """Largest number of tables with the same set in one round. Its boards pass from table to table, or there
    are `copies` of them."""
    copies: int = 1
    """Number of étuis made of each board."""

    def __post_init__(self) -> None:
        players = np.array(self.players, dtype=np.int64)
        board_sets = np.array(self.board_sets, dtype=np.int64)
        seats = self.shape.seat_count
        if players.ndim != 3 or players.shape != (*board_sets.shape, seats) or players.size == 0:
            raise InvalidMovement(
                "movement_shape",
                f"players of shape {players.shape} and board sets of shape {board_sets.shape} are not"
                f" (rounds, tables, {seats}) and (rounds, tables), all at least 1",
                players=players.shape,
                board_sets=board_sets.shape,
            )
        if not 1 <= self.copies <= self.tables_per_set:
            raise InvalidMovement(
                "movement_tables_per_set",
                f"{self.copies} copies for {self.tables_per_set} tables at a time: each copy is on a table",
                copies=self.copies,
                tables_per_set=self.tables_per_set,
            )
        lowest = int(min(players.min(), board_sets.min()))
        if lowest < NOBODY:
            raise InvalidMovement("movement_number", f"number {lowest} is below {NOBODY}", number=lowest)
        # a frozen dataclass does not freeze its arrays
        players.setflags(write=False)
        board_sets.setflags(write=False)
        # a frozen dataclass sets its own fields only this way
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "board_sets", board_sets)

    @property
    def round_count(self) -> int:
        return int(self.players.shape[0])

    @property
    def table_count(self) -> int:
        return int(self.players.shape[1])

    @property
    def player_count(self) -> int:
        """The highest player number plus one."""
        return int(self.players.max()) + 1

    @property
    def has_boards(self) -> bool:
        """True if boards go from table to table. Otherwise each table deals for itself."""
        return self.set_count > 0

    @property
    def set_count(self) -> int:
        """The highest board set plus one."""
        return int(self.board_sets.max()) + 1

    def boards(self, this_round: int, table: int, boards_per_set: int) -> tuple[int, ...]:
        """Return the numbers of the boards that a table plays in a round, from 1 and in order.

        With k boards per set, set s holds the boards s·k + 1 to (s + 1)·k.

        Args:
            this_round: from 0.
            table: from 0.

        Returns:
            `boards_per_set` numbers, or none when the table plays nothing.
        """
        board_set = int(self.board_sets[this_round, table])
        if board_set == NO_SET:
            return ()
        return tuple(range(board_set * boards_per_set + 1, (board_set + 1) * boards_per_set + 1))
