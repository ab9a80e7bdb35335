"""Where every unit of a movement begins: a seat of the first round, or a place to wait (*relais*)."""

from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.table_shape import sheet_order

RELAY_SEAT = 99
"""In place of a seat, above the seats of any game: the unit has no table in the first round."""


def starting_places(movement: Movement) -> tuple[tuple[int, int], ...]:
    """places[unit]: table and seat of the first round, both from 0.

    A team starts at its first side (that of the defenders where it holds two tables at once), at the first
    seat of that side in the order of the sheets. Whoever has no table gets (0, RELAY_SEAT),
    (1, RELAY_SEAT)… in the order of the numbers.
    """
    shape = movement.shape
    order = sorted(sheet_order(shape.seat_count), key=lambda seat: shape.sides[seat])
    first: dict[int, tuple[int, int]] = {}
    for seat in order:
        for table, unit in enumerate(movement.players[0, :, seat].tolist()):
            if unit != NOBODY:
                first.setdefault(unit, (table, seat))
    waiting = [unit for unit in range(movement.player_count) if unit not in first]
    first |= {unit: (number, RELAY_SEAT) for number, unit in enumerate(waiting)}
    return tuple(first[unit] for unit in range(movement.player_count))
