"""Who sits where in a final of free deals."""

from tournaments.core.errors import TournamentError
from tournaments.core.movements.movement import SEAT_COUNT

FINALISTS = (12, 16, 20)

_RANK_STEPS = (0, 3, 1, 2)
"""By seat in playing order (N, W, S, E): ranks after the north of the table, in numbers of tables."""


def seat_finalists(count: int) -> tuple[tuple[int, int, int, int], ...]:
    """tables[table][seat]: rank, from 1, of the finalist there; with T tables, table k has N = k, S = k + T,
    E = k + 2T, W = k + 3T.

    Raises:
        TournamentError: `finalist_count`.

    Source:
        FFT, Manuel de l'organisateur (2011) M3 for 16 and 20 finalists; 12 by the same pattern.
    """
    if count not in FINALISTS:
        known = ", ".join(map(str, FINALISTS))
        raise TournamentError(
            "finalist_count",
            f"{count} finalists not in {known}",
            field="finalists",
            number=count,
            known=FINALISTS,
        )
    tables = count // SEAT_COUNT
    north, west, south, east = (step * tables for step in _RANK_STEPS)
    return tuple((k + north, k + west, k + south, k + east) for k in range(1, tables + 1))
