"""Is a movement sound (rules M1…) and how near to perfect is it (ideals I1…)? See docs/movements.md."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a rule is broken or an ideal missed; rounds, tables and players from 0."""

    rule: str
    """Number in docs/movements.md, such as "M2" or "I1"."""
    values: Mapping[str, int]

    def __str__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.rule}: {figures}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: errors make a movement unusable, notes say what it lacks."""

    errors: tuple[Finding, ...]
    notes: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        return not self.errors


def check_movement(movement: Movement) -> Report:
    """Apply every rule and every ideal, in the order of docs/movements.md."""
    return Report(
        errors=tuple(finding for rule in RULES for finding in rule(movement)),
        notes=tuple(finding for ideal in IDEALS for finding in ideal(movement)),
    )


def check_m1(movement: Movement) -> Iterator[Finding]:
    """M1: no unit needs more of its members in a round than it has."""
    people = np.array(movement.shape.people)
    for this_round, by_side in enumerate(units_by_side(movement)):
        needed = np.zeros(movement.player_count, dtype=np.int64)
        is_held = by_side != NOBODY
        np.add.at(needed, by_side[is_held], np.broadcast_to(people, by_side.shape)[is_held])
        for player in np.flatnonzero(needed > movement.shape.unit_size).tolist():
            yield _finding("M1", round=this_round, player=player, seats=int((by_side == player).sum()))


def check_m2(movement: Movement) -> Iterator[Finding]:
    """M2: nobody meets a board set twice; where teams play both ways, nobody twice on the same side."""
    by_side = units_by_side(movement)
    sets = np.broadcast_to(movement.board_sets[:, :, None], by_side.shape)
    sides = np.broadcast_to(np.arange(movement.shape.side_count), by_side.shape)
    part = sides if movement.shape.plays_both_ways else np.zeros_like(by_side)
    is_played = (by_side != NOBODY) & (sets != NO_SET)
    encounters = (by_side * movement.shape.side_count + part) * movement.set_count + sets
    for encounter, times in _counts(encounters[is_played]):
        if times > 1:
            unit, board_set = divmod(encounter, movement.set_count)
            yield _finding("M2", player=unit // movement.shape.side_count, board_set=board_set, times=times)


def check_m3(movement: Movement) -> Iterator[Finding]:
    """M3: a board set is at one table at a time, or at as many as the movement says."""
    for this_round, sets in enumerate(movement.board_sets):
        for board_set, tables in _counts(sets):
            if tables > movement.tables_per_set:
                yield _finding("M3", round=this_round, board_set=board_set, tables=tables)


def check_m4(movement: Movement) -> Iterator[Finding]:
    """M4: in each round a table has its full seats and, where boards travel, a set; or nobody and none."""
    seated = (movement.players != NOBODY).sum(axis=2)
    has_set = movement.board_sets != NO_SET
    is_full = np.isin(seated, movement.shape.seated) & (has_set | (not movement.has_boards))
    is_empty = (seated == 0) & ~has_set
    for this_round, table in np.argwhere(~is_full & ~is_empty).tolist():
        yield _finding("M4", round=this_round, table=table, players=int(seated[this_round, table]))


def check_m5(movement: Movement) -> Iterator[Finding]:
    """M5: every player number below the highest one sits somewhere, some time."""
    present = {player for player, _ in _counts(movement.players)}
    for player in range(movement.player_count):
        if player not in present:
            yield _finding("M5", player=player)


def check_m6(movement: Movement) -> Iterator[Finding]:
    """M6: the seats of one side have the same number, other sides another."""
    for this_round, table in np.argwhere(_is_mixed(movement)).tolist():
        yield _finding("M6", round=this_round, table=table)


def check_i1(movement: Movement) -> Iterator[Finding]:
    """I1: nobody meets anybody twice at a table; where teams play both ways, nobody twice on a side."""
    for (player, other_player), times in meetings(movement).items():
        if times > 1:
            yield _finding("I1", player=player, other_player=other_player, times=times)


def check_i2(movement: Movement) -> Iterator[Finding]:
    """I2: every unit keeps one side (a line), so that the lines can be ranked apart."""
    by_side = units_by_side(movement)
    if movement.shape.plays_both_ways:
        return
    for player in range(movement.player_count):
        sides = set(np.nonzero(by_side == player)[2].tolist())
        if len(sides) > 1:
            yield _finding("I2", player=player, sides=len(sides))


def check_i3(movement: Movement) -> Iterator[Finding]:
    """I3: every player plays in every round."""
    for player in range(movement.player_count):
        rounds = int((movement.players == player).any(axis=(1, 2)).sum())
        if rounds < movement.round_count:
            yield _finding("I3", player=player, rounds=rounds)


def check_i4(movement: Movement) -> Iterator[Finding]:
    """I4: every board set is played as often as the others, so that marks weigh the same."""
    plays = _counts(movement.board_sets)
    most = max((times for _, times in plays), default=0)
    for board_set, times in plays:
        if times < most:
            yield _finding("I4", board_set=board_set, times=times, most=most)


RULES: tuple[Callable[[Movement], Iterator[Finding]], ...] = (
    check_m1,
    check_m2,
    check_m3,
    check_m4,
    check_m5,
    check_m6,
)
IDEALS: tuple[Callable[[Movement], Iterator[Finding]], ...] = (check_i1, check_i2, check_i3, check_i4)


def units_by_side(movement: Movement) -> IntArray:
    """units[round, table, side]: the number of the unit that holds the side, −1 for nobody."""
    first_seats = [seats[0] for seats in movement.shape.seats_of_side]
    return movement.players[:, :, first_seats]


def meetings(movement: Movement) -> dict[tuple[int, int], int]:
    """How often each pair of units has met at a table: {(lower, higher): times}, without those never met.

    Where teams play both ways a pair is (team on side 0, team on side 1), and meets again on the other.
    """
    by_side = units_by_side(movement)
    width = movement.player_count
    pairs: list[IntArray] = []
    for one in range(movement.shape.side_count):
        for other in range(one + 1, movement.shape.side_count):
            pair = by_side[:, :, [one, other]].reshape(-1, 2)
            pair = pair[(pair != NOBODY).all(axis=1)]
            if not movement.shape.plays_both_ways:
                pair = np.sort(pair, axis=1)
            pairs.append(pair[:, 0] * width + pair[:, 1])
    met = _counts(np.concatenate(pairs))
    return {divmod(number, width): times for number, times in met}


def _is_mixed(movement: Movement) -> npt.NDArray[np.bool_]:
    """mixed[round, table]: a side is held by two units, or a unit holds two sides."""
    by_side = units_by_side(movement)
    is_split = (movement.players != by_side[:, :, list(movement.shape.sides)]).any(axis=2)
    in_order = np.sort(by_side, axis=2)
    is_doubled = ((in_order[:, :, 1:] == in_order[:, :, :-1]) & (in_order[:, :, 1:] != NOBODY)).any(axis=2)
    return np.asarray(is_split | is_doubled)


def _counts(numbers: IntArray) -> list[tuple[int, int]]:
    """Each number from 0 with the times it occurs, in order; −1 (nobody, nothing) left out."""
    values, times = np.unique(numbers[numbers >= 0], return_counts=True)
    return list(zip(values.tolist(), times.tolist(), strict=True))


def _finding(rule: str, **values: int) -> Finding:
    return Finding(rule=rule, values=values)
