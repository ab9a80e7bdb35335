"""Starting places: the seat of each unit in the first round, or a place to wait (*relais*)."""

from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth

RELAY_SEAT = 99
"""Seat number of a unit without a table in the first round. It is above the seats of any game."""


def starting_places(movement: Movement) -> tuple[tuple[int, int], ...]:
    """Return places[unit]: table and seat of the first round, both from 0.

    A team that holds two tables at once starts at the side of its defenders. In all teams the place is the
    first seat of the side in the order of the sheets. Units without a table get (0, RELAY_SEAT), (1,
    RELAY_SEAT)… in the order of their numbers.
    """
    shape = movement.shape
    order = sorted(list_sheet_seats_with_fifth(shape.seat_count), key=lambda seat: shape.sides[seat])
    first: dict[int, tuple[int, int]] = {}
    for seat in order:
        for table, unit in enumerate(movement.players[0, :, seat].tolist()):
            if unit != NOBODY:
                # setdefault keeps the earliest place: seats come in order of sides
                first.setdefault(unit, (table, seat))
    waiting_units = [unit for unit in range(movement.player_count) if unit not in first]
    first |= {unit: (number, RELAY_SEAT) for number, unit in enumerate(waiting_units)}
    return tuple(first[unit] for unit in range(movement.player_count))
