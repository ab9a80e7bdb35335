"""The ranking core on a club's evening and on the largest simultaneous tournament to hold."""

import numpy as np

from benchmarks.measuring import show, timed
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.score_grid import SEAT_COUNT, PlayStatus, ScoreGrid
from tournaments.core.ranking.standings import RankingRules, compute_standings
from tournaments.core.ranking.totals import Weights, add_up

SIZES = ((28, 28), (52, 26), (10_000, 40))
"""Players and deals for each of them."""


def random_grid(player_count: int, deal_count: int) -> ScoreGrid:
    """Every player plays every deal, at tables drawn anew for each; scores are multiples of 10."""
    rng = np.random.default_rng(1)
    tables = player_count // SEAT_COUNT
    players = np.stack([rng.permutation(player_count).reshape(tables, SEAT_COUNT) for _ in range(deal_count)])
    return ScoreGrid(
        board=np.repeat(np.arange(deal_count), tables),
        taker_seat=np.repeat(rng.integers(0, SEAT_COUNT, deal_count), tables),
        players=players.reshape(-1, SEAT_COUNT),
        score=10 * rng.integers(-40, 60, deal_count * tables),
        status=np.full(deal_count * tables, PlayStatus.PLAYED),
        line=np.arange(player_count) % SEAT_COUNT,
    )


def main() -> None:
    for player_count, deal_count in SIZES:
        grid = random_grid(player_count, deal_count)
        marks = mark_plays(grid)
        size = f"{player_count} players × {deal_count} deals"
        show(f"{size}: marks", timed(lambda grid=grid: mark_plays(grid)))
        show(f"{size}: totals", timed(lambda grid=grid, marks=marks: add_up(grid, marks, Weights())))
        show(f"{size}: all rankings", timed(lambda grid=grid: compute_standings(grid, RankingRules())))


if __name__ == "__main__":
    main()
