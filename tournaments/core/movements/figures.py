"""Figures of the quality of a movement, as exact integers to compare. See docs/movements.md."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from games.core.dealing.boards import board_taker
from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.encounters import (
    comparison_matrix,
    find_present_units,
    line_of_units,
    list_pair_figures,
    meeting_matrix,
)
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.table_shape import TableShape

WEIGHTS = {"meetings": 40, "comparisons": 25, "attacks": 15, "sets": 10, "rests": 10}
"""Weights of the parts of the quality. A part without meaning for a movement is left out."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A histogram of integers from 0. It is empty if the figure has no meaning."""

    counts: tuple[tuple[int, int], ...] = ()
    """Pairs (value, number of units or sets with it), in ascending order."""

    @property
    def lowest(self) -> int:
        return self.counts[0][0] if self.counts else 0

    @property
    def highest(self) -> int:
        return self.counts[-1][0] if self.counts else 0

    @property
    def size(self) -> int:
        """Number of values counted."""
        return sum(count for _, count in self.counts)

    @property
    def total(self) -> int:
        return sum(value * count for value, count in self.counts)

    @property
    def is_even(self) -> bool:
        """True if all values are equal, or there are none."""
        return self.lowest == self.highest

    def count_above(self, value: int) -> int:
        """Return how many values are above `value`."""
        return sum(count for counted_value, count in self.counts if counted_value > value)

    @property
    def evenness(self) -> int:
        """Evenness of the sharing in percent, rounded down: 100 if no sharing of the total is more even.

        It is the sum of squares of the most even sharing (values that differ by 1 at most), divided by the
        actual sum of squares.
        """
        if not self.total:
            return 100
        share, left_over = divmod(self.total, self.size)
        best = left_over * (share + 1) ** 2 + (self.size - left_over) * share**2
        return 100 * best // sum(count * value**2 for value, count in self.counts)


