"""Changes of seats in a movement that is being played.

Players leave or arrive, stand in for others, or trade seats.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.check import Finding, check_m2, meetings, units_by_side
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.regrouping import Regrouping, TableSizes

SeatTaken = tuple[int, int, int, int]
"""Tuple (round, table, seat, unit), from 0."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A movement after a unit has left."""

    movement: Movement
    resting: tuple[tuple[int, int], ...]
    """Tables (round, table), from 0, that rest instead of playing, in order."""
    short: tuple[tuple[int, int], ...]
    """Tables (round, table) that play on with an empty seat."""
    taken: tuple[SeatTaken, ...] = ()
    """Seats that other units take over.

    A unit that rests takes the seat itself. If it knows those boards, a unit of another table changes seats
    and gives its own seat to the resting one. Where tables deal their own cards, players change tables."""


def without_unit(
    movement: Movement,
    unit: int,
    first_round: int,
    waiting: Collection[int] = (),
    *,
    sizes: TableSizes | None = None,
    closed: Collection[tuple[int, int]] = (),
) -> Departure:
    """Take a unit out of a movement from a round on.

    A unit that rests takes the empty seat where it can. Otherwise the table plays on with an empty seat. A
    table that is too small rests, or its players and those of other tables make tables of possible sizes.

    Args:
        unit: number of the player or team.
        first_round: first round without the unit, from 0.
        waiting: units that may take an empty seat in the rounds in which they rest.
        sizes: possible sizes of tables that deal their own cards. None if players stay at their tables.
        closed: places (round, table), from 0, whose players stay.

    Raises:
        InvalidMovement: the unit has no seat from that round on (`unit_absent`).
    """
    players, sets = np.array(movement.players), np.array(movement.board_sets)
    seats = [
        (int(this_round), int(table), int(seat))
        for this_round, table, seat in np.argwhere(players == unit)
        if this_round >= first_round
    ]
    if not seats:
        raise InvalidMovement(
            "unit_absent",
            f"unit {unit} sits nowhere from round {first_round} on",
            unit=unit,
            first_round=first_round,
        )
    players[first_round:][players[first_round:] == unit] = NOBODY
    is_alone = movement.shape.unit_size == 1
    # a team is never completed by other people, so stand-ins serve players only
    unit_count = max(movement.player_count, max(waiting, default=0) + 1)
    stand_ins = _StandIns(replace(movement, players=players), set(waiting) - {unit}, unit_count)
    seat_changes = stand_ins.fill(seats) if is_alone else ()
    for this_round, table, seat, stand_in in seat_changes:
        players[this_round, table, seat] = stand_in
    seated = movement.shape.seated if sizes is None else sizes.possible
    regrouping = Regrouping(players, sizes, closed) if sizes is not None and not movement.has_boards else None
    # a team may hold several seats of one table
    for place in dict.fromkeys((this_round, table) for this_round, table, _ in seats):
        player_count = int((players[place] != NOBODY).sum())
        is_vacant = any(players[row] == NOBODY for row in seats if row[:2] == place)
        if is_vacant and not (is_alone and player_count in seated):
            if regrouping is not None:
                regrouping.settle(*place)
            else:
                players[place], sets[place] = NOBODY, NO_SET
    return _departure(movement, replace(movement, players=players, board_sets=sets))


def _departure(previous_movement: Movement, movement: Movement) -> Departure:
    """Return the departure that turns one movement into the other."""
    old_players, players = previous_movement.players, movement.players
    old_counts, counts = (old_players != NOBODY).sum(axis=2), (players != NOBODY).sum(axis=2)
    is_taken = (players != old_players) & (players != NOBODY)
    return Departure(
        movement,
        _places((old_counts > 0) & (counts == 0)),
        _places((counts < old_counts) & (counts > 0)),
        tuple((row[0], row[1], row[2], int(players[tuple(row)])) for row in np.argwhere(is_taken).tolist()),
    )


