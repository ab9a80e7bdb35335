"""Starting places: the seat of each unit in the first round, or a place to wait (*relais*)."""

from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth

RELAY_SEAT = 99
"""Seat number of a unit without a table in the first round. It is above the seats of any game."""


def starting_places(movement: Movement) -> tuple[tuple[int, int], ...]:
    """Return places[unit]: table and seat of the first round, both from 0.

    A team that holds two tables at once starts at its own table, where it defends, even if it has no opponent
    there in the first round. In all teams the place is the first seat of the side in the order of the sheets.
    Units without a table get (0, RELAY_SEAT), (1, RELAY_SEAT)… in the order of their numbers.

    Source:
        FFT, Manuel de l'organisateur (2011) M51: the defenders of quartets never leave their table.
    """
    shape = movement.shape
    order = sorted(list_sheet_seats_with_fifth(shape.seat_count), key=lambda seat: shape.sides[seat])
    places = [(0, seat) for seat in order]
    if shape.plays_both_ways:
        # before the attackers: with an even number of teams one defence waits in the first round
        places[1:1] = [(later_round, order[0]) for later_round in range(1, movement.round_count)]
    first: dict[int, tuple[int, int]] = {}
    for at_round, seat in places:
        for table, unit in enumerate(movement.players[at_round, :, seat].tolist()):
            # a movement of one's own may give two teams the same table to defend
            if unit not in first and unit != NOBODY and (table, seat) not in first.values():
                first[unit] = (table, seat)
    waiting_units = [unit for unit in range(movement.player_count) if unit not in first]
    first |= {unit: (number, RELAY_SEAT) for number, unit in enumerate(waiting_units)}
    return tuple(first[unit] for unit in range(movement.player_count))
