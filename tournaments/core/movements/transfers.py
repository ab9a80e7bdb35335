"""Where everybody and every set of boards goes between two rounds, equal changes said once."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.core.movements.movement import NO_SET, NOBODY, Movement

SeatAt = tuple[int, int]
"""Table and seat, both from 0."""


@dataclass(frozen=True, slots=True)
class TableTransfer:
    """What leaves one table after a round."""

    seats: tuple[SeatAt | None, ...]
    """By seat: where who sits there goes next, None for a round without a table."""
    taken: tuple[bool, ...]
    """By seat: somebody sits there; where nobody does the seat says None."""
    boards_to: int | None
    """Table that has the set next, from 0; None where the set is put aside, is shared among tables, or
    there is none."""


@dataclass(frozen=True, slots=True)
class Change:
    """The same way to change, after one round or several in a row."""

    first_round: int
    """After this round, from 1."""
    last_round: int
    tables: tuple[TableTransfer, ...]
    """By table."""
    entering: tuple[SeatAt, ...]
    """Where those who rested sit next, by table and seat."""


def changes_of(movement: Movement) -> tuple[Change, ...]:
    """Every change of a movement, in order; none where there is one round."""
    found = [
        (_transfers(movement, this_round), _entering(movement, this_round))
        for this_round in range(movement.round_count - 1)
    ]
    changes: list[Change] = []
    done = 0
    for (tables, entering), alike in groupby(found):
        count = len(list(alike))
        changes.append(Change(done + 1, done + count, tables, entering))
        done += count
    return tuple(changes)


def _transfers(movement: Movement, this_round: int) -> tuple[TableTransfer, ...]:
    after = _seats_by_unit(movement, this_round + 1)
    before = _seats_by_unit(movement, this_round)
    return tuple(
        TableTransfer(
            seats=tuple(
                _destination((table, seat), before.get(unit, []), after.get(unit, []))
                for seat, unit in enumerate(movement.players[this_round, table].tolist())
            ),
            taken=tuple(unit != NOBODY for unit in movement.players[this_round, table].tolist()),
            boards_to=_next_table(movement, this_round, table),
        )
        for table in range(movement.table_count)
    )


def _seats_by_unit(movement: Movement, this_round: int) -> dict[int, list[SeatAt]]:
    """The seats of every unit in a round, by table and seat; a team has several."""
    found: dict[int, list[SeatAt]] = {}
    for table, units in enumerate(movement.players[this_round].tolist()):
        for seat, unit in enumerate(units):
            if unit != NOBODY:
                found.setdefault(unit, []).append((table, seat))
    return found


def _destination(own: SeatAt, before: list[SeatAt], after: list[SeatAt]) -> SeatAt | None:
    """The same seat elsewhere when the unit keeps it, else the seat in the same place among its own."""
    if own not in before or not after:
        return None
    kept = [place for place in after if place[1] == own[1]]
    return kept[0] if kept else after[min(before.index(own), len(after) - 1)]


def _entering(movement: Movement, this_round: int) -> tuple[SeatAt, ...]:
    before = _seats_by_unit(movement, this_round)
    after = _seats_by_unit(movement, this_round + 1)
    return tuple(sorted(place for unit, places in after.items() if unit not in before for place in places))


def _next_table(movement: Movement, this_round: int, table: int) -> int | None:
    board_set = int(movement.board_sets[this_round, table])
    if board_set == NO_SET or movement.tables_per_set > 1:
        return None
    following = movement.board_sets[this_round + 1].tolist()
    return following.index(board_set) if board_set in following else None
