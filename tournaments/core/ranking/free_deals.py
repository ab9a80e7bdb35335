"""Free deals: scores of the tables added up, less penalties."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from tournaments.core.ranking.adjustments import check_plays, void_plays
from tournaments.core.ranking.rulings import Camps, EffectKind, Ruling, sum_penalties
from tournaments.core.ranking.score_grid import NOBODY, PlayStatus
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid, add_up_seats, mark_seats

TOTAL = Comparison(method=Method.TOTAL)


def void_deals(grid: SeatGrid, rulings: Sequence[Ruling]) -> SeatGrid:
    """Return the grid without the deals that the referee cancelled.

    `CANCEL_IF_WON` cancels a deal whose guilty players have won points on it.

    Raises:
        TournamentError: `ruling_play`, for a row that does not exist.

    Source:
        FFT, Code d'arbitrage (2012) C4-C8.
    """
    check_plays(rulings, grid.board.size)
    ruled_grid = void_plays(grid, rulings)
    status = np.array(ruled_grid.status)
    for ruling in rulings:
        is_conditional = ruling.play is not None and ruling.has(EffectKind.CANCEL_IF_WON)
        if is_conditional and _has_won(grid, ruling):
            status[ruling.play] = PlayStatus.NEUTRALISED
    return replace(ruled_grid, status=status)


def sum_free_deals(grid: SeatGrid, rulings: Sequence[Ruling] = ()) -> tuple[Fraction | None, ...]:
    """Return the points of every player less the penalties; None for a player without a deal that counts.

    A table with fewer deals has fewer rows; a table of three has an empty seat.

    Source:
        FFT, Manuel de l'organisateur (2011) M9-M15; Code d'arbitrage (2012) C4-C8.
    """
    valid_grid = void_deals(grid, rulings)
    totals = add_up_seats(valid_grid, mark_seats(valid_grid, TOTAL), TOTAL)
    penalties = seat_penalties(grid, rulings)
    results = (totals.result(player) for player in range(grid.player_count))
    return tuple(
        None if result is None else result - penalty
        for result, penalty in zip(results, penalties, strict=True)
    )


def seat_penalties(grid: SeatGrid, rulings: Sequence[Ruling]) -> tuple[int, ...]:
    """Return penalties[player], the amount that rulings subtract, in the unit of the format."""
    ruled_plays = {ruling.play for ruling in rulings if ruling.play is not None}
    return sum_penalties(rulings, {play: seat_camps(grid, play) for play in ruled_plays}, grid.player_count)


def _has_won(grid: SeatGrid, ruling: Ruling) -> bool:
    """Return whether one of the guilty has won points on the play of the ruling."""
    return any(
        player in ruling.guilty and score > 0
        for player, score in zip(
            grid.players[ruling.play].tolist(), grid.score[ruling.play].tolist(), strict=True
        )
    )


def seat_camps(grid: SeatGrid, play: int) -> Camps:
    """Return winners and losers as camps.

    A sheet of balances does not record the attacker, and no tariff of free deals needs one.
    """
    players, scores = grid.players[play], grid.score[play]
    winners, losers = (
        players[(scores > 0) & (players != NOBODY)],
        players[(scores <= 0) & (players != NOBODY)],
    )
    return Camps(tuple(winners.tolist()), tuple(losers.tolist()))
