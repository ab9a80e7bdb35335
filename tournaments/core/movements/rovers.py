"""Players over and above full tables: rovers, who take the seat of another player each round."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.core.movements.movement import NO_SET, NOBODY, SEAT_COUNT, Movement
from tournaments.core.movements.numbering import number_by_start

SEATS_TRIED = {(2,): 60, (3,): 60, (1,): 60, (0,): 60, (2, 3, 1, 0): 500}
"""A rover keeps one seat if that can be: South, East, West or North; otherwise any. With how many trials."""

_Place = tuple[int, int]
"""Table and seat."""


@dataclass(frozen=True, slots=True)
class _Walk:
    """The first rounds of a rover: whom and which sets he met, whose seat he took."""

    places: tuple[_Place | None, ...] = ()
    """None where he sits out."""
    met: frozenset[int] = frozenset()
    sets: frozenset[int] = frozenset()
    sent_out: frozenset[int] = frozenset()
    repeats: int = 0


def add_rovers(movement: Movement, count: int) -> Movement | None:
    """The movement with `count` more players: in each round as many sit out, nobody twice.

    A rover meets no set twice, nobody twice if that can be, never another rover, and rests once at most.

    Args:
        movement: individual; each player sits in every round.
        count: at least 1.

    Returns:
        None when no such walks were found. Players are numbered by the place where they first sit.
    """
    players, sent_out = movement.players.copy(), frozenset[int]()
    for rover in range(movement.player_count, movement.player_count + count):
        hall = _Hall(players.tolist(), movement.board_sets.tolist(), movement.player_count)
        walk = _find_walk(hall, sent_out)
        if walk is None:
            return None
        for this_round, place in enumerate(walk.places):
            if place is not None:
                players[(this_round, *place)] = rover
        sent_out = walk.sent_out
    return Movement(
        code=f"{movement.code}-rovers-{count}",
        players=number_by_start(players),
        board_sets=movement.board_sets,
        tables_per_set=movement.tables_per_set,
        copies=movement.copies,
    )


@dataclass(frozen=True, slots=True)
class _Hall:
    """What a rover walks through."""

    players: list[list[list[int]]]
    """players[round][table][seat]"""
    board_sets: list[list[int]]
    regulars: int
    """Players below this number have a seat of their own; the others are rovers before this one."""


def _find_walk(hall: _Hall, sent_out: frozenset[int]) -> _Walk | None:
    """A walk through all rounds, in one seat and without meeting anybody twice if that can be.

    Args:
        sent_out: those who may not be sent out again.
    """
    mates = (SEAT_COUNT - 1) * len(hall.players)
    unavoidable = max(0, mates - (SEAT_COUNT - 1) - hall.regulars)
    for repeats in range(unavoidable, mates + 1):
        for seats, trials in SEATS_TRIED.items():
            walk = _try_seats(hall, _Walk(sent_out=sent_out), seats, repeats, trials)
            if walk is not None:
                return walk
    return None


def _try_seats(hall: _Hall, start: _Walk, seats: tuple[int, ...], repeats: int, trials: int) -> _Walk | None:
    """Depth first, with so many meetings again at most, giving up after so many trials."""
    waiting = [start]
    while waiting and trials:
        walk, trials = waiting.pop(), trials - 1
        if len(walk.places) == len(hall.players):
            return walk
        steps = [step for step in _steps(walk, hall, seats) if step.repeats <= repeats]
        waiting += reversed(steps)
    return None


def _steps(walk: _Walk, hall: _Hall, seats: tuple[int, ...]) -> Iterator[_Walk]:
    """The walk longer by a round: at each table that will have him, or sitting out for the only time."""
    this_round = len(walk.places)
    tables = hall.players[this_round]
    for turn in range(len(tables)):
        table = (2 * this_round + turn) % len(tables)
        seated, board_set = tables[table], hall.board_sets[this_round][table]
        if NOBODY in seated or max(seated) >= hall.regulars or board_set in walk.sets:
            continue
        for seat in seats:
            if seated[seat] not in walk.sent_out:
                others = frozenset(seated[:seat] + seated[seat + 1 :])
                yield _Walk(
                    (*walk.places, (table, seat)),
                    walk.met | others,
                    walk.sets | {board_set},
                    walk.sent_out | {seated[seat]},
                    walk.repeats + len(walk.met & others),
                )
    if None not in walk.places:
        yield _Walk((*walk.places, None), walk.met, walk.sets, walk.sent_out, walk.repeats)


def rest_a_table(movement: Movement) -> Movement:
    """The movement for one player less than full tables: the last North is missing and his table rests.

    Whoever comes to that table sits out, with its boards; in a movement that is clean nobody twice.

    Args:
        movement: individual, North of the last table always the same player.
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
