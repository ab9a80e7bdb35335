"""A round before the first in which everybody copies the set that he will not play (position 0)."""

import numpy as np

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.movement import IntArray, Movement


def duplication_round(movement: Movement) -> Movement:
    """Where everybody sits, and with which set, to make or copy the deals before the first round.

    Lines and sets are shifted as wholes, so that each player handles a set which he never plays: North at
    home where possible, then with as few tables as possible to walk to the first round. At 6 tables this
    is the printed position 0. Quartets need no such round: everybody is at home with the set of the table,
    which he never plays.

    Args:
        movement: one of lines, every table occupied, in which nobody plays all the sets.

    Returns:
        A movement of one round.

    Raises:
        NoSuchMovement: it has no lines that move as wholes (`duplication_lines`); a line plays all the sets
            (`duplication_all_played`, with the most rounds that leave one).

    Source:
        FFT, Manuel de l'organisateur (2011) M18-M19; the search for other sizes is ours.
    """
    shifts, downs = _shifts(movement)
    tables = movement.table_count
    unplayed = [sorted(set(range(tables)) - set(((line + downs) % tables).tolist())) for line in shifts]
    if not all(unplayed):
        raise NoSuchMovement(
            "duplication_all_played",
            f"{movement.round_count} rounds at {tables} tables leave no set that a player does not play;"
            f" {tables - 1} rounds would",
            field="round_count",
            round_count=movement.round_count,
            most=tables - 1,
        )
    plans = {down: [_walk(offsets, down, tables) for offsets in unplayed] for down in range(tables)}
    down = min(plans, key=lambda each: (abs(plans[each][0]), sum(map(abs, plans[each]))))
    homes = (np.arange(tables)[:, None] - np.array(plans[down])) % tables
    units = units_by_side(movement)[0][homes, np.arange(movement.shape.side_count)]
    return Movement(
        code=f"{movement.code}-copying",
        players=units[None, :, list(movement.shape.sides)],
        board_sets=np.roll(movement.board_sets[0], -down)[None, :],
        shape=movement.shape,
    )


def _shifts(movement: Movement) -> tuple[list[IntArray], IntArray]:
    """Per side, tables up in each round since the start; tables down for the sets."""
    units = units_by_side(movement)
    if movement.shape.plays_both_ways or not movement.has_boards:
        raise _not_lines(movement)
    lines = [_tables_up(movement, units[:, :, side]) for side in range(movement.shape.side_count)]
    return lines, -_tables_up(movement, movement.board_sets)


def _tables_up(movement: Movement, holders: IntArray) -> IntArray:
    """How far those who hold the tables (holders[round, table]) have gone up as a whole, in each round."""
    table_count = movement.table_count
    order = np.argsort(holders[0])
    homes = order[np.searchsorted(holders[0], holders, sorter=order).clip(max=table_count - 1)]
    steps = (np.arange(table_count) - homes) % table_count
    if (holders[0][homes] != holders).any() or (steps != steps[:, :1]).any():
        raise _not_lines(movement)
    return np.asarray(steps[:, 0])


def _walk(offsets: list[int], down: int, table_count: int) -> int:
    """Tables up of a line whose players then handle a set from one of these offsets; the shortest way."""
    ways = [(offset - down + table_count // 2) % table_count - table_count // 2 for offset in offsets]
    return min(ways, key=lambda way: (abs(way), -way))


def _not_lines(movement: Movement) -> NoSuchMovement:
    return NoSuchMovement(
        "duplication_lines",
        f"{movement.code}: its lines do not go from table to table as wholes",
        field="movement",
        movement=movement.code,
    )
