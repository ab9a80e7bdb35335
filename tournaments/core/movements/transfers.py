"""Changes between rounds: the next place of each player and set. Equal changes in a row are one entry."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.core.movements.movement import NO_SET, NOBODY, Movement

SeatAt = tuple[int, int]
"""Table and seat, both from 0."""


@dataclass(frozen=True, slots=True)
class TableTransfer:
    """The players and the set that leave one table after a round."""

    seats: tuple[SeatAt | None, ...]
    """Next place of the player of each seat; None for a round without a table."""
    taken: tuple[bool, ...]
    """True for each seat with a player. An empty seat has None in `seats`."""
    boards_to: int | None
    """Next table of the set, from 0. None if the set is put aside or shared, or there is none."""


@dataclass(frozen=True, slots=True)
class Change:
    """The transfers after one round, or after several rounds in a row that have the same ones."""

    first_round: int
    """First round after which this change is made, from 1."""
    last_round: int
    tables: tuple[TableTransfer, ...]
    """Transfers by table."""
    entering: tuple[SeatAt, ...]
    """Next places of the players who rested, by table and seat."""


def changes_of(movement: Movement) -> tuple[Change, ...]:
    """Return all changes of a movement, in order. A movement of one round has none."""
    transfers = [
        (_transfers(movement, this_round), _entering(movement, this_round))
        for this_round in range(movement.round_count - 1)
    ]
    changes: list[Change] = []
    round_count = 0
    for (tables, entering), alike in groupby(transfers):
        count = len(list(alike))
        changes.append(Change(round_count + 1, round_count + count, tables, entering))
        round_count += count
    return tuple(changes)


def _transfers(movement: Movement, this_round: int) -> tuple[TableTransfer, ...]:
    next_seats = _seats_by_unit(movement, this_round + 1)
    current_seats = _seats_by_unit(movement, this_round)
    return tuple(
        TableTransfer(
            seats=tuple(
                _destination((table, seat), current_seats.get(unit, []), next_seats.get(unit, []))
                for seat, unit in enumerate(movement.players[this_round, table].tolist())
            ),
            taken=tuple(unit != NOBODY for unit in movement.players[this_round, table].tolist()),
            boards_to=_next_table(movement, this_round, table),
        )
        for table in range(movement.table_count)
    )


def _seats_by_unit(movement: Movement, this_round: int) -> dict[int, list[SeatAt]]:
    """Return the seats of each unit in a round, by table and seat. A team has several."""
    seats_of_unit: dict[int, list[SeatAt]] = {}
    for table, units in enumerate(movement.players[this_round].tolist()):
        for seat, unit in enumerate(units):
            if unit != NOBODY:
                seats_of_unit.setdefault(unit, []).append((table, seat))
    return seats_of_unit


def _destination(
    current_place: SeatAt, current_places: list[SeatAt], next_places: list[SeatAt]
) -> SeatAt | None:
    """Return the next place of a unit: the same seat at another table if it has one.

    Otherwise it is the seat with the same position among the seats of the unit.
    """
    if current_place not in current_places or not next_places:
        return None
    same_seats = [next_place for next_place in next_places if next_place[1] == current_place[1]]
    return (
        same_seats[0]
        if same_seats
        else next_places[min(current_places.index(current_place), len(next_places) - 1)]
    )


def _entering(movement: Movement, this_round: int) -> tuple[SeatAt, ...]:
    current_seats = _seats_by_unit(movement, this_round)
    next_seats = _seats_by_unit(movement, this_round + 1)
    return tuple(
        sorted(place for unit, places in next_seats.items() if unit not in current_seats for place in places)
    )


def _next_table(movement: Movement, this_round: int, table: int) -> int | None:
    board_set = int(movement.board_sets[this_round, table])
    if board_set == NO_SET or movement.tables_per_set > 1:
        return None
    next_sets = movement.board_sets[this_round + 1].tolist()
    return next_sets.index(board_set) if board_set in next_sets else None
