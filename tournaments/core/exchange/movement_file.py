"""Content of a movement file of any form, and its possible problems."""

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
    list_sheet_seats_with_fifth,
)

MOST_BYTES = 2_000_000
MOST_ROUNDS = 100
MOST_TABLES = 400
MOST_BOARDS_PER_SET = 50
MOST_PROBLEMS = 100
"""Largest number of problems reported for one file."""
HIGHEST_NUMBER = 4 * MOST_TABLES
"""Highest number of a player, a team, or a set."""


@dataclass(frozen=True, slots=True)
class MovementFile:
    """A movement with the other values of its file."""

    movement: Movement
    boards_per_set: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class MovementProblem:
    """Reason to refuse a place of a file, or all of it."""

    code: str
    line: int = 0
    """Line of a text, from 1; 0 if the form has no lines."""
    place: str = ""
    """Column of a table, or path in a JSON such as `players[0][2]`; "" for the whole line."""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MovementReading:
    """A movement, or the problems in the order of the file."""

    file: MovementFile | None = None
    problems: tuple[MovementProblem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMovement:
    """Figures of a file, each in range but not yet checked together."""

    players: IntArray
    """players[round, table, seat] from 1, seats N, S, E, W (and a fifth), 0 for an empty seat."""
    board_sets: IntArray
    """board_sets[round, table] from 1, 0 for a table without a set."""
    shape: TableShape
    boards_per_set: int = 1
    tables_per_set: int | None = None
    """Tables with the same set in one round. None if the file has no such number: the most that occur."""
    copies: int = 1
    name: str = ""


def refuse_all(problems: Iterable[MovementProblem]) -> MovementReading | None:
    """Return a reading with the first `MOST_PROBLEMS` problems; None without any."""
    first_problems = tuple(islice(problems, MOST_PROBLEMS))
    return MovementReading(problems=first_problems) if first_problems else None


def refused(code: str, line: int = 0, place: str = "", **values: object) -> MovementReading:
    """Return a reading with one problem."""
    return MovementReading(problems=(MovementProblem(code, line, place, values),))


def assemble(figures: WrittenMovement) -> MovementReading:
    """Build the movement of these figures. Individual players are renumbered by their starting places.

    The movement may be unsound: `check_movement` checks that.

    Returns:
        A problem `movement_empty` if no player ever sits, or the code of an `InvalidMovement`.
    """
    if not figures.players.any():
        return refused("movement_empty")
    # the inverse of the sheet order: files list N, S, E, W
    place_of_seat = np.argsort(list_sheet_seats_with_fifth(figures.players.shape[2]))
    players = figures.players[:, :, place_of_seat] - 1
    if figures.shape.unit_size == 1:
        players = number_by_start(players)
    board_sets = figures.board_sets - 1
    try:
        movement = Movement(
            "file",
            players,
            board_sets,
            shape=figures.shape,
            tables_per_set=figures.tables_per_set or max(tables_at_once(board_sets), figures.copies),
            copies=figures.copies,
        )
    except InvalidMovement as error:
        return MovementReading(problems=(MovementProblem(error.code, values=error.values),))
    return MovementReading(MovementFile(movement, figures.boards_per_set, figures.name))


def tables_at_once(board_sets: IntArray) -> int:
    """Return the largest number of tables that have one set in the same round; at least 1."""
    return max(
        (int(np.bincount(sets[sets >= 0]).max(initial=1)) for sets in board_sets if (sets >= 0).any()),
        default=1,
    )


def guess_shape(players: IntArray, *, has_boards: bool) -> TableShape:
    """Return the shape that the numbers at the tables show. Seats with one number are one side.

    Args:
        players: from 1, as in `WrittenMovement`.
    """
    if players.shape[2] > SEAT_COUNT:
        return FREE_FIVES
    full_tables = players[(players > 0).all(axis=2)]
    north, south, east, west = (full_tables[:, place] for place in range(SEAT_COUNT))
    if len(full_tables) and (north == south).all() and (east == west).all():
        return TRIPLETS
    if len(full_tables) and (north == east).all() and (north == west).all():
        attackers = np.where((players > 0).all(axis=2), players[:, :, 1], 0)
        # only in an Emmanuel does one team attack at several tables
        sends_several = any(np.bincount(row[row > 0]).max(initial=0) > 1 for row in attackers)
        return TRIPLET_POOLS if sends_several else QUARTETS
    return INDIVIDUAL if has_boards else FREE_INDIVIDUAL
