"""What is asked of the catalogue and what it offers: shapes, before any movement is made."""

from collections.abc import Callable
from dataclasses import dataclass, field

from tournaments.core.movements.movement import Movement


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRequest:
    """One movement asked for; None leaves the choice to the catalogue."""

    format: str
    """duplicate_individual, free_deals, triplets, quartets, teams or triangular."""
    table_count: int
    round_count: int
    player_count: int | None = None
    """Units (players or teams) to place; None for as many as fill the tables."""
    boards_per_set: int | None = None
    """Boards that a table plays in a round; None for the recommended number."""
    copies: int = 1
    """Étuis that the organiser can make of each board, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementShape:
    """One size that an entry of the library can make."""

    format: str
    source: str
    """Stable code of the construction."""
    player_count: int
    table_count: int
    round_count: int
    """Most rounds."""
    fewest_rounds: int = 1
    boards_per_set: tuple[int, ...] = (1,)
    """Numbers of boards per round, the recommended one first."""
    copies: int = 1
    """Étuis needed of each board."""
    sharing: int = 1
    """Tables that have the same set at a time."""

    def allows(self, round_count: int) -> bool:
        return self.fewest_rounds <= round_count <= self.round_count


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """A family of movements made in one way; a row of the catalogue."""

    source: str
    format: str
    list_shapes: Callable[[int], tuple[MovementShape, ...]]
    """Shapes for exactly that many units, best first; none when the family has none."""
    build: Callable[[MovementRequest], Movement]
    """The movement of one of these shapes; raises `NoSuchMovement` for anything else."""
    table_counts: tuple[int, ...] = field(default=())
    """Sizes worth naming when a request is refused, smallest first."""
