"""What a movement file holds, whatever its form, and what can be wrong with one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from tournaments.core.errors import InvalidMovement
from tournaments.core.movements.movement import SEAT_COUNT, IntArray, Movement
from tournaments.core.movements.numbering import number_by_start
from tournaments.core.movements.table_shape import (
    FREE_FIVES,
    FREE_INDIVIDUAL,
    INDIVIDUAL,
    QUARTETS,
    TRIPLET_POOLS,
    TRIPLETS,
    TableShape,
    sheet_order,
)

MOST_BYTES = 2_000_000
MOST_ROUNDS = 100
MOST_TABLES = 400
MOST_BOARDS_PER_SET = 50
MOST_PROBLEMS = 100
"""Problems told of one file; whoever has more begins with these."""
HIGHEST_NUMBER = 4 * MOST_TABLES
"""Of a player, a team, or a set."""


@dataclass(frozen=True, slots=True)
class MovementFile:
    """A movement with what a file says beside it."""

    movement: Movement
    boards_per_set: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class MovementProblem:
    """Why a place of a file, or the whole of it, cannot be taken."""

    code: str
    line: int = 0
    """Of a text, from 1; 0 where lines mean nothing."""
    place: str = ""
    """The column of a table, or the path in a JSON such as `players[0][2]`; "" for the whole line."""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MovementReading:
    """Either a movement or the problems, in the order of the file."""

    file: MovementFile | None = None
    problems: tuple[MovementProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMovement:
    """The figures of a file, in range but not yet looked at together."""

    players: IntArray
    """players[round, table, seat] from 1, seats N, S, E, W (and a fifth), 0 for an empty seat."""
    board_sets: IntArray
    """board_sets[round, table] from 1, 0 where the table has none."""
    shape: TableShape
    boards_per_set: int = 1
    tables_per_set: int | None = None
    """None where the file does not say: as many tables as ever have one set at once."""
    copies: int = 1
    name: str = ""


def refuse_all(problems: Iterable[MovementProblem]) -> MovementReading | None:
    """The reading of a file with these problems, the first `MOST_PROBLEMS` of them; None without any."""
    told = tuple(islice(problems, MOST_PROBLEMS))
    return MovementReading(problems=told) if told else None


def refused(code: str, line: int = 0, place: str = "", **values: object) -> MovementReading:
    return MovementReading(problems=(MovementProblem(code, line, place, values),))


def assemble(written: WrittenMovement) -> MovementReading:
    """The movement of these figures; individual players are numbered anew by their starting places.

    Whether it is sound is another question: `check_movement` answers it.

    Returns:
        A problem `movement_empty` where nobody ever sits, or the code of an `InvalidMovement`.
    """
    if not written.players.any():
        return refused("movement_empty")
    place_of_seat = np.argsort(sheet_order(written.players.shape[2]))
    players = written.players[:, :, place_of_seat] - 1
    if written.shape.unit_size == 1:
        players = number_by_start(players)
    board_sets = written.board_sets - 1
    try:
        movement = Movement(
            "file",
            players,
            board_sets,
            shape=written.shape,
            tables_per_set=written.tables_per_set or max(tables_at_once(board_sets), written.copies),
            copies=written.copies,
        )
    except InvalidMovement as error:
        return MovementReading(problems=(MovementProblem(error.code, values=error.values),))
    return MovementReading(MovementFile(movement, written.boards_per_set, written.name))


def tables_at_once(board_sets: IntArray) -> int:
    """Tables that have one set in the same round, at most; at least 1."""
    return max(
        (int(np.bincount(sets[sets >= 0]).max(initial=1)) for sets in board_sets if (sets >= 0).any()),
        default=1,
    )


def guess_shape(players: IntArray, *, has_boards: bool) -> TableShape:
    """The shape that the numbers at the tables show: who shares a number sits on one side.

    Args:
        players: from 1, as in `WrittenMovement`.
    """
    if players.shape[2] > SEAT_COUNT:
        return FREE_FIVES
    seated = players[(players > 0).all(axis=2)]
    north, south, east, west = (seated[:, place] for place in range(SEAT_COUNT))
    if len(seated) and (north == south).all() and (east == west).all():
        return TRIPLETS
    if len(seated) and (north == east).all() and (north == west).all():
        attackers = np.where((players > 0).all(axis=2), players[:, :, 1], 0)
        sends_several = any(np.bincount(row[row > 0]).max(initial=0) > 1 for row in attackers)
        return TRIPLET_POOLS if sends_several else QUARTETS
    return INDIVIDUAL if has_boards else FREE_INDIVIDUAL
