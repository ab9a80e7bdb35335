"""Search by simulated annealing: swap two players of a round and keep each swap that costs nothing more.

At first the search also keeps many swaps that cost something, later almost none.
"""

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
"""Cost of a player who plays a set again. A movement with such a cost is never reported."""
MEETING_AGAIN = 10
SITTING_OUT_AGAIN = 15
"""Cost of a second rest. All three costs grow with each repetition: 1 + 2 + … times the cost."""
STEPS_PER_REPORT = 2_000
STEPS_PER_COOLING = 120_000
WARMEST, COLDEST = 8.0, 0.6
"""Heat at the beginning and at the end of a cooling. A swap of that cost is kept with a chance of 1 in e."""

_ORDERS = np.array(list(permutations(range(SEAT_COUNT))))


def spread_seats(players: IntArray) -> IntArray:
    """Seat each table anew, so that players have all seats about equally often. The first round stays.

    The taker is decided by the seat. So all players then attack about equally often.

    Args:
        players: players[round, table, seat], seats N, W, S, E; tables full or empty.
    """
    players_by_seat = players.copy()
    times = np.zeros((int(players.max()) + 1, SEAT_COUNT), dtype=np.int64)
    for this_round, table in np.ndindex(players.shape[:2]):
        four = players[this_round, table]
        if (four == NOBODY).any():
            continue
        orders = four[_ORDERS] if this_round else four[None]
        seat_counts = times[orders, np.arange(SEAT_COUNT)]
        # the lowest sum gives the players seats that they have seldom had
        best = orders[np.argmin((seat_counts * seat_counts + seat_counts).sum(axis=1))]
        players_by_seat[this_round, table] = best
        times[best, np.arange(SEAT_COUNT)] += 1
    return players_by_seat


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """Progress of a search."""

    movement: Movement
    """Best movement so far. It keeps all rules."""
    score: int
    """Cost of the best movement; lower is better. It is 0 if no two players meet twice and no player
    rests twice."""
    steps: int
    """Number of swaps tried."""


def improve(problem: SearchProblem, rng: random.Random, stop: Callable[[], bool]) -> Iterator[SearchProgress]:
    """Yield better and better movements: the first at once, then one report every few thousand swaps.

    The same problem and generator give the same movements in the same order. The search ends when nothing
    can be better, or when `stop` returns True. `stop` is called between reports.
    """
    state = _State(problem)
    best, steps = SearchProgress(state.movement(state.rounds), state.cost, 0), 0
    yield best
    while best.score > 0 and problem.has_choice and not stop():
        lowest, rounds = best.score, None
        for _ in range(STEPS_PER_REPORT):
            steps += 1
            # from warmest to coldest, again and again: a new warm phase leaves a dead end
            heat = WARMEST * (COLDEST / WARMEST) ** (steps % STEPS_PER_COOLING / STEPS_PER_COOLING)
            state.try_swap(rng, heat)
            if state.cost < lowest and state.keeps_rules():
                lowest, rounds = state.cost, [places.copy() for places in state.rounds]
        best = SearchProgress(state.movement(rounds) if rounds else best.movement, lowest, steps)
        yield best


class _State:
    """Players by place in each round, with the counts that make the cost.

    A round is a list of players by place: four places a table (seats N, W, S, E), then the players who rest.
    """

    def __init__(self, problem: SearchProblem) -> None:
        self.problem = problem
        self.board_sets = problem.board_sets()
        self.sets: list[list[int]] = self.board_sets.tolist()
        self.rounds = [problem.first_places(this_round) for this_round in range(problem.round_count)]
        self.meeting_counts = [[0] * problem.player_count for _ in range(problem.player_count)]
        self.set_counts = [[0] * problem.set_count for _ in range(problem.player_count)]
        self.rest_counts = [0] * problem.player_count
        self.cost = 0
        self.broken = 0
        """Number of sets that players play again, each repetition counted."""
        for this_round in range(problem.round_count):
            self._count_round(this_round)

    def keeps_rules(self) -> bool:
        """Return whether no player plays a set again and each player plays in some round."""
        return self.broken == 0 and max(self.rest_counts) < self.problem.round_count

    def movement(self, rounds: list[list[int]]) -> Movement:
        """Build the movement of these rounds. Without fixed lines, the seats are spread."""
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
        """Swap two places of a round. Undo the swap if it costs too much for the heat."""
        this_round = rng.randrange(self.problem.round_count)
        place, other_place = self._two_places(rng)
        previous_cost = self.cost
        self._swap(this_round, place, other_place)
        extra_cost = self.cost - previous_cost
        if extra_cost > 0 and rng.random() >= math.exp(-extra_cost / heat):
            self._swap(this_round, place, other_place)

    def _two_places(self, rng: random.Random) -> tuple[int, int]:
        """Draw two places of different tables.

        Where lines are kept they are the same seat, unless one rests.
        """
        problem = self.problem
        while True:
            place, other_place = rng.randrange(problem.player_count), rng.randrange(problem.seated)
            if place < problem.seated and problem.keeps_lines:
                other_place += place % SEAT_COUNT - other_place % SEAT_COUNT
            if place // SEAT_COUNT != other_place // SEAT_COUNT or place >= problem.seated:
                return place, other_place

    def _swap(self, this_round: int, place: int, other_place: int) -> None:
        self._count_place(this_round, place, -1)
        self._count_place(this_round, other_place, -1)
        places = self.rounds[this_round]
        places[place], places[other_place] = places[other_place], places[place]
        self._count_place(this_round, place, 1)
        self._count_place(this_round, other_place, 1)

    def _count_round(self, this_round: int) -> None:
        places = self.rounds[this_round]
        for place in range(self.problem.seated):
            self._count_player(this_round, place, places[place], 1)
            for mate_place in range(place - place % SEAT_COUNT, place):
                self._count_meeting(places[place], places[mate_place], 1)
        for player in places[self.problem.seated :]:
            self._count_rest(player, 1)

    def _count_place(self, this_round: int, place: int, sign: int) -> None:
        """Add the meetings and the set of a player at their place to the counts, or subtract them."""
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
        set_counts = self.set_counts[player]
        # adding the k-th occurrence costs k − 1, as does taking it away again
        repeats = set_counts[board_set] if sign > 0 else set_counts[board_set] - 1
        set_counts[board_set] += sign
        self.broken += sign * repeats
        self.cost += sign * repeats * SET_AGAIN

    def _count_meeting(self, player: int, mate: int, sign: int) -> None:
        repeats = self.meeting_counts[player][mate] if sign > 0 else self.meeting_counts[player][mate] - 1
        self.meeting_counts[player][mate] += sign
        self.meeting_counts[mate][player] += sign
        self.cost += sign * repeats * MEETING_AGAIN

    def _count_rest(self, player: int, sign: int) -> None:
        repeats = self.rest_counts[player] if sign > 0 else self.rest_counts[player] - 1
        self.rest_counts[player] += sign
        self.cost += sign * repeats * SITTING_OUT_AGAIN
