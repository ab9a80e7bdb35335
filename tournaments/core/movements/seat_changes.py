"""What changes of seats do to a movement that is played: somebody leaves, two sit at each other’s place."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.check import Finding, check_m2, meetings, units_by_side
from tournaments.core.movements.movement import NO_SET, NOBODY, IntArray, Movement


@dataclass(frozen=True, slots=True)
class Departure:
    """A movement without somebody from a round on."""

    movement: Movement
    resting: tuple[tuple[int, int], ...]
    """(round, table), from 0, of the tables that rest instead of playing, in order."""
    short: tuple[tuple[int, int], ...]
    """(round, table) of the tables that play on with an empty seat."""


def without_unit(movement: Movement, unit: int, first_round: int) -> Departure:
    """Somebody plays no more: where those who are left are enough they play on, else their table rests.

    Args:
        unit: number of the player or team.
        first_round: from 0, the first round without them.

    Raises:
        InvalidMovement: nobody has that number from that round on (`unit_absent`).
    """
    players, sets = np.array(movement.players), np.array(movement.board_sets)
    places = [
        (int(this_round), int(table))
        for this_round, table in np.argwhere((players == unit).any(axis=2))
        if this_round >= first_round
    ]
    if not places:
        raise InvalidMovement(
            "unit_absent",
            f"unit {unit} sits nowhere from round {first_round} on",
            unit=unit,
            first_round=first_round,
        )
    short = []
    for place in places:
        players[place][players[place] == unit] = NOBODY
        seated = int((players[place] != NOBODY).sum())
        if movement.shape.unit_size == 1 and seated in movement.shape.seated:
            short.append(place)
        else:
            players[place], sets[place] = NOBODY, NO_SET
    resting = tuple(place for place in places if place not in short)
    return Departure(replace(movement, players=players, board_sets=sets), resting, tuple(short))


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


def rounds_played(movement: Movement, last_round: int | None = None) -> IntArray:
    """rounds[unit]: in how many rounds a unit sits at a table.

    Args:
        last_round: number of rounds that count, from the first; all of them by default.
    """
    by_side = units_by_side(movement)[:last_round]
    rounds = np.zeros(movement.player_count, dtype=np.int64)
    for seated in by_side:
        rounds[np.unique(seated[seated != NOBODY])] += 1
    return rounds