def _places(mask: npt.NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Return the places (round, table) where a mask is true, in order."""
    return tuple((row[0], row[1]) for row in np.argwhere(mask).tolist())


class _StandIns:
    """Fills empty seats with units that rest, so that no unit plays a set twice."""

    def __init__(self, movement: Movement, waiting: Collection[int], unit_count: int) -> None:
        self.movement, self.waiting = movement, waiting
        self.sets_of_unit, self.meeting_counts = known_sets(movement), Counter(meetings(movement))
        self.rounds_of_unit = rounds_played(movement, unit_count=unit_count)

    def fill(self, seats: Sequence[tuple[int, int, int]]) -> tuple[SeatTaken, ...]:
        """Fill the seats and return the changes in the order of the rounds.

        A seat that no unit can take stays empty.
        """
        changes: list[SeatTaken] = []
        # seats with the fewest candidates first: the others can wait
        for seat in sorted(seats, key=lambda seat: (len(self._direct(seat)), seat)):
            choice = min((*self._direct(seat), *self._by_another(seat)), default=None)
            for row in choice[1] if choice else ():
                self._take(row)
                changes.append(row)
        return tuple(sorted(changes))

    def _resting(self, this_round: int) -> list[int]:
        seated_units = set(self.movement.players[this_round].ravel().tolist())
        return sorted(unit for unit in self.waiting if unit not in seated_units)

    def _set(self, this_round: int, table: int) -> int:
        return int(self.movement.board_sets[this_round, table])

    def _direct(self, seat: tuple[int, int, int]) -> list[tuple[tuple[int, ...], list[SeatTaken]]]:
        """Return cost and change for each resting unit that can take the seat.

        The lowest cost is that of the unit with the fewest rounds, then the fewest repeated meetings.
        """
        board_set = self._set(*seat[:2])
        return [
            ((0, int(self.rounds_of_unit[unit]), self._again(unit, seat)), [(*seat, unit)])
            for unit in self._resting(seat[0])
            if board_set not in self.sets_of_unit[unit]
        ]

    def _by_another(self, seat: tuple[int, int, int]) -> list[tuple[tuple[int, ...], list[SeatTaken]]]:
        """Return cost and change for pairs of a unit of another table and a resting unit.

        The first moves to the empty seat, and the resting one takes the seat that it leaves.
        """
        this_round, table, _ = seat
        board_set = self._set(this_round, table)
        return [
            (
                # the leading 1 sorts all two-step changes after the direct ones
                (1, int(self.rounds_of_unit[unit]), self._again(mover, seat) + self._again(unit, place)),
                [(*seat, mover), (*place, unit)],
            )
            for other_table, place_seat in np.argwhere(self.movement.players[this_round] != NOBODY).tolist()
            for place in [(this_round, other_table, place_seat)]
            for mover in [int(self.movement.players[place])]
            if other_table != table and mover in self.waiting and board_set not in self.sets_of_unit[mover]
            for unit in self._resting(this_round)
            if self._set(this_round, other_table) not in self.sets_of_unit[unit]
        ]

    def _again(self, unit: int, seat: tuple[int, int, int]) -> int:
        """Return the number of units at the table that the unit has already met."""
        table_units = self.movement.players[seat[:2]].tolist()
        return sum(
            self.meeting_counts[min(unit, table_unit), max(unit, table_unit)] > 0
            for table_unit in table_units
            if table_unit != NOBODY
        )

    def _take(self, row: SeatTaken) -> None:
        *_, unit = row
        self.sets_of_unit[unit].update({self._set(*row[:2])} - {NO_SET})
        self.rounds_of_unit[unit] += not (self.movement.players[row[0]] == unit).any()
        table_units = self.movement.players[row[:2]].tolist()
        self.meeting_counts.update(
            (min(unit, table_unit), max(unit, table_unit))
            for table_unit in table_units
            if table_unit != NOBODY
        )


@dataclass(frozen=True, slots=True)
class Arrival:
    """A movement with one more unit from a round on."""

    movement: Movement
    seats: tuple[SeatTaken, ...]
    """New seats of the arriving unit and of the resting units that complete its table."""
    tables: tuple[tuple[int, int, int], ...]
    """Tables (round, table, set) that now play and did not before."""


def join_tables(
    movement: Movement,
    first_round: int,
    waiting: Collection[int],
    sizes: TableSizes,
    closed: Collection[tuple[int, int]] = (),
    *,
    unit: int | None = None,
    makes_threes: bool = False,
) -> Arrival:
    """Seat one more player at tables that deal their own cards.

    In each round, the first of these that is possible:

    1. an empty place of a table that is not full;
    2. a free table with players who rest;
    3. a free table with players of tables that are larger than usual;
    4. a place more at a full table. With `makes_threes`, a small table with players of full ones comes first.

    Args:
        movement: wide enough for the largest table.
        first_round: from 0.
        waiting: units that may complete a table in the rounds in which they rest.
        closed: places (round, table), from 0, whose players stay.
        unit: number of the player; None for the next one of the movement.
    """
    players, unit = np.array(movement.players), movement.player_count if unit is None else unit
    regrouping = Regrouping(players, sizes, closed)
    rounds_of_unit = rounds_played(movement, unit_count=max(waiting, default=0) + 1)
    missing_count = sizes.least - 1
    for this_round in range(first_round, movement.round_count):
        seated_units = set(players[this_round].ravel().tolist()) - {NOBODY}
        # a round without seats has still to be drawn
        if not seated_units or regrouping.seat(this_round, unit, sizes.usual):
            continue
        resting_units = sorted(
            set(waiting) - seated_units - {unit}, key=lambda member: (rounds_of_unit[member], member)
        )[: sizes.usual - 1]
        if len(resting_units) >= missing_count and (
            regrouping.open_table(this_round, [*resting_units, unit]) is not None
        ):
            continue
        spare_count = regrouping.units_to_call(this_round, NOBODY, only_above=not makes_threes)
        if spare_count < missing_count and regrouping.seat(this_round, unit, sizes.most):
            continue
        if regrouping.units_to_call(this_round, NOBODY) >= missing_count:
            table = regrouping.open_table(this_round, [unit])
            if table is not None:
                regrouping.call(this_round, table, missing_count)
    is_opened = (movement.players == NOBODY).all(axis=2) & (players != NOBODY).any(axis=2)
    departure = _departure(movement, replace(movement, players=players))
    return Arrival(
        departure.movement,
        departure.taken,
        tuple((this_round, table, NO_SET) for this_round, table in _places(is_opened)),
    )


def with_wider_tables(movement: Movement, seat_count: int) -> Movement:
    """Add empty seats to each table. The movement is for computing; its shape has no name."""
    extra = seat_count - movement.shape.seat_count
    if extra <= 0:
        return movement
    shape = replace(movement.shape, sides=tuple(range(seat_count)), people=(1,) * seat_count, code="")
    players = np.pad(movement.players, ((0, 0), (0, 0), (0, extra)), constant_values=NOBODY)
    return replace(movement, players=players, shape=shape)


def seat_arrival(
    movement: Movement, first_round: int, waiting: Collection[int], *, unit: int | None = None
) -> Arrival:
    """Seat one more unit without moving any unit that has a seat.

    It gets an empty seat of a table that plays. If there is none, it opens a free table with units that
    rest, and with a set that none of them plays in another round.

    Args:
        movement: of individual players; a team gets no seats.
        first_round: from 0.
        waiting: units that may complete a table in the rounds in which they rest.
        unit: number of the player; None for the next one of the movement.
    """
    players, sets = np.array(movement.players), np.array(movement.board_sets)
    unit, sets_of_unit = movement.player_count if unit is None else unit, known_sets(movement)
    previous_players, tables = players.copy(), []
    for this_round in range(first_round, movement.round_count if movement.shape.unit_size == 1 else 0):
        table = _table_with_a_seat(movement, this_round, sets_of_unit[unit])
        if table is not None:
            seat = int(np.flatnonzero(players[this_round, table] == NOBODY)[0])
            players[this_round, table, seat] = unit
            sets_of_unit[unit].add(int(sets[this_round, table]))
        elif (new_table := _opened_table(movement, this_round, unit, sets_of_unit, waiting)) is not None:
            table, board_set, group = new_table
            players[this_round, table, : len(group)], sets[this_round, table] = group, board_set
            tables.append((this_round, table, board_set))
            for member in group:
                sets_of_unit[member].add(board_set)
    changes = [
        tuple(map(int, (*place, players[tuple(place)]))) for place in np.argwhere(players != previous_players)
    ]
    return Arrival(
        replace(movement, players=players, board_sets=sets),
        tuple((row[0], row[1], row[2], row[3]) for row in changes),
        tuple(tables),
    )


def with_a_table_more(movement: Movement) -> Movement:
    """Add a last table that is free in every round."""
    players = np.pad(movement.players, ((0, 0), (0, 1), (0, 0)), constant_values=NOBODY)
    sets = np.pad(movement.board_sets, ((0, 0), (0, 1)), constant_values=NO_SET)
    return replace(movement, players=players, board_sets=sets)


def _table_with_a_seat(movement: Movement, this_round: int, unit_sets: Collection[int]) -> int | None:
    """Return the table in play with fewest units that may have one more, whose set is new to that one."""
    seat_counts = (movement.players[this_round] != NOBODY).sum(axis=1).tolist()
    tables = [
        table
        for table, count in enumerate(seat_counts)
        if count in movement.shape.seated
        and count + 1 in movement.shape.seated
        and (not movement.has_boards or int(movement.board_sets[this_round, table]) not in unit_sets)
    ]
    return min(tables, key=lambda table: (seat_counts[table], table), default=None)


def _opened_table(
    movement: Movement,
    this_round: int,
    unit: int,
    sets_of_unit: Mapping[int, Collection[int]],
    waiting: Collection[int],
) -> tuple[int, int, list[int]] | None:
    """Return a free table, a set and the units that play it with `unit`.

    Units with the fewest rounds come first. None if there is no such table.
    """
    in_round = movement.players[this_round]
    free_tables = np.flatnonzero((in_round == NOBODY).all(axis=1)).tolist()
    rounds_of_unit = rounds_played(movement, unit_count=max(waiting, default=0) + 1)
    present = set(in_round.ravel().tolist())
    candidates = sorted(
        set(waiting) - present - {unit}, key=lambda candidate: (rounds_of_unit[candidate], candidate)
    )
    size = min(
        count for count in movement.shape.seated if count >= min(SEAT_COUNT, movement.shape.seat_count)
    )
    set_uses = Counter(movement.board_sets[this_round].tolist())
    sets = range(movement.set_count) if movement.has_boards else (NO_SET,)
    for board_set in sets if free_tables else ():
        if board_set != NO_SET and (
            set_uses[board_set] >= movement.tables_per_set
            or board_set in sets_of_unit[unit]
            # a number that no table has in any round stands for no boards
            or not (movement.board_sets == board_set).any()
        ):
            continue
        mates = [candidate for candidate in candidates if board_set not in sets_of_unit[candidate]][
            : size - 1
        ]
        if len(mates) == size - 1:
            return free_tables[0], board_set, [*mates, unit]
    return None


def known_sets(movement: Movement) -> defaultdict[int, set[int]]:
    """Return the sets that each unit plays in any round. Deals dealt at the table have none."""
    sets_of_unit: defaultdict[int, set[int]] = defaultdict(set)
    for this_round, table in np.argwhere(movement.board_sets != NO_SET).tolist():
        for unit in movement.players[this_round, table].tolist():
            sets_of_unit[unit].add(int(movement.board_sets[this_round, table]))
    return sets_of_unit


def swap_units(movement: Movement, unit: int, other_unit: int, rounds: Sequence[int]) -> Movement:
    """Exchange the seats of two units in some rounds. Boards and all other units stay.

    Args:
        rounds: from 0.

    Raises:
        InvalidMovement: neither unit is at a table in these rounds (`swap_nothing`).
    """
    players = np.array(movement.players)
    for this_round in rounds:
        is_first, is_second = players[this_round] == unit, players[this_round] == other_unit
        players[this_round][is_first], players[this_round][is_second] = other_unit, unit
    if (players == movement.players).all():
        raise InvalidMovement("swap_nothing", f"units {unit} and {other_unit} sit nowhere in rounds {rounds}")
    return replace(movement, players=players)


def boards_again(previous_movement: Movement, new_movement: Movement) -> tuple[Finding, ...]:
    """Return the repeated boards (M2) of the new movement that the previous one did not have."""
    previous_findings = set(map(str, check_m2(previous_movement)))
    return tuple(finding for finding in check_m2(new_movement) if str(finding) not in previous_findings)


def meetings_again(previous_movement: Movement, new_movement: Movement) -> tuple[tuple[int, int], ...]:
    """Return the pairs that meet more than once, and more often than in the previous movement, in order."""
    previous_counts = Counter(meetings(previous_movement))
    return tuple(
        pair
        for pair, times in sorted(meetings(new_movement).items())
        if times > max(1, previous_counts[pair])
    )


def rounds_played(movement: Movement, last_round: int | None = None, unit_count: int = 0) -> IntArray:
    """Return rounds[unit]: the number of rounds in which a unit sits at a table.

    Args:
        last_round: number of rounds that count, from the first; None for all.
        unit_count: number of units, where the last ones may have no seat.
    """
    by_side = units_by_side(movement)[:last_round]
    rounds = np.zeros(max(movement.player_count, unit_count), dtype=np.int64)
    for row in by_side:
        rounds[np.unique(row[row != NOBODY])] += 1
    return rounds
