"""A movement as pages and papers show it: starting places in place of numbers, tables as they are called."""

from dataclasses import dataclass

import numpy as np

from tournaments.core.movements.encounters import meeting_matrix, presence
from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.starting import RELAY_SEAT, starting_places
from tournaments.core.movements.table_shape import sheet_order
from tournaments.models import Section
from tournaments.movements.queries.movements import Place, movement_of


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One table in one round."""

    table: int
    places: tuple[Place | None, ...]
    """By seat, in playing order: the starting place of who sits there."""
    boards: tuple[int, ...]

    @property
    def is_played(self) -> bool:
        return any(place is not None for place in self.places)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round of a movement."""

    number: int
    tables: tuple[PlannedTable, ...]
    resting: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """How often one player sits with each of the others."""

    place: Place
    times: tuple[int | None, ...]
    """By the other's place in the order of the rows; None for the player himself."""


@dataclass(frozen=True, slots=True)
class MovementPlan:
    """Everything about a movement that needs no names."""

    rounds: tuple[PlannedRound, ...]
    matrix: tuple[MatrixRow, ...]
    """Lines together: N, then S, E, W, then those who begin without a table."""


def section_plan(section: Section) -> MovementPlan:
    """The plan of a section, with the numbers of its tables. No query once its movement is loaded."""
    return plan_of(movement_of(section.movement), section.boards_per_set, section.first_table)


def plan_of(movement: Movement, boards_per_set: int, first_table: int = 1) -> MovementPlan:
    """The plan of a movement whose tables begin at `first_table`."""
    places = [(first_table + table, seat) for table, seat in starting_places(movement)]
    present = presence(movement)
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
    movement: Movement, this_round: int, table: int, places: list[Place], boards_per_set: int, first: int
) -> PlannedTable:
    seated = tuple(
        None if unit == NOBODY else places[unit] for unit in movement.players[this_round, table].tolist()
    )
    return PlannedTable(first + table, seated, movement.boards(this_round, table, boards_per_set))


def _matrix(movement: Movement, places: list[Place]) -> tuple[MatrixRow, ...]:
    met = meeting_matrix(movement).tolist()
    seats = [*sheet_order(movement.shape.seat_count), RELAY_SEAT]
    order = sorted(range(len(places)), key=lambda unit: (seats.index(places[unit][1]), places[unit]))
    return tuple(
        MatrixRow(places[unit], tuple(None if unit == other else met[unit][other] for other in order))
        for unit in order
    )
