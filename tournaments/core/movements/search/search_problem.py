"""What a search is asked: an individual movement of some size, and what counts as better."""

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
        NoSuchMovement: `search_range`, with the field, its value and its bounds: no movement of that size
            can keep the rules, or it is beyond what is searched for.
    """

    player_count: int
    """At least four a table; those over sit out in turn."""
    table_count: int
    round_count: int
    set_count: int
    """Sets of boards; at least one for each round."""
    tables_per_set: int = 1
    """Tables that may have the same set in the same round."""
    keeps_lines: bool = False
    """Players keep their seat; only those who stand in for a resting player may change theirs."""

    def __post_init__(self) -> None:
        most_players = min(2 * self.seated, self.round_count * self.seated, MOST_PLAYERS)
        fewest_sets = max(self.round_count, self.groups)
        _require("table_count", self.table_count, 1, MOST_PLAYERS // SEAT_COUNT)
        _require("tables_per_set", self.tables_per_set, 1, self.table_count)
        _require("round_count", self.round_count, 1, MOST_ROUNDS)
        _require("player_count", self.player_count, self.seated, most_players)
        _require("set_count", self.set_count, fewest_sets, MOST_PLAYERS)

    @property
    def groups(self) -> int:
        """Groups of tables that have the same set at a time."""
        return -(-self.table_count // max(1, self.tables_per_set))

    @property
    def seated(self) -> int:
        return SEAT_COUNT * self.table_count

    def first_places(self, this_round: int) -> list[int]:
        """Who is at each place before any swap: everyone at one table, those over in turn for one of theirs.

        The sets go from table to table, so that nobody meets one twice.
        """
        places = list(range(self.player_count))
        for over in range(self.player_count - self.seated):
            turn, table = divmod(over, self.table_count)
            seat = SEAT_COUNT * table + (turn + this_round) % SEAT_COUNT
            waiting = self.seated + over
            places[seat], places[waiting] = places[waiting], places[seat]
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
