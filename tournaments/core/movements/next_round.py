"""Tables of the next round of free deals, from the ranking or from a draw.

A search avoids most meetings of players who have met before. It then spares players a second round at a table
of three or five. Last it keeps club-mates and relatives apart.

Source:
    FFT, Manuel de l'organisateur (2011) M4-M5: "meilleurs contre meilleurs" and random draws. How rematches
    are avoided is ours.
"""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations

import numpy as np

from tournaments.core.movements.movement import SEAT_COUNT, IntArray
from tournaments.core.movements.round_sizes import OddPlayers, choose_resting, table_sizes
from tournaments.core.movements.trades import trade_places

Pair = tuple[int, int]
# costs of a rematch, of a second round at a table of three or five, and of mates at one table: the squared
# distances of ranks at a table of 1,500 players stay below
_REMATCH = 10**9
_ODD_AGAIN = 10**8
_MATES = 3 * 10**7
_PASSES = 40
"""Largest number of times that all tables with a problem are tried again."""
_ALL_ARRANGEMENTS = 12
"""Largest number of players of whom all arrangements are tried: 5,775 for three tables of four."""
_LONG_SEARCH = 240
"""Largest number of players for whom a longer search follows when rematches are left."""
_LONG_TRIES = 4
"""Number of seeds with which the longer search starts, one after the other."""
_REMATCH_IN_MATES = 40
"""Cost of a rematch in the longer search, where mates at one table cost 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWishes:
    """The earlier rounds, and the wishes of the organiser for the next one."""

    meetings: Mapping[Pair, int] = field(default_factory=dict)
    """Times that two players have met, by (lower, higher); 0 for missing pairs.

    Partners, who must not meet, can be entered as having met.
    """
    odd_rounds: Mapping[int, int] = field(default_factory=dict)
    """Rounds that a player has spent at a table of three or five; 0 for missing players."""
    rests: Mapping[int, int] = field(default_factory=dict)
    """Rounds that a player has rested; 0 for missing players."""
    apart: Collection[Pair] = ()
    """Pairs (lower, higher) of club-mates and relatives, kept apart where no rematch follows from it."""
    odd_players: OddPlayers = OddPlayers.THREES
    seat_count: int = SEAT_COUNT
    """Seats of a usual table."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The tables of the next round, best first. Each table is in the order of the ranking."""

    tables: tuple[tuple[int, ...], ...]
    rematches: tuple[Pair, ...]
    """Pairs (lower, higher) of players who meet again."""
    odd_again: tuple[int, ...]
    """Players at a table of three or five who have sat at one before."""
    mates: tuple[Pair, ...] = ()
    """Pairs (lower, higher) of `RoundWishes.apart` at one table."""
    resting: tuple[int, ...] = ()
    rests_again: tuple[int, ...] = ()
    """Resting players who have rested before."""


def best_against_best(ranking: Sequence[int], wishes: RoundWishes) -> NextRound:
    """Seat the first four players at a table, the next four at another, and avoid rematches.

    Rematches weigh most, then a second round at a table of three or five, then mates, then the distance in
    the ranking between the players of a table. Of up to 12 players all arrangements are tried. Of more, the
    number of trades is fixed: the result is good, not always the best. With up to 240 players a search over
    the whole field follows where rematches are left. The lowest players of those who have rested least rest.

    Args:
        ranking: players, best first.

    Raises:
        NoSuchMovement: as `table_sizes`.
    """
    return _draw(ranking, wishes, minds_ranks=True)


def draw_again(players: Sequence[int], wishes: RoundWishes, rng: random.Random) -> NextRound:
    """Draw all tables anew, with as few rematches as the search finds.

    Raises:
        NoSuchMovement: as `table_sizes`.
    """
    order = list(players)
    rng.shuffle(order)
    return _draw(order, wishes, minds_ranks=False)


def review_tables(tables: Sequence[Sequence[int]], resting: Sequence[int], wishes: RoundWishes) -> NextRound:
    """Return given tables with their rematches, mates and repeated rests, for a round changed by hand."""
    pairs = sorted({(min(pair), max(pair)) for table in tables for pair in combinations(table, 2)})
    apart = set(wishes.apart)
    odd_players = [player for table in tables if len(table) != wishes.seat_count for player in table]
    return NextRound(
        tables=tuple(tuple(table) for table in tables),
        rematches=tuple(pair for pair in pairs if wishes.meetings.get(pair)),
        odd_again=tuple(sorted(player for player in odd_players if wishes.odd_rounds.get(player))),
        mates=tuple(pair for pair in pairs if pair in apart),
        resting=tuple(resting),
        rests_again=tuple(sorted(player for player in resting if wishes.rests.get(player))),
    )


def _draw(order: Sequence[int], wishes: RoundWishes, *, minds_ranks: bool) -> NextRound:
    sizes = table_sizes(len(order), wishes.odd_players, wishes.seat_count)
    resting = choose_resting(order, wishes.rests, len(order) - sum(sizes))
    absent = set(resting)
    seated = [player for player in order if player not in absent]
    tables = arrange_tables(seated, sizes, wishes, minds_ranks=minds_ranks)
    return review_tables(tables, resting, wishes)


