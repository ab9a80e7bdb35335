"""Movements: every size up to 50 tables from the catalogue, each construction, and searches."""

import random
import time
from collections import Counter
from functools import partial
from itertools import combinations, islice

import numpy as np

from benchmarks.measuring import print_seconds, timed
from tools.find_steps import find_moves
from tournaments.core.movements.catalogue import find_by_code, find_movement, list_shapes
from tournaments.core.movements.check import check_movement
from tournaments.core.movements.constructed import CONSTRUCTED
from tournaments.core.movements.lines import LINE_WAYS
from tournaments.core.movements.next_round import RoundWishes, best_against_best
from tournaments.core.movements.request import MovementRequest
from tournaments.core.movements.search.annealing import STEPS_PER_REPORT, improve
from tournaments.core.movements.search.search_problem import SearchProblem
from tournaments.core.movements.table_sizes import build_seats, spread_players
from tournaments.core.movements.trades import trade_places

LARGEST = 50
SEARCHED = ((8, 6), (10, 7), (30, 20))
"""Tables and repeat-free rounds of the searches for steps."""
REPORTS = 20
"""Reports of the annealing."""
FORMAT = "duplicate_individual"
DRAWN, DRAWN_ROUNDS = 1_200, 7
"""Players and rounds of a day of free deals that are drawn round by round."""


def find_best(player_count: int) -> str:
    """Return the code of the movement with most rounds for a number of players."""
    shape = max(list_shapes(FORMAT, player_count), key=lambda shape: shape.most_rounds)
    request = MovementRequest(
        format=FORMAT,
        table_count=shape.table_count,
        round_count=shape.most_rounds,
        player_count=player_count,
        copies=shape.table_count,
        source=shape.source,
    )
    return find_movement(request).code


def measure_catalogue() -> None:
    times, codes = [], []
    for player_count in range(7, 4 * LARGEST + 1):
        start = time.perf_counter()
        codes.append(find_best(player_count))
        times.append(time.perf_counter() - start)
    print_seconds(f"catalogue: the longest movement for 7 to {4 * LARGEST} players", times)
    print_seconds(
        "catalogue: one of 31 players by its code", timed(lambda: find_by_code("resting_table-8-7-31-4"))
    )
    print_seconds("catalogue: shapes for 31 players", timed(lambda: list_shapes(FORMAT, 31)))
    largest_movement = find_by_code(f"latin_squares-{LARGEST}-{LARGEST}-{4 * LARGEST}-2").movement
    print_seconds(
        f"checker: {LARGEST} tables, {LARGEST} rounds", timed(lambda: check_movement(largest_movement))
    )


def measure_constructions() -> None:
    for way in LINE_WAYS:
        size = max(size for size in way.sizes if size <= LARGEST)
        rounds = way.most_rounds(size)
        print_seconds(
            f"{way.source}: {size} tables, {rounds} rounds",
            timed(partial(way.build, size, rounds)),
        )
    for entry in CONSTRUCTED:
        if entry.source in {"rovers", "golfers", "whist", "shared_sets_2"}:
            size = max(size for size in entry.table_counts if size <= LARGEST)
            units = entry.unit_counts(size)[-1]
            rounds = entry.round_counts(size, units)[-1]
            name = f"{entry.source}: {size} tables, {rounds} rounds, {units} players"
            print_seconds(name, timed(partial(entry.build, size, rounds, units)))


def measure_table_sizes() -> None:
    """Measure tables of three, five and six. Each movement is built again."""
    times = []
    for seats, players, rounds in ((3, 15, 7), (5, 17, 6), (5, 20, 8), (6, 30, 6), (5, 43, 6), (6, 60, 8)):
        # the cache would hide the time of the search
        spread_players.cache_clear()
        start = time.perf_counter()
        build_seats(seats, players // seats, rounds, players, is_free=True)
        times.append(time.perf_counter() - start)
    print_seconds("tables of three, five and six: six sizes of 15 to 60 players", times)


def measure_searches() -> None:
    for tables, rounds in SEARCHED:
        name = f"steps searched for: {tables} tables, {rounds} clean rounds"
        print_seconds(name, timed(partial(find_moves, tables, rounds), repeats=3))
    problem = SearchProblem(player_count=34, table_count=8, round_count=5, set_count=8)
    start = time.perf_counter()
    last = list(islice(improve(problem, random.Random(1), lambda: False), REPORTS + 1))[-1]
    seconds = time.perf_counter() - start
    print(f"annealing, 34 players: {REPORTS * STEPS_PER_REPORT / seconds:,.0f} swaps a second", end="")
    print(f"; cost {last.score} after {last.steps:,}")


def measure_next_round() -> None:
    """Measure a draw with all wishes, beside a search over the whole field (`trade_places`) for the same."""
    for player_count in (DRAWN // 4, DRAWN):
        rng = random.Random(player_count)
        clubs = [rng.randrange(player_count // 30 + 2) for _ in range(player_count)]
        pairs = combinations(range(player_count), 2)
        mates = {pair for pair in pairs if clubs[pair[0]] == clubs[pair[1]]}
        meetings: Counter[tuple[int, int]] = Counter()
        seconds = []
        for _ in range(DRAWN_ROUNDS):
            ranking = rng.sample(range(player_count), player_count)
            wishes = RoundWishes(meetings=meetings, apart=mates)
            start = time.perf_counter()
            next_round = best_against_best(ranking, wishes)
            seconds.append(time.perf_counter() - start)
            meetings.update(pair for table in next_round.tables for pair in combinations(sorted(table), 2))
        print_seconds(f"next round: {player_count} players, rematches and clubs apart", seconds)
    search_seconds = timed(partial(_search_field, player_count, meetings), repeats=1)
    print(f"  a search over the whole field takes {max(search_seconds) / max(seconds):.1f} times as long")


def _search_field(player_count: int, meetings: Counter[tuple[int, int]]) -> None:
    tables = np.arange(player_count) // 4
    together = (tables[:, None] == tables[None, :]).astype(np.int64)
    np.fill_diagonal(together, 0)
    foes = np.zeros((player_count, player_count), dtype=np.int64)
    for (first, second), count in meetings.items():
        foes[first, second] = foes[second, first] = count
    trade_places(together, np.arange(player_count), foes, may_trade=1 - np.eye(player_count, dtype=np.int64))


def main() -> None:
    measure_catalogue()
    measure_constructions()
    measure_table_sizes()
    measure_searches()
    measure_next_round()


if __name__ == "__main__":
    main()
