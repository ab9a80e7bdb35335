"""Seats of all players in a session, as arrays."""

from dataclasses import dataclass

import numpy as np

from tournaments.base.queries.columns import read_columns
from tournaments.core.ranking.score_grid import NOBODY, SEAT_COUNT, IntArray
from tournaments.models import Round, Seating, Session


@dataclass(frozen=True, slots=True)
class SessionSeats:
    """Seats of all players in a session. Places are numbered by section, round and table."""

    round_ids: IntArray
    """Ids of rounds in the order of sections and rounds."""
    sections: IntArray
    """sections[round]: section of the round, from 0."""
    table_ids: IntArray
    """Ids of tables in their order."""
    players: IntArray
    """players[place, seat]: unit from 0, `NOBODY` for an empty seat."""
    entry_ids: IntArray
    """entry_ids[unit]: entry of the unit. Units are in the order in which they are first seated."""
    usual_seats: IntArray
    """usual_seats[unit]: the seat held in most rounds, the first one of equals.

    A round as another player's substitute does not move a player off their line.
    """

    @property
    def round_numbers(self) -> IntArray:
        """round_numbers[round]: number of the round in its section, from 1."""
        first_rounds = np.searchsorted(self.sections, self.sections)
        numbers: IntArray = np.arange(self.sections.size) - first_rounds + 1
        return numbers

    def rounds_at(self, places: IntArray) -> IntArray:
        """Return the number of the round of each place."""
        rounds: IntArray = self.round_numbers[places // max(1, self.table_ids.size)]
        return rounds

    def places_of(self, round_ids: IntArray, table_ids: IntArray) -> IntArray:
        return _rows_of(self.round_ids, round_ids) * self.table_ids.size + _rows_of(self.table_ids, table_ids)


def read_seats(session: Session) -> SessionSeats:
    """Return the seats of all players in all rounds. Two queries."""
    round_ids, sections, table_ids = _read_places(session)
    rounds, tables, seats, entries = read_columns(
        Seating.objects.filter(round__section__session=session), "round_id", "table_id", "seat", "entry_id"
    )
    width = max(SEAT_COUNT, int(seats.max(initial=0)) + 1)
    places = _rows_of(round_ids, rounds) * table_ids.size + _rows_of(table_ids, tables)
    keys = places * width + seats
    ids, entry_rows = np.unique(entries, return_inverse=True)
    # a unit's number is its rank by its first (place, seat)
    first_keys = np.full(ids.size, np.iinfo(np.int64).max)
    np.minimum.at(first_keys, entry_rows, keys)
    by_first = np.argsort(first_keys)
    units = np.empty_like(by_first)
    units[by_first] = np.arange(ids.size)
    players = np.full(round_ids.size * table_ids.size * width, NOBODY)
    players[keys] = units[entry_rows]
    return SessionSeats(
        round_ids=round_ids,
        sections=sections - 1,
        table_ids=table_ids,
        players=players.reshape(-1, width),
        entry_ids=ids[by_first],
        usual_seats=_usual_seats(units[entry_rows], seats, first_keys[by_first] % width),
    )


def _read_places(session: Session) -> tuple[IntArray, IntArray, IntArray]:
    """Return the ids of the rounds by section and number, their sections, and the table ids by number.

    One query.
    """
    rounds, numbers, sections, tables, table_numbers = read_columns(
        Round.objects.filter(section__session=session),
        *("pk", "number", "section__number", "section__tables", "section__tables__number"),
    )
    round_ids, first_rows = np.unique(rounds, return_index=True)
    order = np.lexsort((numbers[first_rows], sections[first_rows]))
    table_ids, first_table_rows = np.unique(tables, return_index=True)
    by_number = np.argsort(table_numbers[first_table_rows])
    return round_ids[order], sections[first_rows][order], table_ids[by_number]


def _usual_seats(units: IntArray, seats: IntArray, first_seats: IntArray) -> IntArray:
    """Return the seat that each unit holds most often.

    Args:
        units: unit of each seating, in any order.
        seats: seat of each seating.
        first_seats: first_seats[unit].
    """
    times = np.zeros((first_seats.size, int(seats.max(initial=0)) + 1), dtype=np.int64)
    # each round counts 2 and the first seat 1 more, so that it wins among equals
    np.add.at(times, (units, seats), 2)
    times[np.arange(first_seats.size), first_seats] += 1
    usual_seats: IntArray = times.argmax(axis=1)
    return usual_seats


def _rows_of(keys: IntArray, sought_keys: IntArray) -> IntArray:
    """Return rows[number]: the place of each sought key among the keys. Every sought key must exist."""
    order = np.argsort(keys)
    rows: IntArray = order[np.searchsorted(keys, sought_keys, sorter=order)]
    return rows
