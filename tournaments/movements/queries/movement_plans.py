"""A movement for pages and papers: starting places instead of numbers, with the numbers of the tables."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.movements.encounters import find_present_units, meeting_matrix
from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.starting import RELAY_SEAT, starting_places
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.models import Section
from tournaments.movements.queries.movements import Place, movement_of


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One table in one round."""

    table: int
    places: tuple[Place | None, ...]
    """Starting place of the player in each seat, in playing order; None for an empty seat."""
    boards: tuple[int, ...]

    @property
    def is_played(self) -> bool:
        return any(place is not None for place in self.places)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    number: int
    tables: tuple[PlannedTable, ...]
    resting: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """Numbers of meetings of one player with each other player."""

    place: Place
    times: tuple[int | None, ...]
    """Number of meetings with each player, in the order of the rows; None for the same player."""


@dataclass(frozen=True, slots=True)
class MovementPlan:
    """The data of a movement that needs no names."""

    rounds: tuple[PlannedRound, ...]
    matrix: tuple[MatrixRow, ...]
    """Rows by line: N, then S, E, W, then the players that start without a table."""


def load_movement_plan(section: Section) -> MovementPlan:
    """Return the plan of a section, with the numbers of its tables. No query once its movement is loaded."""
    return plan_of(movement_of(section.movement), section.boards_per_set, section.first_table)


def plan_of(movement: Movement, boards_per_set: int, first_table: int = 1) -> MovementPlan:
    """Return the plan of a movement whose first table is `first_table`."""
    places = [(first_table + table, seat) for table, seat in starting_places(movement)]
    present = find_present_units(movement)
    rounds = tuple(
        PlannedRound(
            this_round + 1,
            tuple(
                _table(movement, this_round, table, places, boards_per_set, first_table)
                for table in range(movement.table_count)
            ),
            tuple(places[unit] for unit in np.flatnonzero(~present[this_round])),
        )
        for this_round in range(movement.round_count)
    )
    return MovementPlan(rounds, _matrix(movement, places))


def _table(
    movement: Movement,
    this_round: int,
    table: int,
    places: list[Place],
    boards_per_set: int,
    first_table: int,
) -> PlannedTable:
    table_places = tuple(
        None if unit == NOBODY else places[unit] for unit in movement.players[this_round, table].tolist()
    )
    return PlannedTable(first_table + table, table_places, movement.boards(this_round, table, boards_per_set))


def _matrix(movement: Movement, places: list[Place]) -> tuple[MatrixRow, ...]:
    meetings = meeting_matrix(movement).tolist()
    # a *relais* has no seat and comes last
    seats = [*list_sheet_seats_with_fifth(movement.shape.seat_count), RELAY_SEAT]
    order = sorted(range(len(places)), key=lambda unit: (seats.index(places[unit][1]), places[unit]))
    return tuple(
        MatrixRow(
            places[unit], tuple(None if unit == opponent else meetings[unit][opponent] for opponent in order)
        )
        for unit in order
    )
