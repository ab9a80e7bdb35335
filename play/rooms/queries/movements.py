"""Movements for rounds whose people sit together, chosen by the adviser of the tournaments.

All tables play the same deals at each position, since no board has to be carried. The movement only decides
the seats.
"""

import numpy as np

from tournaments.core.formats.adviser import advise
from tournaments.core.formats.proposals import Needs, Pace
from tournaments.core.formats.registry import format_of
from tournaments.core.movements.catalogue import find_movement
from tournaments.core.movements.table_sizes import MOST_TABLES

DUPLICATE = "duplicate_individual"
FEWEST_TABLES = 2
"""Least number of tables: a single table has no comparison."""
MINUTES = 30
"""Minutes per deal for the adviser, which plans evenings by time while rooms count deals."""

Seats = list[list[list[int]]]
"""players[position][table][seat], lines from 0 in the order of the tables at the first position."""


def table_count(people: int, seat_count: int) -> int:
    """Return the least number of tables that seat so many people, two at least."""
    # rounded up
    return max(FEWEST_TABLES, -(-people // seat_count))


def most_people(seat_count: int) -> int:
    """Return the number of people that the tables of one round seat."""
    return MOST_TABLES * seat_count


def plan_positions(*, game: str, tables: int, deals: int, seat_count: int) -> Seats:
    """Return the adviser's best movement in which each position has an equal share of the deals.

    If no movement uses all the deals, return a single position at which all players stay.
    """
    evening = deals * MINUTES
    advice = advise(
        tables * seat_count,
        evening,
        pace=Pace(minutes_per_deal=MINUTES, minutes_per_move=0, minutes_to_start=0),
        needs=Needs(
            formats=(format_of(DUPLICATE, game),), copies=MOST_TABLES, fewest_deals=1, fewest_rounds=1
        ),
    )
    for proposal in advice.proposals:
        if len(proposal.sections) == 1 and proposal.round_count * proposal.boards_per_round == deals:
            players = find_movement(proposal.sections[0].request).movement.players
            if players.shape[1:] == (tables, seat_count):
                return _renumber_lines(players)
    seats: Seats = np.arange(tables * seat_count).reshape(1, tables, seat_count).tolist()
    return seats


def _renumber_lines(players: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Seats:
    """Return the movement with its lines renumbered by table and seat of the first position."""
    new_line = np.empty(players[0].size, dtype=np.int64)
    new_line[players[0].ravel()] = np.arange(players[0].size)
    seats: Seats = new_line[players].tolist()
    return seats
