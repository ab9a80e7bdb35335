"""Moves of players between tables that deal their own cards, when a table is too small or a player joins.

No player knows such cards, so each player may play at each table. Tables of four are the aim. Tables of three
come before tables of five, which the federation does not homologate.

Source:
    FFT, Règlement officiel (2012) R11-R12; Manuel de l'organisateur (2011) M4.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.core.movements.movement import NOBODY, IntArray


@dataclass(frozen=True, slots=True)
class TableSizes:
    """Numbers of players with which a table plays."""

    usual: int
    """Number of players of a full table."""
    possible: tuple[int, ...]
    """All numbers, ascending; the usual one is among them."""

    @property
    def least(self) -> int:
        return self.possible[0]

    @property
    def most(self) -> int:
        return self.possible[-1]


class Regrouping:
    """Players of all rounds, moved one by one. A player who was moved often or meets others again comes last.

    Args:
        players: players[round, table, seat], changed in place; wide enough for the largest table.
        closed: places (round, table), from 0, whose players must stay, such as those with a result.
    """

    def __init__(
        self, players: IntArray, sizes: TableSizes, closed: Collection[tuple[int, int]] = frozenset()
    ) -> None:
        self.players, self.sizes, self.closed = players, sizes, closed
        self.move_counts: Counter[int] = Counter()

    def settle(self, this_round: int, table: int) -> None:
        """Give the players of a table that is too small another table, or their table other players.

        In order: they fill tables with an empty place; players of larger tables come to them; they make
        tables of one more. Those without a place rest.
        """
        units = [unit for unit in self.players[this_round, table].tolist() if unit != NOBODY]
        missing_count = self.sizes.least - len(units)
        rooms = self._rooms(this_round, table)
        places_below = sum(self.sizes.usual - count for count in rooms.values() if count < self.sizes.usual)
        if places_below >= len(units):
            self._leave(this_round, table, units, self.sizes.usual)
        elif self.units_to_call(this_round, table) >= missing_count:
            self.call(this_round, table, missing_count)
        else:
            self._leave(this_round, table, units, self.sizes.most)

    def units_to_call(self, this_round: int, table: int, *, only_above: bool = False) -> int:
        """Return the number of players whom other tables can spare for a table.

        Args:
            only_above: tables of the usual size keep their players.
        """
        counts = self._counts(this_round, table).values()
        spare = sum(count - self.sizes.usual for count in counts if count > self.sizes.usual)
        if only_above or self.sizes.usual - 1 not in self.sizes.possible:
            return spare
        return spare + sum(count >= self.sizes.usual for count in counts)

    def call(self, this_round: int, table: int, unit_count: int) -> None:
        """Bring players of other tables to a table, from the largest tables first.

        Args:
            unit_count: at most `units_to_call`.
        """
        for _ in range(unit_count):
            counts = self._counts(this_round, table)
            largest = max(counts.values())
            candidates = [
                (
                    self.move_counts[unit],
                    # the seat beyond the usual ones becomes free first
                    seat < self.sizes.usual if largest > self.sizes.usual else 0,
                    self.repeats(unit, this_round, table),
                    place,
                    seat,
                )
                for place, count in counts.items()
                if count == largest
                for seat, unit in enumerate(self.players[this_round, place].tolist())
                if unit != NOBODY
            ]
            *_, place, seat = min(candidates)
            unit = int(self.players[this_round, place, seat])
            self.players[this_round, place, seat] = NOBODY
            self._sit(this_round, table, unit)
            self.move_counts[unit] += 1

    def seat(self, this_round: int, unit: int, most: int) -> bool:
        """Seat a player at the smallest table with fewer than `most`. Return False without such a table."""
        rooms = {table: count for table, count in self._rooms(this_round).items() if count < most}
        if not rooms:
            return False
        table = min(rooms, key=lambda table: (rooms[table], self.repeats(unit, this_round, table), table))
        self._sit(this_round, table, unit)
        return True

    def open_table(self, this_round: int, units: Sequence[int]) -> int | None:
        """Seat players at a free table. Return the table; None without a free one."""
        is_free = (self.players[this_round] == NOBODY).all(axis=1)
        free_tables = [
            table for table in np.flatnonzero(is_free).tolist() if (this_round, table) not in self.closed
        ]
        if not free_tables:
            return None
        self.players[this_round, free_tables[0], : len(units)] = units
        return int(free_tables[0])

    def repeats(self, unit: int, this_round: int, table: int) -> int:
        """Return how often a player meets those at a table in other rounds."""
        is_there = (self.players == unit).any(axis=2)
        is_there[this_round] = False
        table_units = self.players[this_round, table]
        return int(np.isin(self.players[is_there], table_units[table_units != NOBODY]).sum())

    def _leave(self, this_round: int, table: int, units: Iterable[int], most: int) -> None:
        self.players[this_round, table] = NOBODY
        for unit in units:
            self.seat(this_round, unit, most)
            self.move_counts[unit] += 1

    def _sit(self, this_round: int, table: int, unit: int) -> None:
        seat = int(np.flatnonzero(self.players[this_round, table] == NOBODY)[0])
        self.players[this_round, table, seat] = unit

    def _rooms(self, this_round: int, but: int = NOBODY) -> dict[int, int]:
        """Return the number of players of each open table that plays and may have one more."""
        counts = self._counts(this_round, but)
        return {table: count for table, count in counts.items() if count + 1 in self.sizes.possible}

    def _counts(self, this_round: int, but: int = NOBODY) -> dict[int, int]:
        """Return the number of players of each open table that plays."""
        counts = (self.players[this_round] != NOBODY).sum(axis=1).tolist()
        return {
            table: count
            for table, count in enumerate(counts)
            if count in self.sizes.possible and table != but and (this_round, table) not in self.closed
        }
