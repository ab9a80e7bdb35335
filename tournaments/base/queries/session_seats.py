"""Who sits where in a session, as arrays."""

from dataclasses import dataclass

import numpy as np

from tournaments.base.queries.columns import read_columns
from tournaments.core.ranking.score_grid import NOBODY, SEAT_COUNT, IntArray
from tournaments.models import Round, Seating, Session


@dataclass(frozen=True, slots=True)
class SessionSeats:
    """Who sits where in a session; places are numbered by section, round and table."""

    round_ids: IntArray
    """In the order of sections and rounds."""
    sections: IntArray
    """sections[round]: from 0."""
    table_ids: IntArray
    """In the order of the tables."""
    players: IntArray
    """players[place, seat]: unit from 0, `NOBODY` for an empty seat."""
    entry_ids: IntArray
    """entry_ids[unit]: units in the order in which they are first seated."""
    usual_seats: IntArray
    """usual_seats[unit]: the one held in most rounds, of equals the first one: a round at somebody else's
    place takes nobody off his line."""

    @property
    def round_numbers(self) -> IntArray:
        """round_numbers[round]: in its section, from 1."""
        first = np.searchsorted(self.sections, self.sections)
        numbers: IntArray = np.arange(self.sections.size) - first + 1
        return numbers

    def rounds_at(self, places: IntArray) -> IntArray:
        """The number of the round of each place."""
        rounds: IntArray = self.round_numbers[places // max(1, self.table_ids.size)]
        return rounds

    def places_of(self, round_ids: IntArray, table_ids: IntArray) -> IntArray:
        return _rows_of(self.round_ids, round_ids) * self.table_ids.size + _rows_of(self.table_ids, table_ids)


def read_seats(session: Session) -> SessionSeats:
    """Everybody's seats in all rounds. Two queries."""
    round_ids, sections, table_ids = _read_places(session)
    rounds, tables, seats, entries = read_columns(
        Seating.objects.filter(round__section__session=session), "round_id", "table_id", "seat", "entry_id"
    )
    width = max(SEAT_COUNT, int(seats.max(initial=0)) + 1)
    places = _rows_of(round_ids, rounds) * table_ids.size + _rows_of(table_ids, tables)
    keys = places * width + seats
    ids, found = np.unique(entries, return_inverse=True)
    first_keys = np.full(ids.size, np.iinfo(np.int64).max)
    np.minimum.at(first_keys, found, keys)
    by_first = np.argsort(first_keys)
    units = np.empty_like(by_first)
    units[by_first] = np.arange(ids.size)
    players = np.full(round_ids.size * table_ids.size * width, NOBODY)
    players[keys] = units[found]
    return SessionSeats(
        round_ids=round_ids,
        sections=sections - 1,
        table_ids=table_ids,
        players=players.reshape(-1, width),
        entry_ids=ids[by_first],
        usual_seats=_usual_seats(units[found], seats, first_keys[by_first] % width),
    )


def _read_places(session: Session) -> tuple[IntArray, IntArray, IntArray]:
    """Ids of the rounds by section and number, their sections, ids of the tables by number. One query."""
    rounds, numbers, sections, tables, table_numbers = read_columns(
        Round.objects.filter(section__session=session),
        *("pk", "number", "section__number", "section__tables", "section__tables__number"),
    )
    round_ids, first = np.unique(rounds, return_index=True)
    order = np.lexsort((numbers[first], sections[first]))
    table_ids, first_table = np.unique(tables, return_index=True)
    by_number = np.argsort(table_numbers[first_table])
    return round_ids[order], sections[first][order], table_ids[by_number]


def _usual_seats(units: IntArray, seats: IntArray, first_seats: IntArray) -> IntArray:
    """The seat that every unit holds most.

    Args:
        units, seats: who sits where, in any order.
        first_seats: first_seats[unit].
    """
    times = np.zeros((first_seats.size, int(seats.max(initial=0)) + 1), dtype=np.int64)
    np.add.at(times, (units, seats), 2)
    times[np.arange(first_seats.size), first_seats] += 1
    usual: IntArray = times.argmax(axis=1)
    return usual


def _rows_of(keys: IntArray, wanted: IntArray) -> IntArray:
    """rows[number]: where each wanted key stands; every one is there."""
    order = np.argsort(keys)
    found: IntArray = order[np.searchsorted(keys, wanted, sorter=order)]
    return found
