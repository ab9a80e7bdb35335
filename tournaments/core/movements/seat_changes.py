"""What changes of seats do to a movement that is played: somebody leaves, two sit at each other’s place."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.check import Finding, check_m2, meetings, units_by_side
from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement

SeatTaken = tuple[int, int, int, int]
"""(round, table, seat, unit), from 0."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A movement without somebody from a round on."""

    movement: Movement
    resting: tuple[tuple[int, int], ...]
    """(round, table), from 0, of the tables that rest instead of playing, in order."""
    short: tuple[tuple[int, int], ...]
    """(round, table) of the tables that play on with an empty seat."""
    taken: tuple[SeatTaken, ...] = ()
    """Seats that somebody else has now: one who rested and, where he knows those boards, one who changes
    table and gives him his seat."""


def without_unit(movement: Movement, unit: int, first_round: int, waiting: Collection[int] = ()) -> Departure:
    """Somebody plays no more: one who rests makes up the number, else those who are left play on or rest.

    Args:
        unit: number of the player or team.
        first_round: from 0, the first round without them.
        waiting: units that may have an empty seat in the rounds in which they rest.

    Raises:
        InvalidMovement: nobody has that number from that round on (`unit_absent`).
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
    made_up = _MadeUp(replace(movement, players=players), set(waiting) - {unit}, movement.player_count)
    taken = made_up.fill(seats) if is_alone else ()
    for this_round, table, seat, each in taken:
        players[this_round, table, seat] = each
    short: list[tuple[int, int]] = []
    resting: list[tuple[int, int]] = []
    for place in dict.fromkeys((this_round, table) for this_round, table, _ in seats):
        seated = int((players[place] != NOBODY).sum())
        if any(players[row] == NOBODY for row in seats if row[:2] == place):
            (short if is_alone and seated in movement.shape.seated else resting).append(place)
    for place in resting:
        players[place], sets[place] = NOBODY, NO_SET
    return Departure(
        replace(movement, players=players, board_sets=sets), tuple(resting), tuple(short), tuple(taken)
    )


class _MadeUp:
    """Finds who takes empty seats among those who rest, so that nobody meets a set twice."""

    def __init__(self, left: Movement, waiting: Collection[int], unit_count: int) -> None:
        self.left, self.waiting = left, waiting
        self.known, self.met = known_sets(left), Counter(meetings(left))
        self.played = rounds_played(left, unit_count=unit_count)

    def fill(self, seats: Sequence[tuple[int, int, int]]) -> tuple[SeatTaken, ...]:
        """The seats taken, by round; one that nobody can have stays empty. Scarce rounds come first."""
        taken: list[SeatTaken] = []
        for seat in sorted(seats, key=lambda seat: (len(self._direct(seat)), seat)):
            found = min((*self._direct(seat), *self._by_another(seat)), default=None)
            for row in found[1] if found else ():
                self._take(row)
                taken.append(row)
        return tuple(sorted(taken))

    def _resting(self, this_round: int) -> list[int]:
        seated = set(self.left.players[this_round].ravel().tolist())
        return sorted(unit for unit in self.waiting if unit not in seated)

    def _set(self, this_round: int, table: int) -> int:
        return int(self.left.board_sets[this_round, table])

    def _direct(self, seat: tuple[int, int, int]) -> list[tuple[tuple[int, ...], list[SeatTaken]]]:
        """Cost and change of each one who rests and can sit there: who plays least, then meets fewest
        again."""
        wanted = self._set(*seat[:2])
        return [
            ((0, int(self.played[unit]), self._again(unit, seat)), [(*seat, unit)])
            for unit in self._resting(seat[0])
            if wanted not in self.known[unit]
        ]

    def _by_another(self, seat: tuple[int, int, int]) -> list[tuple[tuple[int, ...], list[SeatTaken]]]:
        """The same where somebody of another table sits there, and one who rests has his seat."""
        this_round, table, _ = seat
        wanted = self._set(this_round, table)
        return [
            (
                (1, int(self.played[unit]), self._again(mover, seat) + self._again(unit, place)),
                [(*seat, mover), (*place, unit)],
            )
            for other, place_seat in np.argwhere(self.left.players[this_round] != NOBODY).tolist()
            for place in [(this_round, other, place_seat)]
            for mover in [int(self.left.players[place])]
            if other != table and mover in self.waiting and wanted not in self.known[mover]
            for unit in self._resting(this_round)
            if self._set(this_round, other) not in self.known[unit]
        ]

    def _again(self, unit: int, seat: tuple[int, int, int]) -> int:
        """How many at the table have met the unit already."""
        others = self.left.players[seat[:2]].tolist()
        return sum(self.met[min(unit, other), max(unit, other)] > 0 for other in others if other != NOBODY)

    def _take(self, row: SeatTaken) -> None:
        *_, unit = row
        self.known[unit].update({self._set(*row[:2])} - {NO_SET})
        self.played[unit] += not (self.left.players[row[0]] == unit).any()
        others = self.left.players[row[:2]].tolist()
        self.met.update((min(unit, other), max(unit, other)) for other in others if other != NOBODY)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A movement with one unit more, the next number, from a round on."""

    movement: Movement
    seats: tuple[SeatTaken, ...]
    """Taken by the one who comes, and by those who rested and complete his table."""
    tables: tuple[tuple[int, int, int], ...]
    """(round, table, set) of the tables that play now and did not."""


