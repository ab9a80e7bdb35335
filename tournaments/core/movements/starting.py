"""Where every unit of a movement begins: a seat of the first round, or a place to wait (*relais*)."""

from tournaments.core.movements.movement import NOBODY, Movement

RELAY_SEAT = 99
"""In place of a seat, above the seats of any game: the unit has no table in the first round."""


def starting_places(movement: Movement) -> tuple[tuple[int, int], ...]:
    """places[unit]: table and seat of the first round, both from 0; the first seat of a team's side.

    Whoever has none gets (0, RELAY_SEAT), (1, RELAY_SEAT)… in the order of the numbers.
    """
    first = {
        int(unit): (table, seat)
        for table, seats in reversed(list(enumerate(movement.players[0])))
        for seat, unit in reversed(list(enumerate(seats)))
        if unit != NOBODY
    }
    waiting = [unit for unit in range(movement.player_count) if unit not in first]
    first |= {unit: (number, RELAY_SEAT) for number, unit in enumerate(waiting)}
    return tuple(first[unit] for unit in range(movement.player_count))
