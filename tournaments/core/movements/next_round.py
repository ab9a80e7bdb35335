"""Tables of the next round of free deals, from the ranking or from a draw.

Tables have four or three players. A search avoids most meetings of players who have met before.

Source:
    FFT, Manuel de l'organisateur (2011) M4-M5: "meilleurs contre meilleurs" and random draws. How rematches
    are avoided is ours.
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
# costs of a rematch and of a second round at a table of three; a difference of ranks, squared, is far below
_REMATCH = 10**9
_THREE_AGAIN = 10**8
_WINDOW = 24
"""Number of tables above and below a table among which a trade is looked for."""
_PASSES = 6
"""Largest number of times that all tables with a problem are tried again."""
_LONG_SEARCH = 240
"""Largest number of players for whom a longer search follows when rematches are left."""
_LONG_TRIES = 4
"""Number of seeds with which the longer search starts, one after the other."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The tables of the next round, best first. Each table is in the order of the ranking."""

    tables: tuple[tuple[int, ...], ...]
    rematches: tuple[Pair, ...]
    """Pairs (lower, higher) of players who meet again."""
    threes_again: tuple[int, ...]
    """Players at a table of three who have sat at one before."""


def table_sizes(player_count: int) -> tuple[int, ...]:
    """Return the sizes of the tables: tables of four first, then up to three tables of three.

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
    ranking: Sequence[int], meetings: Mapping[Pair, int], threes: Mapping[int, int] | None = None
) -> NextRound:
    """Seat the first four players at a table, the next four at another, and avoid rematches.

    Rematches weigh most, then a second round at a table of three, then the distance in the ranking between
    the players of a table. The number of trades is fixed: the result is good, not always the best. With up
    to 240 players a search over the whole field follows where rematches are left.

    Args:
        ranking: players, best first.
        meetings: times that two players have met, by (lower, higher); 0 for missing pairs. Players to keep
            apart can be entered as having met.
        threes: rounds that a player has spent at a table of three; 0 for missing players.

    Raises:
        NoSuchMovement: as `table_sizes`.
    """
    field = _Field(tuple(ranking), meetings, threes or {}, minds_ranks=True)
    return field.settled(_greedy(field))


def draw_again(
    players: Sequence[int],
    meetings: Mapping[Pair, int],
    rng: random.Random,
    threes: Mapping[int, int] | None = None,
) -> NextRound:
    """Draw all tables anew, with as few rematches as the search finds.

    Raises:
        NoSuchMovement: as `table_sizes`.
    """
    order = list(players)
    rng.shuffle(order)
    field = _Field(tuple(order), meetings, threes or {}, minds_ranks=False)
    return field.settled(_greedy(field))


@dataclass(frozen=True, slots=True)
class _Field:
    """All players in order and their earlier meetings. Places are indices in that order."""

    order: tuple[int, ...]
    meetings: Mapping[Pair, int]
    threes: Mapping[int, int]
    minds_ranks: bool

    def times(self, place: int, other_place: int) -> int:
        """Return how often the players of two places have met."""
        first, second = self.order[place], self.order[other_place]
        return self.meetings.get((first, second) if first < second else (second, first), 0)

    def cost(self, table: Sequence[int], size: int) -> int:
        rematch_count = sum(
            self.times(first_place, second_place) for first_place, second_place in _pairs(table)
        )
        cost = _REMATCH * rematch_count
        if size < SEAT_COUNT:
            cost += _THREE_AGAIN * sum(self.threes.get(self.order[place], 0) for place in table)
        # the square prefers two small distances to one large one
        return cost + (
            sum((first_place - second_place) ** 2 for first_place, second_place in _pairs(table))
            if self.minds_ranks
            else 0
        )

    def total_cost(self, tables: list[list[int]]) -> int:
        return sum(self.cost(table, len(table)) for table in tables)

    def in_trouble(self, table: Sequence[int]) -> bool:
        return self.cost(table, len(table)) >= _THREE_AGAIN

    def settled(self, tables: list[list[int]]) -> NextRound:
        """Trade places, `_PASSES` times at most, until no table has a problem or no trade helps.

        Return the tables of players.
        """
        for _ in range(_PASSES):
            troubled = [number for number, table in enumerate(tables) if self.in_trouble(table)]
            trades = [_trade_best(self, tables, number) for number in troubled]
            if not any(trades):
                break
        if any(self.in_trouble(table) for table in tables) and len(self.order) <= _LONG_SEARCH:
            # costs grow with the square of the players, hence the limit
            tables = _search_longer(self, tables)
        for table in tables:
            table.sort()
        rematch_pairs = [pair for table in tables for pair in _pairs(table) if self.times(*pair)]
        rematches = (
            tuple(sorted((self.order[first_place], self.order[second_place])))
            for first_place, second_place in rematch_pairs
        )
        threes = [place for table in tables if len(table) < SEAT_COUNT for place in table]
        return NextRound(
            tables=tuple(tuple(self.order[place] for place in table) for table in tables),
            rematches=tuple(sorted((low, high) for low, high in rematches)),
            threes_again=tuple(
                sorted(self.order[place] for place in threes if self.threes.get(self.order[place]))
            ),
        )


def _pairs(table: Sequence[int]) -> Iterator[Pair]:
    for index, place in enumerate(table):
        for other_place in table[index + 1 :]:
            yield place, other_place


def _greedy(field: _Field) -> list[list[int]]:
    """Fill one table after another.

    Each table takes the first unseated player, then each time the next one who has met no player there. If
    all have met one, it takes the first.
    """
    unseated = list(range(len(field.order)))
    tables: list[list[int]] = []
    for size in table_sizes(len(unseated)):
        table = [unseated.pop(0)]
        while len(table) < size:
            strangers = (
                index
                for index, place in enumerate(unseated)
                if not any(field.times(place, mate) for mate in table)
            )
            table.append(unseated.pop(next(strangers, 0)))
        tables.append(table)
    return tables


def _trade_best(field: _Field, tables: list[list[int]], number: int) -> bool:
    """Make the best trade between a table and one near it. Return whether a trade was made."""
    best = (0, 0, 0, 0)
    table_cost = field.cost(tables[number], len(tables[number]))
    for other_number in range(max(0, number - _WINDOW), min(len(tables), number + _WINDOW + 1)):
        if other_number == number:
            continue
        current_cost = table_cost + field.cost(tables[other_number], len(tables[other_number]))
        for seat in range(len(tables[number])):
            for other_seat in range(len(tables[other_number])):
                ours, theirs = _traded(tables[number], seat, tables[other_number], other_seat)
                gain = field.cost(ours, len(ours)) + field.cost(theirs, len(theirs)) - current_cost
                best = min(best, (gain, other_number, seat, other_seat))
    gain, other_number, seat, other_seat = best
    if gain < 0:
        tables[number], tables[other_number] = _traded(tables[number], seat, tables[other_number], other_seat)
    return gain < 0


def _search_longer(field: _Field, tables: list[list[int]]) -> list[list[int]]:
    """Trade places over the whole field while players meet again.

    The first try prefers trades of neighbours in the ranking. The others take any trade, from a seed. Return
    the cheapest arrangement, which may be the given one.
    """
    count = len(field.order)
    can_trade = 1 - np.eye(count, dtype=np.int64)
    table_of = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    together = (table_of[:, None] == table_of[None, :]) * can_trade
    foes = (
        np.array(
            [
                [field.times(first_place, second_place) for first_place in range(count)]
                for second_place in range(count)
            ]
        )
        * can_trade
    )
    seats = np.empty(count, dtype=np.int64)
    seats[[place for table in tables for place in table]] = np.arange(count)
    distances = np.abs(np.subtract.outer(np.arange(count), np.arange(count)))
    best = tables
    # None stands for the try without chance: it prefers near trades
    for rng in (None, *map(random.Random, range(_LONG_TRIES))):
        # a drawn round has no ranking to respect
        ties = distances if rng is None and field.minds_ranks else None
        trial = trade_places(together, seats, foes, may_trade=can_trade, rng=rng, ties=ties)
        best = min(best, _seated(trial, tables), key=field.total_cost)
        if not any(field.in_trouble(table) for table in best):
            break
    return best


def _seated(seats: IntArray, tables: list[list[int]]) -> list[list[int]]:
    """Return the tables for these seats, which are numbered from the first table to the last."""
    by_seat: list[int] = np.argsort(seats).tolist()
    ends = accumulate(len(table) for table in tables)
    return [by_seat[end - len(table) : end] for table, end in zip(tables, ends, strict=True)]


def _traded(ours: list[int], seat: int, theirs: list[int], other_seat: int) -> tuple[list[int], list[int]]:
    our_trial, their_trial = ours.copy(), theirs.copy()
    our_trial[seat], their_trial[other_seat] = their_trial[other_seat], our_trial[seat]
    return our_trial, their_trial
