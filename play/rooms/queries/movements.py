"""Who meets whom in a round whose people sit at tables together: a movement of the core's adviser.

All tables play the same deals at each position, as no étui has to be carried: the adviser says who sits
where.
"""

import numpy as np

from tournaments.core.formats.adviser import advise
from tournaments.core.formats.proposals import Needs, Pace
from tournaments.core.formats.registry import format_of
from tournaments.core.movements.catalogue import find_movement
from tournaments.core.movements.table_sizes import MOST_TABLES

DUPLICATE = "duplicate_individual"
FEWEST_TABLES = 2
"""At one table there would be nothing to compare."""
MINUTES = 30
"""Of a deal, as the adviser reckons; it counts in whole evenings, the room in deals."""

Seats = list[list[list[int]]]
"""players[position][table][seat], lines from 0 in the order of the tables at the first position."""


def table_count(people: int, seat_count: int) -> int:
    """Tables for so many people: as few as seat them, two at least."""
    return max(FEWEST_TABLES, -(-people // seat_count))


def most_people(seat_count: int) -> int:
    """People whom the tables of one round seat."""
    return MOST_TABLES * seat_count


def plan_positions(*, game: str, tables: int, deals: int, seat_count: int) -> Seats:
    """The worthiest of the adviser's movements in which each position has an equal share of the deals.

    Where it has none that takes all the deals, there is one position, and everybody stays where he is.
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
                return _by_first_table(players)
    seats: Seats = np.arange(tables * seat_count).reshape(1, tables, seat_count).tolist()
    return seats


def _by_first_table(players: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Seats:
    """The same movement with its lines numbered table by table at the first position."""
    number = np.empty(players[0].size, dtype=np.int64)
    number[players[0].ravel()] = np.arange(players[0].size)
    found: Seats = number[players].tolist()
    return found
