"""Rules (M1…) and ideals (I1…) of a movement, as docs/movements.md numbers them.

A movement is sound when it breaks no rule. An ideal that is missed is only a note.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule or missed ideal of a movement. Rounds, tables and players count from 0."""

    rule: str
    """Number of the rule in docs/movements.md, such as "M2" or "I1"."""
    values: Mapping[str, int]

    def __str__(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.rule}: {figures}"


@dataclass(frozen=True, slots=True)
class Report:
    """Findings of a check. Errors make a movement unusable; notes list its missed ideals."""

    errors: tuple[Finding, ...]
    notes: tuple[Finding, ...]

    @property
    def is_sound(self) -> bool:
        return not self.errors


def check_movement(movement: Movement) -> Report:
    """Check all rules and ideals, in the order of docs/movements.md."""
    return Report(
        errors=tuple(finding for rule in RULES for finding in rule(movement)),
        notes=tuple(finding for ideal in IDEALS for finding in ideal(movement)),
    )


def check_m1(movement: Movement) -> Iterator[Finding]:
    """M1: no unit needs more members in a round than it has."""
    people = np.array(movement.shape.people)
    for this_round, by_side in enumerate(units_by_side(movement)):
        member_counts = np.zeros(movement.player_count, dtype=np.int64)
        is_held = by_side != NOBODY
        # unlike +=, np.add.at counts a unit once for each of its sides
        np.add.at(member_counts, by_side[is_held], np.broadcast_to(people, by_side.shape)[is_held])
        for player in np.flatnonzero(member_counts > movement.shape.unit_size).tolist():
            yield _finding("M1", round=this_round, player=player, seats=int((by_side == player).sum()))


def check_m2(movement: Movement) -> Iterator[Finding]:
    """M2: no unit plays a board set twice. Where teams play both ways, no team plays it twice on one side."""
    by_side = units_by_side(movement)
    sets = np.broadcast_to(movement.board_sets[:, :, None], by_side.shape)
    sides = np.broadcast_to(np.arange(movement.shape.side_count), by_side.shape)
    # a set at home and the same set away are two encounters
    part = sides if movement.shape.plays_both_ways else np.zeros_like(by_side)
    is_played = (by_side != NOBODY) & (sets != NO_SET)
    encounters = (by_side * movement.shape.side_count + part) * movement.set_count + sets
    for encounter, times in _counts(encounters[is_played]):
        if times > 1:
            unit, board_set = divmod(encounter, movement.set_count)
            yield _finding("M2", player=unit // movement.shape.side_count, board_set=board_set, times=times)


def check_m3(movement: Movement) -> Iterator[Finding]:
    """M3: no more tables than `tables_per_set` have the same board set in a round."""
    for this_round, sets in enumerate(movement.board_sets):
        for board_set, tables in _counts(sets):
            if tables > movement.tables_per_set:
                yield _finding("M3", round=this_round, board_set=board_set, tables=tables)


def check_m4(movement: Movement) -> Iterator[Finding]:
    """M4: a table in a round is in play or empty.

    A table in play has its full seats and, where boards travel, a set. An empty table has neither players
    nor set.
    """
    seat_counts = (movement.players != NOBODY).sum(axis=2)
    has_set = movement.board_sets != NO_SET
    is_full = np.isin(seat_counts, movement.shape.seated) & (has_set | (not movement.has_boards))
    is_empty = (seat_counts == 0) & ~has_set
    for this_round, table in np.argwhere(~is_full & ~is_empty).tolist():
        yield _finding("M4", round=this_round, table=table, players=int(seat_counts[this_round, table]))


def check_m5(movement: Movement) -> Iterator[Finding]:
    """M5: each number below the highest one sits at a table in at least one round."""
    present = {player for player, _ in _counts(movement.players)}
    for player in range(movement.player_count):
        if player not in present:
            yield _finding("M5", player=player)


def check_m6(movement: Movement) -> Iterator[Finding]:
    """M6: the seats of one side have the same number, and two sides have different numbers."""
    for this_round, table in np.argwhere(_is_mixed(movement)).tolist():
        yield _finding("M6", round=this_round, table=table)


def check_i1(movement: Movement) -> Iterator[Finding]:
    """I1: no two units meet twice. Where teams play both ways, they do not meet twice on the same sides."""
    for (player, other_player), times in meetings(movement).items():
        if times > 1:
            yield _finding("I1", player=player, other_player=other_player, times=times)


def check_i2(movement: Movement) -> Iterator[Finding]:
    """I2: each unit keeps one side (a line), so that each line can be ranked by itself."""
    by_side = units_by_side(movement)
    if movement.shape.plays_both_ways:
        return
    for player in range(movement.player_count):
        sides = set(np.nonzero(by_side == player)[2].tolist())
        if len(sides) > 1:
            yield _finding("I2", player=player, sides=len(sides))


def check_i3(movement: Movement) -> Iterator[Finding]:
    """I3: each unit plays in each round."""
    for player in range(movement.player_count):
        rounds = int((movement.players == player).any(axis=(1, 2)).sum())
        if rounds < movement.round_count:
            yield _finding("I3", player=player, rounds=rounds)


def check_i4(movement: Movement) -> Iterator[Finding]:
    """I4: all board sets are played equally often, so that all marks have the same weight."""
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
    """Return units[round, table, side]: the number of the unit that holds the side; −1 for an empty side."""
    first_seats = [seats[0] for seats in movement.shape.seats_of_side]
    return movement.players[:, :, first_seats]


def meetings(movement: Movement) -> dict[tuple[int, int], int]:
    """Count how often each pair of units meets at a table.

    Where teams play both ways, a pair is (team on side 0, team on side 1). The exchanged sides are another
    pair.

    Returns:
        {(lower, higher): times}, only for pairs that meet.
    """
    by_side = units_by_side(movement)
    width = movement.player_count
    pairs: list[IntArray] = []
    for side in range(movement.shape.side_count):
        for other_side in range(side + 1, movement.shape.side_count):
            pair = by_side[:, :, [side, other_side]].reshape(-1, 2)
            pair = pair[(pair != NOBODY).all(axis=1)]
            if not movement.shape.plays_both_ways:
                pair = np.sort(pair, axis=1)
            # one integer for each pair, so that NumPy can count them
            pairs.append(pair[:, 0] * width + pair[:, 1])
    pair_counts = _counts(np.concatenate(pairs))
    return {divmod(number, width): times for number, times in pair_counts}


def _is_mixed(movement: Movement) -> npt.NDArray[np.bool_]:
    """Return mixed[round, table]: True if two units hold one side, or one unit holds two sides."""
    by_side = units_by_side(movement)
    is_split = (movement.players != by_side[:, :, list(movement.shape.sides)]).any(axis=2)
    in_order = np.sort(by_side, axis=2)
    is_doubled = ((in_order[:, :, 1:] == in_order[:, :, :-1]) & (in_order[:, :, 1:] != NOBODY)).any(axis=2)
    return np.asarray(is_split | is_doubled)


def _counts(numbers: IntArray) -> list[tuple[int, int]]:
    """Return (number, times) for each number from 0, in ascending order. Empty places (−1) do not count."""
    values, times = np.unique(numbers[numbers >= 0], return_counts=True)
    return list(zip(values.tolist(), times.tolist(), strict=True))


def _finding(rule: str, **values: int) -> Finding:
    return Finding(rule=rule, values=values)
