"""Plans of full tables in lines, from which a search of tables starts.

A *role* is the place of a line. The player who has the role goes from table to table as the line does. With
more players than places, those who come back from a rest take over the roles of those who go to rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import gcd

import numpy as np

from tournaments.core.movements.fields import field_lines, prime_power
from tournaments.core.movements.lines import LARGEST, SMALLEST, build_lines, most_rounds
from tournaments.core.movements.movement import SEAT_COUNT, IntArray

HAND_TRIALS = 3_000
"""Largest number of swaps that `_spread_hands` tries."""
CHAIN_TRIALS = 2_000
"""Largest number of partial orders of homes that `_chain` examines before it returns the homes in turn."""


@dataclass(frozen=True, slots=True)
class RolePlan:
    """Table of each role and board set of each table, in every round."""

    tables: IntArray
    """tables[round, line, home]: table of a role. The home is the number of the role in its line, from 0."""
    sets: IntArray
    """sets[round, table]: the board set, for events of the same deals."""

    @property
    def role_sets(self) -> IntArray:
        """sets[round, line, home]: the set that the role plays."""
        rounds = np.arange(len(self.tables))[:, None, None]
        return np.asarray(self.sets[rounds, self.tables])


def rest_turns(player_count: int, seat_total: int, round_count: int) -> list[list[int]]:
    """Return the players who rest in each round. All rest once before any rests twice."""
    over = player_count - seat_total
    return [
        [place % player_count for place in range(this_round * over, (this_round + 1) * over)]
        for this_round in range(round_count)
    ]


def role_plans(
    seat_count: int, table_count: int, round_count: int, *, over: int, is_free: bool
) -> Iterator[RolePlan]:
    """Yield all known plans of this size.

    Args:
        over: number of players beyond the seats. One plan moves as many lines by constant steps, so that
            their roles are easy to hand over.
        is_free: deals are dealt at the table, so that a player may come to a table and a set again.
    """
    # the lines of four are for tables of four: fewer seats take the first ones
    fits_library = seat_count < SEAT_COUNT and SMALLEST <= table_count <= LARGEST
    if fits_library and round_count <= most_rounds(table_count):
        yield _from_library(seat_count, table_count, round_count)
    if prime_power(table_count) and seat_count < table_count and round_count <= table_count:
        tables, sets = field_lines(table_count, seat_count)
        yield RolePlan(tables[:round_count], sets[:round_count])
    linear = np.arange(1, seat_count + 1)[:, None] * np.arange(round_count) % table_count
    if round_count <= table_count:
        for steady in {0, 0 if is_free else over}:
            yield _on_clocks(_spread_hands(seat_count, table_count, round_count, steady), table_count)
    else:
        # more rounds than tables: each line repeats its steps
        yield _on_clocks(linear, table_count)
    if not is_free:
        yield _on_clocks(np.tile(np.arange(round_count), (seat_count, 1)), table_count)


def _from_library(seat_count: int, table_count: int, round_count: int) -> RolePlan:
    """Return the first lines of a clean movement for tables of four."""
    movement = build_lines(table_count, round_count)
    tables = np.zeros((round_count, seat_count, table_count), dtype=np.int64)
    for this_round, table, line in np.ndindex(round_count, table_count, seat_count):
        tables[this_round, line, movement.players[this_round, table, line] // SEAT_COUNT] = table
    return RolePlan(tables, movement.board_sets)


def _on_clocks(hands: IntArray, table_count: int) -> RolePlan:
    """Return the plan in which the player from home h has the set h + hands[line, round].

    The sets go down one table in each round.
    """
    rounds, homes = np.arange(hands.shape[1]), np.arange(table_count)
    tables = hands.T[:, :, None] - rounds[:, None, None] + homes
    return RolePlan(tables % table_count, (homes + rounds[:, None]) % table_count)


@lru_cache(maxsize=256)
def _spread_hands(line_count: int, table_count: int, round_count: int, steady: int) -> IntArray:
    """Return hands[line, round], different in each round of a line, for `_on_clocks`.

    If the difference between two lines is the same in two rounds, all their players meet twice. A search
    makes such repetitions rare. It swaps two hands of a line, of which one may be unused, unless that is
    worse.

    Args:
        steady: lines that move by a constant step and are not changed.
    """
    rng = np.random.default_rng(line_count)
    hands = np.tile(np.arange(table_count), (line_count, 1))
    hands[1:] = rng.permuted(hands[1:], axis=1)
    # only a step prime to the tables reaches all of them
    steps = [step for step in range(1, table_count + 1) if gcd(step, table_count) == 1]
    for line in range(steady):
        hands[line] = steps[line % len(steps)] * np.arange(table_count) % table_count
    changing = np.arange(line_count) >= steady
    pairs = np.array(
        [_differences_again(hands[:, :round_count], line, table_count) for line in range(line_count)]
    )
    costs = pairs.sum(axis=1)
    for _ in range(HAND_TRIALS):
        line, place = (
            # the line with the highest cost, at random among equals
            int(np.argmax((costs + rng.random(line_count)) * changing)),
            int(rng.integers(round_count)),
        )
        other_place = int(rng.integers(table_count))
        hands[line, [place, other_place]] = hands[line, [other_place, place]]
        repeats = _differences_again(hands[:, :round_count], line, table_count)
        if repeats.sum() > costs[line]:
            hands[line, [place, other_place]] = hands[line, [other_place, place]]
            continue
        pairs[line], pairs[:, line] = repeats, repeats
        costs = pairs.sum(axis=1)
        if not costs.any():
            break
    return hands[:, :round_count].copy()


def _differences_again(hands: IntArray, line: int, table_count: int) -> IntArray:
    """Return repeats[other_line]: number of repeated differences to `line`; 0 for the line itself.

    The other line has the same number of repetitions to this one.
    """
    differences = np.sort((hands - hands[line]) % table_count, axis=1)
    repeats: IntArray = (differences[:, 1:] == differences[:, :-1]).sum(axis=1)
    repeats[line] = 0
    return repeats


@dataclass(frozen=True, slots=True, eq=False)
class Placing:
    """The players of a role plan."""

    tables: IntArray
    """tables[round, player]; the number of tables for a player who rests."""
    lines: IntArray
    """lines[round, player]: the seat, if all players stay in their line."""
    sets: IntArray
    """sets[round, table]: the board set."""


def place_players(plan: RolePlan, player_count: int, *, is_free: bool) -> Placing:
    """Give the roles to players, who rest in turn if there are too many.

    No player comes to a set twice if there is such an order of the roles.
    """
    round_count, seat_count, table_count = plan.tables.shape
    over = player_count - seat_count * table_count
    order = _order_of_roles(plan, over, is_free=is_free)
    roles = np.full(player_count, -1, dtype=np.int64)
    roles[over:] = order
    turns = rest_turns(player_count, seat_count * table_count, round_count)
    tables = np.full((round_count, player_count), table_count, dtype=np.int64)
    lines = np.zeros((round_count, player_count), dtype=np.int64)
    for this_round, resting_players in enumerate(turns):
        if this_round:
            returning = turns[this_round - 1]
            # read before the next line empties the roles of the resting players
            roles[returning] = roles[resting_players]
        roles[resting_players] = -1
        active_players = np.flatnonzero(roles >= 0)
        line, home = np.divmod(roles[active_players], table_count)
        tables[this_round, active_players] = plan.tables[this_round, line, home]
        lines[this_round, active_players] = line
    return Placing(tables, lines, plan.sets)


def sets_again(placing: Placing, table_count: int) -> int:
    """Return how many times a player comes to a set again."""
    rounds, players = np.nonzero(placing.tables < table_count)
    sets = placing.sets[rounds, placing.tables[rounds, players]]
    return len(players) - len({*zip(players.tolist(), sets.tolist(), strict=True)})


def _order_of_roles(plan: RolePlan, over: int, *, is_free: bool) -> list[int]:
    """Return the roles (line × tables + home) in the order of the players who start with them.

    A player who comes back from a rest takes the role `over` places after their previous one. It belongs to
    the same line.
    """
    _, seat_count, table_count = plan.tables.shape
    chains = [
        [line * table_count + home for home in _chain(plan.role_sets[:, line], is_free=is_free)]
        for line in range(over)
    ]
    # one role of each line in turn: the next role of a line is `over` places on
    chain_roles = [role for place in zip(*chains, strict=True) for role in place]
    steady_roles = set(range(seat_count * table_count)).difference(chain_roles)
    return [*chain_roles, *sorted(steady_roles, key=lambda role: (role % table_count, role))]


def _chain(role_sets: IntArray, *, is_free: bool) -> list[int]:
    """Return the homes of a line in the order in which players take them over, one each round.

    Unless `is_free`, no player comes to a set twice, if `CHAIN_TRIALS` suffice to find such an order.

    Args:
        role_sets: sets[round, home].
    """
    round_count, table_count = role_sets.shape
    length = min(round_count, table_count)
    if is_free:
        return list(range(length))
    open_chains, trials = [[home] for home in reversed(range(table_count))], CHAIN_TRIALS
    while open_chains and trials:
        chain, trials = open_chains.pop(), trials - 1
        place = len(chain)
        if place == length:
            return chain
        previous_sets = set(role_sets[:place, chain[-1]].tolist())
        next_homes = [(chain[-1] + step) % table_count for step in range(1, table_count)]
        open_chains += [
            [*chain, home]
            for home in next_homes
            # a player who changes homes has played one home's sets and will play the other's
            if home not in chain and previous_sets.isdisjoint(role_sets[place + 1 :, home].tolist())
        ]
    return list(range(length))
