"""Requests to the catalogue of movements, and the shapes that it offers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementRequest:
    """A request for one movement. The catalogue chooses where a field is None."""

    format: str
    """Code of the format, such as "free_deals" or "triplets" (see `library.formats`)."""
    table_count: int
    round_count: int
    player_count: int | None = None
    """Number of units (players or teams) to seat; None for full tables."""
    boards_per_set: int | None = None
    """Number of boards that a table plays in a round; None for the recommended number."""
    copies: int = 1
    """Largest number of étuis that the organiser can make of each board."""
    source: str | None = None
    """Code of the construction; None for the first one that fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementShape:
    """One size of an entry of the library."""

    format: str
    source: str
    """Stable code of the construction."""
    player_count: int
    """Number of units: players, or teams in team events."""
    table_count: int
    round_counts: tuple[int, ...]
    """Possible numbers of rounds, ascending."""
    boards_per_set: tuple[int, ...]
    """Possible numbers of boards per round, the recommended number first."""
    sharing: int = 1
    """Number of tables that have the same set in the same round."""

    @property
    def most_rounds(self) -> int:
        return self.round_counts[-1]

    def copies(self, boards_per_set: int) -> int:
        """Return the étuis needed of each board, so that each table of a shared set always has a board."""
        return copies_needed(self.sharing, boards_per_set)


def copies_needed(sharing: int, boards_per_set: int) -> int:
    """Return the étuis needed of each board when `sharing` tables share so many boards.

    All étuis of the set together are at least as many as the tables.

    Example:
        >>> copies_needed(3, 2)
        2
    """
    # division rounded up
    return -(-sharing // boards_per_set)
