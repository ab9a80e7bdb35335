"""Is a movement sound (rules M1…) and how near to perfect is it (ideals I1…)? See docs/movements.md."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, IntArray, Movement


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
    """M1: a player has at most one seat in a round."""
    for this_round, seated in enumerate(movement.players):
        for player, seats in _counts(seated):
            if seats > 1:
                yield _finding("M1", round=this_round, player=player, seats=seats)


def check_m2(movement: Movement) -> Iterator[Finding]:
    """M2: nobody meets a board set twice."""
    sets = np.repeat(movement.board_sets[:, :, None], SEAT_COUNT, axis=2)
    is_played = (movement.players != NOBODY) & (sets != NO_SET)
    encounters = movement.players[is_played] * movement.set_count + sets[is_played]
    for encounter, times in _counts(encounters):
        if times > 1:
            player, board_set = divmod(encounter, movement.set_count)
            yield _finding("M2", player=player, board_set=board_set, times=times)


def check_m3(movement: Movement) -> Iterator[Finding]:
    """M3: a board set is at one table at a time."""
    for this_round, sets in enumerate(movement.board_sets):
        for board_set, tables in _counts(sets):
            if tables > 1:
                yield _finding("M3", round=this_round, board_set=board_set, tables=tables)


def check_m4(movement: Movement) -> Iterator[Finding]:
    """M4: in each round a table has four players and a board set, or nobody and none."""
    seated = (movement.players != NOBODY).sum(axis=2)
    expected = np.where(movement.board_sets == NO_SET, 0, SEAT_COUNT)
    for this_round, table in np.argwhere(seated != expected).tolist():
        yield _finding("M4", round=this_round, table=table, players=int(seated[this_round, table]))


def check_m5(movement: Movement) -> Iterator[Finding]:
    """M5: every player number below the highest one sits somewhere, some time."""
    present = {player for player, _ in _counts(movement.players)}
    for player in range(movement.player_count):
        if player not in present:
            yield _finding("M5", player=player)


def check_i1(movement: Movement) -> Iterator[Finding]:
    """I1: nobody meets anybody twice at a table."""
    meetings: list[IntArray] = []
    for one in range(SEAT_COUNT):
        for other in range(one + 1, SEAT_COUNT):
            pair = np.sort(movement.players[:, :, [one, other]].reshape(-1, 2), axis=1)
            pair = pair[pair[:, 0] != NOBODY]
            meetings.append(pair[:, 0] * movement.player_count + pair[:, 1])
    for meeting, times in _counts(np.concatenate(meetings)):
        if times > 1:
            player, other_player = divmod(meeting, movement.player_count)
            yield _finding("I1", player=player, other_player=other_player, times=times)


def check_i2(movement: Movement) -> Iterator[Finding]:
    """I2: every player keeps one seat (a line), so that the lines can be ranked apart."""
    for player in range(movement.player_count):
        seats = set(np.nonzero(movement.players == player)[2].tolist())
        if len(seats) > 1:
            yield _finding("I2", player=player, seats=len(seats))


def check_i3(movement: Movement) -> Iterator[Finding]:
    """I3: every player plays in every round."""
    for player, rounds in _counts(movement.players):
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
)
IDEALS: tuple[Callable[[Movement], Iterator[Finding]], ...] = (check_i1, check_i2, check_i3, check_i4)


def _counts(numbers: IntArray) -> list[tuple[int, int]]:
    """Each number from 0 with the times it occurs, in order; −1 (nobody, nothing) left out."""
    values, times = np.unique(numbers[numbers >= 0], return_counts=True)
    return list(zip(values.tolist(), times.tolist(), strict=True))


def _finding(rule: str, **values: int) -> Finding:
    return Finding(rule=rule, values=MappingProxyType(values))
