"""Problems for a search: an individual movement of some size and what is better."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.movement import SEAT_COUNT, IntArray

MOST_PLAYERS = 240
MOST_ROUNDS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProblem:
    """The size of an individual duplicate movement that no construction covers.

    Raises:
        NoSuchMovement: `search_range`, with the field, its value and its bounds. No movement of that size
            can keep the rules, or it is beyond the limits of the search.
    """

    player_count: int
    """Number of players, at least four a table. Those over rest in turn."""
    table_count: int
    round_count: int
    set_count: int
    """Number of board sets, at least one for each round."""
    tables_per_set: int = 1
    """Largest number of tables with the same set in one round."""
    keeps_lines: bool = False
    """True if players keep their seat. Only a player who replaces a resting one may change seats."""

    def __post_init__(self) -> None:
        # at most as many rest as play, and all rounds together have a seat for each player
        most_players = min(2 * self.seated, self.round_count * self.seated, MOST_PLAYERS)
        fewest_sets = max(self.round_count, self.groups)
        _require("table_count", self.table_count, 1, MOST_PLAYERS // SEAT_COUNT)
        _require("tables_per_set", self.tables_per_set, 1, self.table_count)
        _require("round_count", self.round_count, 1, MOST_ROUNDS)
        _require("player_count", self.player_count, self.seated, most_players)
        _require("set_count", self.set_count, fewest_sets, MOST_PLAYERS)

    @property
    def groups(self) -> int:
        """Number of groups of tables. The tables of a group have the same set."""
        return -(-self.table_count // max(1, self.tables_per_set))

    @property
    def seated(self) -> int:
        return SEAT_COUNT * self.table_count

    @property
    def has_choice(self) -> bool:
        """True if players can be exchanged between tables or with resting ones."""
        return self.table_count > 1 or self.player_count > self.seated

    def first_places(self, this_round: int) -> list[int]:
        """Return the player at each place before any swap. All players stay at one table.

        Players over take turns on one seat of a table. The sets go from table to table, so that no player
        plays one twice.
        """
        places = list(range(self.player_count))
        for over in range(self.player_count - self.seated):
            turn, table = divmod(over, self.table_count)
            seat = SEAT_COUNT * table + (turn + this_round) % SEAT_COUNT
            rest_place = self.seated + over
            places[seat], places[rest_place] = places[rest_place], places[seat]
        return places

    def board_sets(self) -> IntArray:
        """board_sets[round, table]: each group of tables gets the next set in every round."""
        rounds, tables = np.indices((self.round_count, self.table_count))
        sets: IntArray = (tables % self.groups + rounds) % self.set_count
        return sets


def _require(field: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        message = f"{field} {value} not in {low}..{high}"
        raise NoSuchMovement("search_range", message, field=field, value=value, low=low, high=high)
