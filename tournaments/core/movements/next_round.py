"""Free deals whose next round depends on the ranking or on the draw: tables of four and three, few rematches.

Source:
    FFT, Manuel de l'organisateur (2011) M4-M5: "meilleurs contre meilleurs" and random draws; how
    rematches are avoided is ours.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.movement import SEAT_COUNT, IntArray
from tournaments.core.movements.trades import trade_places

Pair = tuple[int, int]
_REMATCH = 10**9
_THREE_AGAIN = 10**8
_WINDOW = 24
"""Tables above and below where a partner for a trade is looked for."""
_PASSES = 6
"""Times that every table in trouble is tried again, at most."""
_LONG_SEARCH = 240
"""Players up to whom a longer search follows when that leaves rematches."""
_LONG_TRIES = 4
"""Seeds that this search begins with, one after the other."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The tables of the next round, best first, each in the order of the ranking."""

    tables: tuple[tuple[int, ...], ...]
    rematches: tuple[Pair, ...]
    """(lower, higher) of those who meet again."""
    threes_again: tuple[int, ...]
    """Who sits at a table of three once more."""


def table_sizes(player_count: int) -> tuple[int, ...]:
    """Tables of four, then the one to three tables of three that an odd number needs.

    Raises:
        NoSuchMovement: `free_players` for fewer than 3 players, and for 5.
    """
    threes = -player_count % SEAT_COUNT
    fours = (player_count - 3 * threes) // SEAT_COUNT
    if player_count < 3 or fours < 0:
        raise NoSuchMovement(
            "free_players",
            f"{player_count} players do not make tables of 4 and 3: at least 3, and not 5",
            field="player_count",
            player_count=player_count,
        )
    return (SEAT_COUNT,) * fours + (3,) * threes


def best_against_best(
    ranking: Sequence[int], met: Mapping[Pair, int], threes: Mapping[int, int] | None = None
) -> NextRound:
    """The first four at a table, the next four…, moved as little as it takes to meet somebody else.

    Rematches weigh most, then a second round at a table of three, then the distance in the ranking
    between those at a table. A fixed number of trades is tried: good, not always the best there is; up to
    240 players the search goes on over the whole field where rematches are left.

    Args:
        ranking: the players, best first.
        met: times that two have met, by (lower, higher); pairs that are missing have not. Whoever should
            be kept apart can be given as having met.
        threes: rounds that a player has spent at a table of three; those missing none.

    Raises:
        NoSuchMovement: as `table_sizes`.
    """
    field = _Field(tuple(ranking), met, threes or {}, minds_ranks=True)
    return field.settled(_greedy(field))


def draw_again(
    players: Sequence[int],
    met: Mapping[Pair, int],
    rng: random.Random,
    threes: Mapping[int, int] | None = None,
) -> NextRound:
    """A new draw of all tables, without rematches as far as trades find it.

    Raises:
        NoSuchMovement: as `table_sizes`.
    """
    drawn = list(players)
    rng.shuffle(drawn)
    field = _Field(tuple(drawn), met, threes or {}, minds_ranks=False)
    return field.settled(_greedy(field))


@dataclass(frozen=True, slots=True)
class _Field:
    """Everybody in order, with what happened before; players are places in that order from here on."""

    order: tuple[int, ...]
    met: Mapping[Pair, int]
    threes: Mapping[int, int]
    minds_ranks: bool

    def times(self, one: int, other: int) -> int:
        """Times that the players of two places have met."""
        first, second = self.order[one], self.order[other]
        return self.met.get((first, second) if first < second else (second, first), 0)

    def cost(self, table: Sequence[int], size: int) -> int:
        again = sum(self.times(one, other) for one, other in _pairs(table))
        cost = _REMATCH * again
        if size < SEAT_COUNT:
            cost += _THREE_AGAIN * sum(self.threes.get(self.order[place], 0) for place in table)
        return cost + (sum((one - other) ** 2 for one, other in _pairs(table)) if self.minds_ranks else 0)

    def total_cost(self, tables: list[list[int]]) -> int:
        return sum(self.cost(table, len(table)) for table in tables)

    def in_trouble(self, table: Sequence[int]) -> bool:
        return self.cost(table, len(table)) >= _THREE_AGAIN

    def settled(self, tables: list[list[int]]) -> NextRound:
        """The tables after the trades, as players."""
        for _ in range(_PASSES):
            troubled = [number for number, table in enumerate(tables) if self.in_trouble(table)]
            trades = [_trade_best(self, tables, number) for number in troubled]
            if not any(trades):
                break
        if any(self.in_trouble(table) for table in tables) and len(self.order) <= _LONG_SEARCH:
            tables = _search_longer(self, tables)
        for table in tables:
            table.sort()
        again = [pair for table in tables for pair in _pairs(table) if self.times(*pair)]
        rematches = (tuple(sorted((self.order[one], self.order[other]))) for one, other in again)
        threes = [place for table in tables if len(table) < SEAT_COUNT for place in table]
        return NextRound(
            tables=tuple(tuple(self.order[place] for place in table) for table in tables),
            rematches=tuple(sorted((low, high) for low, high in rematches)),
            threes_again=tuple(
                sorted(self.order[place] for place in threes if self.threes.get(self.order[place]))
            ),
        )


