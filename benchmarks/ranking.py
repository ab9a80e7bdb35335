"""Ranking core on a club's evening and on the largest simultaneous tournament to support.

Prints the ratios to the same work in plain Python and with SQL window functions. They depend less on the
machine than milliseconds do.
"""

import sqlite3
import statistics
import tracemalloc
from bisect import bisect_left, bisect_right
from collections import defaultdict

import numpy as np

from benchmarks.measuring import print_seconds, timed
from tournaments.core.exchange.value_json import WrittenValue, write_column
from tournaments.core.formats.event_options import read_event_options
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.session_results import (
    SessionPlays,
    SessionResult,
    place_session,
    rank_session,
)
from tournaments.core.ranking.comparison import mark_plays
from tournaments.core.ranking.places import Places
from tournaments.core.ranking.score_grid import SEAT_COUNT, PlayStatus, ScoreGrid
from tournaments.core.ranking.totals import Weights, compute_totals

INDIVIDUAL = find_format("duplicate_individual").plan

SIZES = ((28, 28), (52, 26), (10_000, 40))
"""Players and deals per player."""

OPTIONS = read_event_options({}, INDIVIDUAL)

WINDOWS = """
WITH marked AS (
    SELECT play,
           1.0 * (RANK() OVER low - 1 + (COUNT(*) OVER same - 1) / 2.0) / (COUNT(*) OVER whole - 1) AS mark
    FROM plays
    WINDOW whole AS (PARTITION BY board), low AS (PARTITION BY board ORDER BY score),
           same AS (PARTITION BY board, score)
), sides AS (
    SELECT player, AVG(CASE WHEN is_taker THEN mark END) AS attack,
           AVG(CASE WHEN NOT is_taker THEN 1 - mark END) AS defence
    FROM seats JOIN marked USING (play) GROUP BY player
)
SELECT player, RANK() OVER (ORDER BY attack / 4 + defence * 3 / 4 DESC) FROM sides
"""
"""Query of marks, means and overall places in floating point."""


def random_grid(player_count: int, deal_count: int) -> ScoreGrid:
    """Return a grid in which every player plays every deal, at random tables. Scores are multiples of 10."""
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


def rank_arrays(grid: ScoreGrid) -> Places:
    """Return the three rankings of a grid, as in a refresh."""
    return place_result(grid, rank_session(INDIVIDUAL, OPTIONS, session_of(grid)))


def session_of(grid: ScoreGrid) -> SessionPlays:
    return SessionPlays(grid=grid, unit_count=grid.player_count)


def place_result(grid: ScoreGrid, result: SessionResult) -> Places:
    is_ranked = np.ones(grid.player_count, dtype=np.bool_)
    return place_session(INDIVIDUAL, OPTIONS, result, grid.line, is_ranked)


def write_result(result: SessionResult) -> list[list[WrittenValue]]:
    """Return the columns of a ranking in their stored form."""
    return [write_column(column) for column in (result.values, result.penalties, *result.criteria.values())]


def rank_plainly(rows: list[tuple[int, int, list[int], int]], player_count: int) -> list[int]:
    """Return the overall ranking in plain Python and floating point.

    Args:
        rows: (board, taker, players, score) of each play.
    """
    fields = defaultdict(list)
    for board, _, _, score in rows:
        fields[board].append(score)
    for field in fields.values():
        field.sort()
    attack: list[list[float]] = [[] for _ in range(player_count)]
    defence: list[list[float]] = [[] for _ in range(player_count)]
    for board, taker, players, score in rows:
        field = fields[board]
        beaten = bisect_left(field, score)
        # half a point for each equal score, without the play itself
        mark = (2 * beaten + bisect_right(field, score) - beaten - 1) / (2 * (len(field) - 1))
        for seat, player in enumerate(players):
            (attack if seat == taker else defence)[player].append(mark if seat == taker else 1 - mark)
    means = [
        statistics.fmean(attack_marks) / 4 + statistics.fmean(defence_marks) * 3 / 4
        if attack_marks and defence_marks
        else statistics.fmean(attack_marks or defence_marks)
        for attack_marks, defence_marks in zip(attack, defence, strict=True)
    ]
    order = sorted(means, reverse=True)
    place = {mean: number for number, mean in reversed(list(enumerate(order, start=1)))}
    return [place[mean] for mean in means]


def load_sqlite(grid: ScoreGrid) -> sqlite3.Connection:
    """Return a database in memory with the plays in two tables."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE plays (play INTEGER PRIMARY KEY, board INTEGER, score INTEGER)")
    database.execute("CREATE TABLE seats (play INTEGER, player INTEGER, is_taker INTEGER)")
    plays = zip(range(grid.play_count), grid.board.tolist(), grid.score.tolist(), strict=True)
    database.executemany("INSERT INTO plays VALUES (?, ?, ?)", plays)
    takers = grid.taker_seat.tolist()
    database.executemany(
        "INSERT INTO seats VALUES (?, ?, ?)",
        (
            (play, player, seat == takers[play])
            for play, players in enumerate(grid.players.tolist())
            for seat, player in enumerate(players)
        ),
    )
    return database


def peak_megabytes(grid: ScoreGrid) -> float:
    """Return the peak memory of one ranking, without its grid."""
    tracemalloc.start()
    rank_arrays(grid)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def compare_ways(grid: ScoreGrid) -> None:
    """Print the ratios of the same ranking in three ways."""
    columns = (grid.board.tolist(), grid.taker_seat.tolist(), grid.players.tolist(), grid.score.tolist())
    rows = list(zip(*columns, strict=True))
    database = load_sqlite(grid)
    arrays = timed(lambda: rank_arrays(grid))
    ways = {
        "plain Python": timed(lambda: rank_plainly(rows, grid.player_count), 3),
        "SQL window functions (SQLite in memory)": timed(lambda: database.execute(WINDOWS).fetchall(), 2),
    }
    print_seconds("arrays", arrays)
    for name, seconds in ways.items():
        print_seconds(name, seconds)
        ratio = statistics.median(seconds) / statistics.median(arrays)
        print(f"  {ratio:.0f} times the arrays")
    print(f"memory of a ranking beside its grid: {peak_megabytes(grid):.0f} MB")


def main() -> None:
    for player_count, deal_count in SIZES:
        grid = random_grid(player_count, deal_count)
        marks = mark_plays(grid)
        size = f"{player_count} players × {deal_count} deals"
        print_seconds(f"{size}: marks", timed(lambda grid=grid: mark_plays(grid)))
        print_seconds(
            f"{size}: totals", timed(lambda grid=grid, marks=marks: compute_totals(grid, marks, Weights()))
        )
        result = rank_session(INDIVIDUAL, OPTIONS, session_of(grid))
        print_seconds(f"{size}: places", timed(lambda grid=grid, result=result: place_result(grid, result)))
        print_seconds(f"{size}: from the grid to all places", timed(lambda grid=grid: rank_arrays(grid)))
        print_seconds(f"{size}: columns to store", timed(lambda result=result: write_result(result)))
    compare_ways(random_grid(*SIZES[-1]))


if __name__ == "__main__":
    main()