def arrange_tables(
    order: Sequence[int], sizes: tuple[int, ...], wishes: RoundWishes, *, minds_ranks: bool
) -> list[list[int]]:
    """Seat all players of an order at tables of these sizes, the usual ones first.

    Args:
        minds_ranks: False if the order is a draw, so that the distance of two players does not count.
    """
    field_of_players = _Field(order, sizes, wishes, minds_ranks=minds_ranks)
    return [[order[place] for place in sorted(table)] for table in field_of_players.arrange()]


class _Field:
    """All seated players in order, and the costs of two at one table. Places are indices in that order."""

    def __init__(
        self, order: Sequence[int], sizes: tuple[int, ...], wishes: RoundWishes, *, minds_ranks: bool
    ) -> None:
        count = len(order)
        place_of = {player: place for place, player in enumerate(order)}
        self.count, self.sizes, self.minds_ranks = count, sizes, minds_ranks
        self.meetings = np.zeros((count, count), dtype=np.int64)
        self.mates = np.zeros((count, count), dtype=np.int64)
        _fill(self.meetings, place_of, wishes.meetings.items())
        _fill(self.mates, place_of, ((pair, 1) for pair in wishes.apart))
        self.hard = _REMATCH * self.meetings + _MATES * self.mates
        places = np.arange(count)
        # the square prefers two small distances to one large one
        self.costs = self.hard + (np.subtract.outer(places, places) ** 2 if minds_ranks else 0)
        self.odd_costs = _ODD_AGAIN * np.array(
            [wishes.odd_rounds.get(player, 0) for player in order], dtype=np.int64
        )
        self.is_odd = np.array([size != wishes.seat_count for size in sizes])

    def arrange(self) -> list[list[int]]:
        """Return the tables of places, in the order of `sizes`."""
        if self.count <= _ALL_ARRANGEMENTS:
            return _try_all(self)
        tables = self._trade(self._fill_greedily())
        # costs grow with the square of the players, hence the limit
        if self.count <= _LONG_SEARCH and self._trouble(tables) >= _MATES:
            tables = self._search_longer(tables)
        return tables

    def cost(self, table: Sequence[int], *, is_odd: bool) -> int:
        pairs = int(self.costs[np.ix_(table, table)].sum()) // 2
        return pairs + (int(self.odd_costs[list(table)].sum()) if is_odd else 0)

    def total_cost(self, tables: list[list[int]]) -> int:
        return sum(
            self.cost(table, is_odd=bool(is_odd)) for table, is_odd in zip(tables, self.is_odd, strict=True)
        )

    def _trouble(self, tables: list[list[int]]) -> int:
        """Return the cost of rematches, odd tables and mates, without ranks."""
        return sum(
            int(self.hard[np.ix_(table, table)].sum()) // 2
            + (int(self.odd_costs[table].sum()) if is_odd else 0)
            for table, is_odd in zip(tables, self.is_odd, strict=True)
        )

    def _fill_greedily(self) -> list[list[int]]:
        """Fill one table after another.

        Each table takes the first unseated player, then each time the next one without a cost there. If all
        have one, it takes the first.
        """
        unseated = np.ones(self.count, dtype=bool)
        tables: list[list[int]] = []
        for size in self.sizes:
            table: list[int] = []
            cost_here = np.zeros(self.count, dtype=np.int64)
            for _ in range(size):
                strangers = unseated & (cost_here == 0)
                place = int(np.argmax(strangers if strangers.any() else unseated))
                unseated[place] = False
                table.append(place)
                cost_here += self.hard[place]
            tables.append(table)
        return tables

    def _trade(self, tables: list[list[int]]) -> list[list[int]]:
        """Trade places, `_PASSES` times at most, until no table has a problem or no trade helps."""
        trades = _Trades(self, tables)
        for _ in range(_PASSES):
            has_traded = [trades.trade_best(number) for number in trades.troubled_tables()]
            if not any(has_traded):
                break
        return trades.tables

    def _search_longer(self, tables: list[list[int]]) -> list[list[int]]:
        """Trade places over the whole field while players meet again.

        The first try prefers trades of neighbours in the ranking. The others take any trade, from a seed, as
        long as a rematch or an odd table is left. Return the cheapest arrangement, which may be the given
        one.
        """
        can_trade = 1 - np.eye(self.count, dtype=np.int64)
        table_of = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
        together = (table_of[:, None] == table_of[None, :]) * can_trade
        foes = (_REMATCH_IN_MATES * self.meetings + self.mates) * can_trade
        seats = np.empty(self.count, dtype=np.int64)
        seats[[place for table in tables for place in table]] = np.arange(self.count)
        distances = np.abs(np.subtract.outer(np.arange(self.count), np.arange(self.count)))
        best = tables
        # None stands for the try without chance: it prefers near trades
        for rng in (None, *map(random.Random, range(_LONG_TRIES))):
            # a drawn round has no ranking to respect
            ties = distances if rng is None and self.minds_ranks else None
            trial = trade_places(together, seats, foes, may_trade=can_trade, rng=rng, ties=ties)
            # the search knows no tables of three and five: trades follow for them
            best = min(best, self._trade(_seated(trial, tables)), key=self.total_cost)
            if self._trouble(best) < _ODD_AGAIN:
                break
        return best


