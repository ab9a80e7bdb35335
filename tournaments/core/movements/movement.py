"""A movement: for every round, the players and the set of boards of each table, as arrays."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.table_shape import INDIVIDUAL, TableShape

IntArray = npt.NDArray[np.int64]

SEAT_COUNT = 4
NOBODY = -1
"""In `players`: the seat is empty in that round."""
NO_SET = -1
"""In `board_sets`: the table plays nothing in that round."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """Abstract numbers; a seating is a movement applied to people.

    The arrays are copied and made read-only. Their shape is checked here, the rules in `check`.

    Raises:
        InvalidMovement: the arrays have not the same rounds and tables or not the seats of the table
            (`movement_shape`), a number is below −1 (`movement_number`), or nobody can hold a set in
            the same round (`movement_tables_per_set`).
    """

    code: str
    """Name of the shape, as the catalogue writes it."""
    players: IntArray
    """players[round, table, seat]: number of the unit (player or team) from 0; −1 for an empty seat.

    Seats in playing order 0=N, 1=W, 2=S, 3=E, then 4 where tables have a fifth seat; the seats of one
    side of the table have the same number."""
    board_sets: IntArray
    """board_sets[round, table]: set of boards from 0, −1 when the table has none.

    A table without a set plays only where no table of the movement has one: deals dealt at the table."""
    shape: TableShape = INDIVIDUAL
    tables_per_set: int = 1
    """Tables that may have the same set in the same round: its boards go round among them, or there are
    `copies` of them."""
    copies: int = 1
    """Étuis made of each board."""

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
        players.setflags(write=False)
        board_sets.setflags(write=False)
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
        """Whether deals go from table to table; otherwise each table deals for itself."""
        return self.set_count > 0

    @property
    def set_count(self) -> int:
        """The highest board set plus one."""
        return int(self.board_sets.max()) + 1

    def boards(self, this_round: int, table: int, boards_per_set: int) -> tuple[int, ...]:
        """Numbers of the boards that a table plays in a round, in order, from 1.

        Set s holds the boards s·k + 1 … (s + 1)·k, k being the boards per set.

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
