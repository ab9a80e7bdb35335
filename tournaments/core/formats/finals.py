"""Seats of the players of a final of free deals."""

from tournaments.core.errors import TournamentError
from tournaments.core.movements.movement import SEAT_COUNT

FINALISTS = (12, 16, 20)

_RANK_STEPS = (0, 3, 1, 2)
"""Distance in rank of each seat (N, W, S, E) after the north of its table, in numbers of tables."""


def seat_finalists(count: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return tables[table][seat]: the rank, from 1, of the finalist at that seat.

    With T tables, table k has N = k, S = k + T, E = k + 2T, W = k + 3T.

    Raises:
        TournamentError: `finalist_count`.

    Source:
        FFT, Manuel de l'organisateur (2011) M3 for 16 and 20 finalists; 12 by the same pattern.
    """
    if count not in FINALISTS:
        possible_counts = ", ".join(map(str, FINALISTS))
        raise TournamentError(
            "finalist_count",
            f"{count} finalists not in {possible_counts}",
            field="finalists",
            number=count,
            known=FINALISTS,
        )
    tables = count // SEAT_COUNT
    north, west, south, east = (step * tables for step in _RANK_STEPS)
    return tuple((k + north, k + west, k + south, k + east) for k in range(1, tables + 1))