def count_values(values: npt.ArrayLike) -> Spread:
    """Return the histogram of these integers, none below 0."""
    counts = np.bincount(np.asarray(values, dtype=np.int64))
    return Spread(tuple((value, count) for value, count in enumerate(counts.tolist()) if count))


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementFigures:
    """Figures of a movement. A unit is a player or a team."""

    unit_count: int
    has_teams: bool
    """True if the units are teams."""
    table_count: int
    round_count: int
    boards_per_set: int
    board_count: int
    """Number of different boards; 0 if each table deals for itself. Times `copies` it gives the étuis."""
    copies: int
    keeps_lines: bool
    """True if all units keep one seat or side, so that lines are ranked apart (alternated ranking)."""
    meetings: Spread
    """Times at one table, for each pair of units."""
    opponents: Spread
    """Number of different opponents, for each unit."""
    comparisons: Spread
    """Number of sets of which both held the same cards, for each pair ranked together.

    These are the pairs of a line if lines are kept, else all pairs. Empty if marks are not compared over
    tables."""
    attacks: Spread
    """Number of boards as taker, for each unit. Empty if the boards name no taker."""
    rests: Spread
    """Number of rounds without a table, for each unit."""
    half_rests: Spread
    """Rounds in which only one side of a unit plays, for units that play on both. Empty if there are
    none."""
    set_plays: Spread
    """Number of times that a set is played, for each set."""
    three_seats: Spread
    """Number of rounds at a table of three, for each unit."""
    five_seats: Spread
    """Number of rounds in the first four seats of a table of five, for each unit."""
    walks: Spread
    """Tables walked past in all, for each unit that moves as a whole (each attacker in quartets)."""
    longest_walk: int
    """Largest number of tables walked past between two rounds."""
    board_walks: Spread
    """Tables that a set is carried past in all, for each set. Empty if sets go round in a round."""

    @property
    def compares_nothing(self) -> bool:
        """True if each board is played at one table only, so that no result is compared with another."""
        return bool(self.set_plays.counts) and self.set_plays.highest == 1

    @property
    def parts(self) -> dict[str, int]:
        """Percent reached in each part of the quality that has a meaning for the movement."""
        rounds = self.round_count
        percents = {"meetings": self.meetings.evenness}
        if self.comparisons.counts:
            percents["comparisons"] = self.comparisons.evenness
        if self.attacks.counts:
            percents["attacks"] = self.attacks.evenness
        if self.set_plays.counts:
            percents["sets"] = 100 * self.set_plays.lowest // self.set_plays.highest
        return {**percents, "rests": 100 * (rounds - self.rests.highest) // rounds}

    @property
    def quality(self) -> int:
        """Weighted mean of the parts, 0 to 100, rounded down."""
        weight = sum(WEIGHTS[part] for part in self.parts)
        return sum(WEIGHTS[part] * percent for part, percent in self.parts.items()) // weight


def measure_movement(movement: Movement, boards_per_set: int = 1) -> MovementFigures:
    """Return the figures of a movement, sound or not.

    Args:
        boards_per_set: decides how often each unit attacks, by the takers printed on the étuis.

    Source:
        Takers: FFT, Manuel de l'organisateur (2011) M16. The quality is ours: docs/movements.md.
    """
    shape = movement.shape
    meeting_counts = meeting_matrix(movement)
    lines = line_of_units(movement)
    rests = (~find_present_units(movement)).sum(axis=0)
    walks, longest = _walks(movement)
    return MovementFigures(
        unit_count=movement.player_count,
        has_teams=shape.unit_size > 1,
        table_count=movement.table_count,
        round_count=movement.round_count,
        boards_per_set=boards_per_set,
        board_count=movement.set_count * boards_per_set,
        copies=movement.copies,
        keeps_lines=lines is not None,
        meetings=count_values(list_pair_figures(meeting_counts, both_ways=shape.plays_both_ways)),
        opponents=count_values(((meeting_counts + meeting_counts.T) > 0).sum(axis=1)),
        comparisons=_comparisons(movement, lines),
        attacks=_attacks(movement, boards_per_set),
        rests=count_values(rests),
        half_rests=_half_rests(movement),
        set_plays=count_values(np.bincount(movement.board_sets[movement.board_sets != NO_SET])),
        three_seats=_odd_seats(movement, 3),
        five_seats=_odd_seats(movement, 5),
        walks=walks,
        longest_walk=longest,
        board_walks=_board_walks(movement),
    )


def attacks_per_unit(movement: Movement, boards_per_set: int) -> IntArray:
    """Return attacks[unit]: boards that the unit takes.

    The étui names the taker, or the side of the unit always attacks.
    """
    # the last row stays 0: NO_SET (−1) indexes it
    attacking = np.zeros((movement.set_count + 1, movement.shape.side_count), dtype=np.int64)
    for board_set in range(movement.set_count):
        for board in range(board_set * boards_per_set + 1, (board_set + 1) * boards_per_set + 1):
            attacking[board_set, _attacking_side(movement.shape, board_taker(board))] += 1
    by_side = units_by_side(movement)
    attacks = np.zeros(movement.player_count, dtype=np.int64)
    is_held = by_side != NOBODY
    np.add.at(attacks, by_side[is_held], attacking[movement.board_sets][is_held])
    return attacks


def _attacking_side(shape: TableShape, taker: int) -> int:
    """Return the lone attacker's side if the table has one, else the side of the taker's seat."""
    return shape.people.index(1) if shape.people == (3, 1) else shape.sides[taker]


def _attacks(movement: Movement, boards_per_set: int) -> Spread:
    """Return the attacks of all units.

    Empty for deals dealt at the table and for tables without four seats, because no board names a taker
    there.
    """
    if not movement.has_boards or boards_per_set < 1 or movement.shape.seat_count != SEAT_COUNT:
        return Spread()
    return count_values(attacks_per_unit(movement, boards_per_set))


def _comparisons(movement: Movement, lines: IntArray | None) -> Spread:
    if not movement.has_boards or movement.shape.plays_both_ways:
        return Spread()
    compared = comparison_matrix(movement)
    if lines is None:
        return count_values(list_pair_figures(compared))
    of_lines = [
        list_pair_figures(compared[np.ix_(lines == line, lines == line)]) for line in np.unique(lines)
    ]
    return count_values(np.concatenate(of_lines))


def _half_rests(movement: Movement) -> Spread:
    """Return the rounds in which a relay takes one side of a team, attacker or defence, and the other plays.

    Source:
        FFT, Règlement officiel (2012) R22-R24: an even number of quartets plays with a relay.
    """
    if not movement.shape.plays_both_ways:
        return Spread()
    sides = np.zeros((movement.round_count, movement.player_count), dtype=np.int64)
    by_side = units_by_side(movement)
    rounds, tables, places = np.nonzero(by_side != NOBODY)
    np.add.at(sides, (rounds, by_side[rounds, tables, places]), 1)
    halves = (sides == 1).sum(axis=0)
    return count_values(halves) if halves.any() else Spread()


def _odd_seats(movement: Movement, people: int) -> Spread:
    """Return the rounds of each unit in the first four seats of tables with so many people.

    Empty if no table has so many, or all have.
    """
    is_odd = (movement.players != NOBODY).sum(axis=2) == people
    if not is_odd.any() or movement.shape.seated == (people,):
        return Spread()
    units = movement.players[is_odd][:, :SEAT_COUNT]
    return count_values(np.bincount(units[units != NOBODY], minlength=movement.player_count))


def _walks(movement: Movement) -> tuple[Spread, int]:
    """Return the tables walked past by each unit, and the longest way between two of its rounds."""
    by_side = units_by_side(movement)
    if movement.shape.people == (3, 1):
        by_side = by_side[:, :, movement.shape.people.index(1), None]
    return _ways(by_side, movement.player_count)


def _board_walks(movement: Movement) -> Spread:
    if not movement.has_boards or movement.tables_per_set > 1:
        return Spread()
    return _ways(movement.board_sets[:, :, None], movement.set_count)[0]


def _ways(holders: IntArray, count: int) -> tuple[Spread, int]:
    """Return the distances between successive tables of each number, added up, and the longest.

    Args:
        holders: holders[round, table, place]; a number twice in a round is followed at its last table.
    """
    totals = np.zeros(count, dtype=np.int64)
    last = np.full(count, NOBODY, dtype=np.int64)
    longest = 0
    for this_round in holders:
        places = np.full(count, NOBODY, dtype=np.int64)
        tables, sides = np.nonzero(this_round != NOBODY)
        places[this_round[tables, sides]] = tables
        has_way = (places != NOBODY) & (last != NOBODY)
        ways = np.where(has_way, np.abs(places - last), 0)
        totals += ways
        longest = max(longest, int(ways.max(initial=0)))
        # a number that pauses keeps its last table
        last = np.where(places != NOBODY, places, last)
    return count_values(totals), longest
