"""Rovers: players over full tables, who take the seat of another player in each round."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, Movement
from tournaments.core.movements.numbering import number_by_start

SEATS_TRIED = {(2,): 60, (3,): 60, (1,): 60, (0,): 60, (2, 3, 1, 0): 500}
"""Number of trials by seats of a rover. The search tries South, East, West and North alone, then all
seats."""

_Place = tuple[int, int]
"""Table and seat."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """The first rounds of a rover: places, opponents, sets and the players who gave up their seat."""

    places: tuple[_Place | None, ...] = ()
    """Places by round; None in a round in which the rover rests."""
    mates: frozenset[int] = frozenset()
    sets: frozenset[int] = frozenset()
    sent_out: frozenset[int] = frozenset()
    repeats: int = 0


def add_rovers(movement: Movement, count: int) -> Movement | None:
    """Add `count` players. In each round as many rest, and no player rests twice.

    A rover plays no set twice, never meets another rover and rests at most once. It meets no player twice if
    that is possible.

    Args:
        movement: individual; each player sits in each round.
        count: at least 1.

    Returns:
        None if no such walks exist within the trials. Players are numbered by the place where they first
        sit.
    """
    players, displaced = movement.players.copy(), frozenset[int]()
    for rover in range(movement.player_count, movement.player_count + count):
        hall = _Hall(players.tolist(), movement.board_sets.tolist(), movement.player_count)
        walk = _find_walk(hall, displaced)
        if walk is None:
            return None
        for this_round, place in enumerate(walk.places):
            if place is not None:
                players[(this_round, *place)] = rover
        displaced = walk.sent_out
    return Movement(
        code=f"{movement.code}-rovers-{count}",
        players=number_by_start(players),
        board_sets=movement.board_sets,
        tables_per_set=movement.tables_per_set,
        copies=movement.copies,
    )


@dataclass(frozen=True, slots=True)
class _Hall:
    """Tables and sets that a rover walks through."""

    players: list[list[list[int]]]
    """Players as players[round][table][seat]."""
    board_sets: list[list[int]]
    regulars: int
    """Number of players with a seat of their own. Higher numbers are the rovers before this one."""


def _find_walk(hall: _Hall, displaced: frozenset[int]) -> _Walk | None:
    """Find a walk through all rounds, in one seat and without repeated meetings if possible.

    Args:
        displaced: players who have given up a seat once and may not again.
    """
    meeting_count = (SEAT_COUNT - 1) * len(hall.players)
    # three meetings a round, one round off: beyond all regulars they must repeat
    unavoidable = max(0, meeting_count - (SEAT_COUNT - 1) - hall.regulars)
    for repeats in range(unavoidable, meeting_count + 1):
        for seats, trials in SEATS_TRIED.items():
            walk = _try_seats(hall, _Walk(sent_out=displaced), seats, repeats, trials)
            if walk is not None:
                return walk
    return None


def _try_seats(hall: _Hall, start: _Walk, seats: tuple[int, ...], repeats: int, trials: int) -> _Walk | None:
    """Search depth first for a walk with at most `repeats` repeated meetings. Give up after `trials`."""
    open_walks = [start]
    while open_walks and trials:
        walk, trials = open_walks.pop(), trials - 1
        if len(walk.places) == len(hall.players):
            return walk
        steps = [step for step in _steps(walk, hall, seats) if step.repeats <= repeats]
        open_walks += reversed(steps)
    return None


def _steps(walk: _Walk, hall: _Hall, seats: tuple[int, ...]) -> Iterator[_Walk]:
    """Yield the walk with one more round: at each possible table, or resting for the only time."""
    this_round = len(walk.places)
    tables = hall.players[this_round]
    for turn in range(len(tables)):
        # begin two tables further on in each round: a rover seldom stays at a table
        table = (2 * this_round + turn) % len(tables)
        table_players, board_set = tables[table], hall.board_sets[this_round][table]
        if NOBODY in table_players or max(table_players) >= hall.regulars or board_set in walk.sets:
            continue
        for seat in seats:
            if table_players[seat] not in walk.sent_out:
                mates = frozenset(table_players[:seat] + table_players[seat + 1 :])
                yield _Walk(
                    (*walk.places, (table, seat)),
                    walk.mates | mates,
                    walk.sets | {board_set},
                    walk.sent_out | {table_players[seat]},
                    walk.repeats + len(walk.mates & mates),
                )
    if None not in walk.places:
        yield _Walk((*walk.places, None), walk.mates, walk.sets, walk.sent_out, walk.repeats)


def rest_a_table(movement: Movement) -> Movement:
    """Build the movement for one player less than full tables. The last North is missing.

    The missing player's table rests: its other players sit out, and so does its set. In a clean movement no
    player rests twice.

    Args:
        movement: individual, with the same player North of the last table in each round.
    """
    phantom = int(movement.players[0, -1, 0])
    is_resting = (movement.players == phantom).any(axis=2)
    players = movement.players.copy()
    board_sets = movement.board_sets.copy()
    players[is_resting] = NOBODY
    board_sets[is_resting] = NO_SET
    return Movement(
        code=f"{movement.code}-less-1",
        players=number_by_start(players),
        board_sets=board_sets,
        tables_per_set=movement.tables_per_set,
        copies=movement.copies,
    )