def _pairs(table: Sequence[int]) -> Iterator[Pair]:
    for index, one in enumerate(table):
        for other in table[index + 1 :]:
            yield one, other


def _greedy(field: _Field) -> list[list[int]]:
    """Table by table: the first who is left, then each time the next who has met nobody there, if any."""
    left = list(range(len(field.order)))
    tables: list[list[int]] = []
    for size in table_sizes(len(left)):
        table = [left.pop(0)]
        while len(table) < size:
            strangers = (
                index
                for index, place in enumerate(left)
                if not any(field.times(place, seated) for seated in table)
            )
            table.append(left.pop(next(strangers, 0)))
        tables.append(table)
    return tables


def _trade_best(field: _Field, tables: list[list[int]], number: int) -> bool:
    """Make the trade between a table and a near one that helps most; whether there was any."""
    best = (0, 0, 0, 0)
    own_cost = field.cost(tables[number], len(tables[number]))
    for other in range(max(0, number - _WINDOW), min(len(tables), number + _WINDOW + 1)):
        if other == number:
            continue
        before = own_cost + field.cost(tables[other], len(tables[other]))
        for seat in range(len(tables[number])):
            for other_seat in range(len(tables[other])):
                ours, theirs = _traded(tables[number], seat, tables[other], other_seat)
                gain = field.cost(ours, len(ours)) + field.cost(theirs, len(theirs)) - before
                best = min(best, (gain, other, seat, other_seat))
    gain, other, seat, other_seat = best
    if gain < 0:
        tables[number], tables[other] = _traded(tables[number], seat, tables[other], other_seat)
    return gain < 0


def _search_longer(field: _Field, tables: list[list[int]]) -> list[list[int]]:
    """Trades over the whole field while somebody meets again: of neighbours in the ranking, then of anybody.

    The arrangement that costs least is taken, that given included.
    """
    count = len(field.order)
    apart = 1 - np.eye(count, dtype=np.int64)
    table_of = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    together = (table_of[:, None] == table_of[None, :]) * apart
    foes = np.array([[field.times(one, other) for one in range(count)] for other in range(count)]) * apart
    seats = np.empty(count, dtype=np.int64)
    seats[[place for table in tables for place in table]] = np.arange(count)
    distances = np.abs(np.subtract.outer(np.arange(count), np.arange(count)))
    best = tables
    for rng in (None, *map(random.Random, range(_LONG_TRIES))):
        ties = distances if rng is None and field.minds_ranks else None
        found = trade_places(together, seats, foes, may_trade=apart, rng=rng, ties=ties)
        best = min(best, _seated(found, tables), key=field.total_cost)
        if not any(field.in_trouble(table) for table in best):
            break
    return best


def _seated(seats: IntArray, tables: list[list[int]]) -> list[list[int]]:
    """The tables of these seats, numbered through the tables; sizes as in `tables`."""
    by_seat: list[int] = np.argsort(seats).tolist()
    ends = accumulate(len(table) for table in tables)
    return [by_seat[end - len(table) : end] for table, end in zip(tables, ends, strict=True)]


def _traded(ours: list[int], seat: int, theirs: list[int], other_seat: int) -> tuple[list[int], list[int]]:
    one, other = ours.copy(), theirs.copy()
    one[seat], other[other_seat] = other[other_seat], one[seat]
    return one, other
