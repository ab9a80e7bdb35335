"""Reports on movements for pages: figures, remarks and plan."""

from dataclasses import dataclass

from tournaments.core.movements.figures import MovementFigures, measure_movement
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.remarks import Remark, describe
from tournaments.movements.queries.movement_plans import MovementPlan, plan_of

MOST_IN_MATRIX = 80
"""Largest number of players for which a page draws the matrix of meetings."""


@dataclass(frozen=True, slots=True)
class MovementReport:
    """Figures, remarks and plan of one movement."""

    movement: Movement
    figures: MovementFigures
    remarks: tuple[Remark, ...]
    plan: MovementPlan

    @property
    def has_matrix(self) -> bool:
        return self.movement.player_count <= MOST_IN_MATRIX

    @property
    def shares_boards(self) -> bool:
        """True if the étuis of a round are passed around among tables."""
        return self.movement.tables_per_set > self.movement.copies


def report_on(movement: Movement, boards_per_set: int, first_table: int = 1) -> MovementReport:
    """Return the report on a movement whose first table is `first_table`. No query."""
    figures = measure_movement(movement, boards_per_set)
    return MovementReport(
        movement, figures, describe(figures), plan_of(movement, boards_per_set, first_table)
    )