class _Trades:
    """Tables that trade players, with the cost of every player at every table kept up to date."""

    def __init__(self, players: _Field, tables: list[list[int]]) -> None:
        self.field, self.tables = players, tables
        by_table = [place for table in tables for place in table]
        ends = list(accumulate(len(table) for table in tables))
        self.table_of = np.empty(players.count, dtype=np.int64)
        self.table_of[by_table] = np.repeat(np.arange(len(tables)), players.sizes)
        # cost_at[place, table]: the sum over the players of the table
        self.cost_at = np.add.reduceat(players.costs[:, by_table], [0, *ends[:-1]], axis=1)

    def troubled_tables(self) -> list[int]:
        """Return the tables with a rematch, a player at a table of three or five again, or mates."""
        hard = self.field.hard
        return [
            number
            for number, table in enumerate(self.tables)
            if hard[np.ix_(table, table)].any()
            or (self.field.is_odd[number] and self.field.odd_costs[table].any())
        ]

    def trade_best(self, number: int) -> bool:
        """Make the best trade between a table and any other one. Return whether a trade was made."""
        players, places = self.field, np.arange(self.field.count)
        table = self.tables[number]
        # the two keep their own pair, which both sums counted as gone
        gains = (
            self.cost_at[None, places, number]
            - self.cost_at[table, number][:, None]
            + self.cost_at[table][:, self.table_of]
            - self.cost_at[places, self.table_of][None, :]
            - 2 * players.costs[table]
        )
        odd_change = players.is_odd[number] * 1 - players.is_odd[self.table_of] * 1
        gains += (players.odd_costs[None, :] - players.odd_costs[table][:, None]) * odd_change
        gains[:, table] = 0
        best_gain = gains.min()
        if best_gain >= 0:
            return False
        # of equal trades the one with the first table, so that a draw can be repeated
        index, partner = min(
            ((int(row), int(column)) for row, column in np.argwhere(gains == best_gain)),
            key=lambda trade: (self.table_of[trade[1]], *trade),
        )
        place, other_number = table[index], int(self.table_of[partner])
        other_table = self.tables[other_number]
        table[index], other_table[other_table.index(partner)] = partner, place
        self.table_of[[place, partner]] = other_number, number
        change = players.costs[:, partner] - players.costs[:, place]
        self.cost_at[:, number] += change
        self.cost_at[:, other_number] -= change
        return True


def _try_all(players: _Field) -> list[list[int]]:
    """Return the cheapest arrangement of all; of equal ones the first, which fills tables in order."""
    subset_costs: dict[tuple[int, ...], int] = {}

    def cost_of(table: tuple[int, ...], *, is_odd: bool) -> int:
        if table not in subset_costs:
            subset_costs[table] = players.cost(table, is_odd=is_odd)
        return subset_costs[table]

    kinds = dict(zip(players.sizes, players.is_odd.tolist(), strict=True))
    best_cost, best = np.inf, list[list[int]]()

    def extend(
        unseated: tuple[int, ...], counts: dict[int, int], tables: list[tuple[int, ...]], cost: int
    ) -> None:
        nonlocal best_cost, best
        if cost >= best_cost:
            return
        if not unseated:
            # tables in the order of the sizes; a stable sort keeps the best first
            order = {size: number for number, size in enumerate(kinds)}
            best_cost, best = cost, [list(table) for table in sorted(tables, key=lambda row: order[len(row)])]
            return
        first, *others = unseated
        for size, count in counts.items():
            if not count:
                continue
            for mates in combinations(others, size - 1):
                table = (first, *mates)
                remaining = tuple(place for place in others if place not in mates)
                extend(
                    remaining,
                    {**counts, size: count - 1},
                    [*tables, table],
                    cost + cost_of(table, is_odd=kinds[size]),
                )

    extend(tuple(range(players.count)), {size: players.sizes.count(size) for size in kinds}, [], 0)
    return best


def _fill(matrix: IntArray, place_of: Mapping[int, int], values: Iterable[tuple[Pair, int]]) -> None:
    """Write the values of pairs of seated players, symmetrically."""
    for (first, second), value in values:
        if first in place_of and second in place_of:
            matrix[place_of[first], place_of[second]] = matrix[place_of[second], place_of[first]] = value


def _seated(seats: IntArray, tables: list[list[int]]) -> list[list[int]]:
    """Return the tables for these seats, which are numbered from the first table to the last."""
    by_seat: list[int] = np.argsort(seats).tolist()
    ends = accumulate(len(table) for table in tables)
    return [by_seat[end - len(table) : end] for table, end in zip(tables, ends, strict=True)]