def seat_arrival(movement: Movement, first_round: int, waiting: Collection[int]) -> Arrival:
    """Seat one unit more where it costs nobody anything: an empty seat of a table that plays, else a table
    that is free, with those who rest and a set that none of them has had or will have.

    Args:
        first_round: from 0.
        waiting: units that may complete a table in the rounds in which they rest.
    """
    players, sets = np.array(movement.players), np.array(movement.board_sets)
    unit, known = movement.player_count, known_sets(movement)
    before, tables = players.copy(), []
    for this_round in range(first_round, movement.round_count if movement.shape.unit_size == 1 else 0):
        table = _table_with_a_seat(movement, this_round, known[unit])
        if table is not None:
            seat = int(np.flatnonzero(players[this_round, table] == NOBODY)[0])
            players[this_round, table, seat] = unit
            known[unit].add(int(sets[this_round, table]))
        elif (opened := _opened_table(movement, this_round, unit, known, waiting)) is not None:
            table, board_set, group = opened
            players[this_round, table, : len(group)], sets[this_round, table] = group, board_set
            tables.append((this_round, table, board_set))
            for each in group:
                known[each].add(board_set)
    taken = [tuple(map(int, (*place, players[tuple(place)]))) for place in np.argwhere(players != before)]
    return Arrival(
        replace(movement, players=players, board_sets=sets),
        tuple((row[0], row[1], row[2], row[3]) for row in taken),
        tuple(tables),
    )


def with_a_table_more(movement: Movement) -> Movement:
    """The same with a last table that is free in every round."""
    players = np.pad(movement.players, ((0, 0), (0, 1), (0, 0)), constant_values=NOBODY)
    sets = np.pad(movement.board_sets, ((0, 0), (0, 1)), constant_values=NO_SET)
    return replace(movement, players=players, board_sets=sets)


def _table_with_a_seat(movement: Movement, this_round: int, known: Collection[int]) -> int | None:
    """A table that plays and may be one more, with a set that is not known; the fullest but one first."""
    seated = (movement.players[this_round] != NOBODY).sum(axis=1).tolist()
    found = [
        table
        for table, count in enumerate(seated)
        if count in movement.shape.seated
        and count + 1 in movement.shape.seated
        and (not movement.has_boards or int(movement.board_sets[this_round, table]) not in known)
    ]
    return min(found, key=lambda table: (seated[table], table), default=None)


def _opened_table(
    movement: Movement,
    this_round: int,
    unit: int,
    known: Mapping[int, Collection[int]],
    waiting: Collection[int],
) -> tuple[int, int, list[int]] | None:
    """A free table, a set and who plays it with `unit`; those who have played least come first."""
    in_round = movement.players[this_round]
    free = np.flatnonzero((in_round == NOBODY).all(axis=1)).tolist()
    played, present = rounds_played(movement), set(in_round.ravel().tolist())
    resting = sorted(set(waiting) - present - {unit}, key=lambda each: (played[each], each))
    size = min(
        count for count in movement.shape.seated if count >= min(SEAT_COUNT, movement.shape.seat_count)
    )
    used = Counter(movement.board_sets[this_round].tolist())
    sets = range(movement.set_count) if movement.has_boards else (NO_SET,)
    for board_set in sets if free else ():
        if board_set != NO_SET and (
            used[board_set] >= movement.tables_per_set
            or board_set in known[unit]
            or not (movement.board_sets == board_set).any()
        ):
            continue
        others = [each for each in resting if board_set not in known[each]][: size - 1]
        if len(others) == size - 1:
            return free[0], board_set, [*others, unit]
    return None


def known_sets(movement: Movement) -> defaultdict[int, set[int]]:
    """Sets that each unit holds some time; none for deals dealt at the table."""
    known: defaultdict[int, set[int]] = defaultdict(set)
    for this_round, table in np.argwhere(movement.board_sets != NO_SET).tolist():
        for unit in movement.players[this_round, table].tolist():
            known[unit].add(int(movement.board_sets[this_round, table]))
    return known


def swap_units(movement: Movement, unit: int, other: int, rounds: Sequence[int]) -> Movement:
    """Each of two units at the other's seats in some rounds; boards and everybody else stay.

    Args:
        rounds: from 0.

    Raises:
        InvalidMovement: in no such round is one of them at a table (`swap_nothing`).
    """
    players = np.array(movement.players)
    for this_round in rounds:
        is_first, is_second = players[this_round] == unit, players[this_round] == other
        players[this_round][is_first], players[this_round][is_second] = other, unit
    if (players == movement.players).all():
        raise InvalidMovement("swap_nothing", f"units {unit} and {other} sit nowhere in rounds {rounds}")
    return replace(movement, players=players)


def boards_again(before: Movement, after: Movement) -> tuple[Finding, ...]:
    """Boards that somebody meets more often after a change than the rules allow, and did not before (M2)."""
    known = set(map(str, check_m2(before)))
    return tuple(finding for finding in check_m2(after) if str(finding) not in known)


def meetings_again(before: Movement, after: Movement) -> tuple[tuple[int, int], ...]:
    """Pairs of units that meet more than once after a change, and more often than before; in order."""
    met = Counter(meetings(before))
    return tuple(pair for pair, times in sorted(meetings(after).items()) if times > max(1, met[pair]))


def rounds_played(movement: Movement, last_round: int | None = None, unit_count: int = 0) -> IntArray:
    """rounds[unit]: in how many rounds a unit sits at a table.

    Args:
        last_round: number of rounds that count, from the first; all of them by default.
        unit_count: units there are, where the last ones may sit nowhere.
    """
    by_side = units_by_side(movement)[:last_round]
    rounds = np.zeros(max(movement.player_count, unit_count), dtype=np.int64)
    for seated in by_side:
        rounds[np.unique(seated[seated != NOBODY])] += 1
    return rounds
