"""Search by annealing: swap two players of a round, keep what is better and at first some worse."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from tournaments.core.movements.movement import NOBODY, SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.search.search_problem import SearchProblem

SET_AGAIN = 40
"""Cost of a player who meets a set again; a movement that has such a cost is never shown."""
MEETING_AGAIN = 10
SITTING_OUT_AGAIN = 15
"""Costs grow with each further time: 1 + 2 + … times these."""
STEPS_PER_REPORT = 2_000
STEPS_PER_COOLING = 120_000
WARMEST, COLDEST = 8.0, 0.6
"""Cost that is accepted with a chance of 1 in e, at the beginning and at the end of a cooling."""

_ORDERS = np.array(list(permutations(range(SEAT_COUNT))))


def spread_seats(players: IntArray) -> IntArray:
    """The same tables, each round seated by who has had which seat how often; the first round stays.

    Who attacks is said by the seat, so everyone then attacks about as often as the others.

    Args:
        players: players[round, table, seat], seats N, W, S, E; tables full or empty.
    """
    seated = players.copy()
    times = np.zeros((int(players.max()) + 1, SEAT_COUNT), dtype=np.int64)
    for this_round, table in np.ndindex(players.shape[:2]):
        four = players[this_round, table]
        if (four == NOBODY).any():
            continue
        orders = four[_ORDERS] if this_round else four[None]
        had = times[orders, np.arange(SEAT_COUNT)]
        best = orders[np.argmin((had * had + had).sum(axis=1))]
        seated[this_round, table] = best
        times[best, np.arange(SEAT_COUNT)] += 1
    return seated


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search has come."""

    movement: Movement
    """The best so far; it keeps every rule."""
    score: int
    """Its cost; 0 when nobody meets anybody twice and nobody sits out twice. Lower is better."""
    steps: int
    """Swaps tried."""


def improve(problem: SearchProblem, rng: random.Random, stop: Callable[[], bool]) -> Iterator[SearchProgress]:
    """Better and better movements, the first at once; one report every few thousand swaps.

    The same problem and generator give the same movements in the same order. When nothing can be better
    the search ends; otherwise when `stop`, which is asked between reports, says so.
    """
    state = _State(problem)
    best, steps = SearchProgress(state.movement(state.rounds), state.cost, 0), 0
    yield best
    while best.score > 0 and not stop():
        lowest, rounds = best.score, None
        for _ in range(STEPS_PER_REPORT):
            steps += 1
            heat = WARMEST * (COLDEST / WARMEST) ** (steps % STEPS_PER_COOLING / STEPS_PER_COOLING)
            state.try_swap(rng, heat)
            if state.cost < lowest and state.keeps_rules():
                lowest, rounds = state.cost, [places.copy() for places in state.rounds]
        best = SearchProgress(state.movement(rounds) if rounds else best.movement, lowest, steps)
        yield best


class _State:
    """Who is where in each round, and how often each thing has happened.

    A round is a list of players by place: four places a table (seats N, W, S, E), then those who sit out.
    """

    def __init__(self, problem: SearchProblem) -> None:
        self.problem = problem
        self.board_sets = problem.board_sets()
        self.sets: list[list[int]] = self.board_sets.tolist()
        self.rounds = [problem.first_places(this_round) for this_round in range(problem.round_count)]
        self.met = [[0] * problem.player_count for _ in range(problem.player_count)]
        self.played = [[0] * problem.set_count for _ in range(problem.player_count)]
        self.sat_out = [0] * problem.player_count
        self.cost = 0
        self.broken = 0
        """Sets that somebody meets again, each time counted."""
        for this_round in range(problem.round_count):
            self._count_round(this_round)

    def keeps_rules(self) -> bool:
        """Nobody meets a set again and everyone plays some time."""
        return self.broken == 0 and max(self.sat_out) < self.problem.round_count

    def movement(self, rounds: list[list[int]]) -> Movement:
        """The movement of these rounds, seats spread where no lines are kept."""
        problem = self.problem
        places = np.array(rounds)[:, : problem.seated]
        seats = places.reshape(problem.round_count, problem.table_count, SEAT_COUNT)
        if not problem.keeps_lines:
            seats = spread_seats(seats)
        return Movement(
            code=f"searched-{problem.table_count}x{problem.round_count}",
            players=number_by_start(seats),
            board_sets=self.board_sets,
            tables_per_set=problem.tables_per_set,
        )

    def try_swap(self, rng: random.Random, heat: float) -> None:
        """Swap two places of a round, and back again when that costs too much for the heat."""
        this_round = rng.randrange(self.problem.round_count)
        one, other = self._two_places(rng)
        before = self.cost
        self._swap(this_round, one, other)
        worse = self.cost - before
        if worse > 0 and rng.random() >= math.exp(-worse / heat):
            self._swap(this_round, one, other)

    def _two_places(self, rng: random.Random) -> tuple[int, int]:
        """Two places not of one table; of the same seat where lines are kept and both play."""
        problem = self.problem
        while True:
            one, other = rng.randrange(problem.player_count), rng.randrange(problem.seated)
            if one < problem.seated and problem.keeps_lines:
                other += one % SEAT_COUNT - other % SEAT_COUNT
            if one // SEAT_COUNT != other // SEAT_COUNT or one >= problem.seated:
                return one, other

    def _swap(self, this_round: int, one: int, other: int) -> None:
        self._count_place(this_round, one, -1)
        self._count_place(this_round, other, -1)
        places = self.rounds[this_round]
        places[one], places[other] = places[other], places[one]
        self._count_place(this_round, one, 1)
        self._count_place(this_round, other, 1)

    def _count_round(self, this_round: int) -> None:
        places = self.rounds[this_round]
        for place in range(self.problem.seated):
            self._count_player(this_round, place, places[place], 1)
            for mate_place in range(place - place % SEAT_COUNT, place):
                self._count_meeting(places[place], places[mate_place], 1)
        for player in places[self.problem.seated :]:
            self._count_rest(player, 1)

    def _count_place(self, this_round: int, place: int, sign: int) -> None:
        """Add what the player of a place meets there to the counts, or take it away."""
        places = self.rounds[this_round]
        player = places[place]
        if place >= self.problem.seated:
            self._count_rest(player, sign)
            return
        self._count_player(this_round, place, player, sign)
        first = place - place % SEAT_COUNT
        for mate_place in range(first, first + SEAT_COUNT):
            if mate_place != place:
                self._count_meeting(player, places[mate_place], sign)

    def _count_player(self, this_round: int, place: int, player: int, sign: int) -> None:
        board_set = self.sets[this_round][place // SEAT_COUNT]
        played = self.played[player]
        again = played[board_set] if sign > 0 else played[board_set] - 1
        played[board_set] += sign
        self.broken += sign * again
        self.cost += sign * again * SET_AGAIN

    def _count_meeting(self, player: int, mate: int, sign: int) -> None:
        again = self.met[player][mate] if sign > 0 else self.met[player][mate] - 1
        self.met[player][mate] += sign
        self.met[mate][player] += sign
        self.cost += sign * again * MEETING_AGAIN

    def _count_rest(self, player: int, sign: int) -> None:
        again = self.sat_out[player] if sign > 0 else self.sat_out[player] - 1
        self.sat_out[player] += sign
        self.cost += sign * again * SITTING_OUT_AGAIN
