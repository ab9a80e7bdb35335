"""What is asked of the catalogue and what it offers: shapes, before any movement is made."""

from dataclasses import dataclass


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
    source: str | None = None
    """Code of the construction wanted; None for the first that serves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementShape:
    """One size that an entry of the library can make."""

    format: str
    source: str
    """Stable code of the construction."""
    player_count: int
    """Units: players, or teams in team events."""
    table_count: int
    round_counts: tuple[int, ...]
    """Numbers of rounds that can be played, ascending."""
    boards_per_set: tuple[int, ...]
    """Numbers of boards per round, the recommended one first."""
    sharing: int = 1
    """Tables that have the same set in the same round."""

    @property
    def most_rounds(self) -> int:
        return self.round_counts[-1]

    def copies(self, boards_per_set: int) -> int:
        """Étuis needed of each board, so that every table that shares a set always has one of its boards."""
        return copies_needed(self.sharing, boards_per_set)


def copies_needed(sharing: int, boards_per_set: int) -> int:
    """Étuis of each board when so many tables share so many boards: as many as there are tables, at least."""
    return -(-sharing // boards_per_set)
