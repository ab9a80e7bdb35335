"""Line-ups by rank: the leaders meet in the last round, and the lines are equally strong."""

from collections.abc import Sequence

from tournaments.core.movements.check import units_by_side
from tournaments.core.movements.movement import NOBODY, SEAT_COUNT, Movement
from tournaments.core.movements.table_shape import TableShape, list_sheet_seats_with_fifth

_FOUR_LINES = ((0, 1, 2, 3), (3, 2, 1, 0))
_FOUR_LINES_OF_THREE = ((0, 1, 2, 3), (2, 3, 0, 1), (1, 3, 2, 0))
_TWO_LINES = ((0, 1), (1, 0))


def seeded_units(movement: Movement) -> tuple[int, ...]:
    """Return the starting number of each rank. The best player or team gets `seeded_units(m)[0]`.

    The last round is filled by rank. The first four sit at table 1, the next four at table 2 in the opposite
    order of seats, and so on. An odd number of tables ends with three tables whose orders compensate each
    other. In a movement in lines the sums of the ranks of two lines then differ by 1 at most. Units that
    rest in the last round come last.

    Source:
        The alternating order of the last round is that of the seedings printed by the FFT, Manuel de
        l'organisateur (2011) M29. Ours ends differently for an odd number of tables.
    """
    last_round = units_by_side(movement)[-1]
    tables = [_in_sheet_order(row, movement.shape) for row in last_round.tolist()]
    tables = [row for row in tables if any(unit != NOBODY for unit in row)]
    orders = _orders(len(tables), movement.shape.side_count)
    by_rank = [row[place] for row, order in zip(tables, orders, strict=True) for place in order]
    seated_units = dict.fromkeys(unit for unit in by_rank if unit != NOBODY)
    resting_units = [unit for unit in range(movement.player_count) if unit not in seated_units]
    return (*seated_units, *resting_units)


def _in_sheet_order(units: Sequence[int], shape: TableShape) -> list[int]:
    """Return the units in the order N, S, E, W and then the fifth. Sides of teams stay as they are."""
    if shape.side_count < SEAT_COUNT:
        return list(units)
    return [units[seat] for seat in list_sheet_seats_with_fifth(shape.side_count)]


def _orders(table_count: int, side_count: int) -> list[tuple[int, ...]]:
    """Return for each table the places of its best player or team, the second best…

    Four lines alternate. For an odd number of tables the last three even out the sums. A fifth place comes
    last at each table.
    """
    if side_count < SEAT_COUNT:
        return [_TWO_LINES[(table // 2 + table) % 2] for table in range(table_count)]
    # two alternating tables cancel out; the odd one needs two more to do so
    odd_end = 3 if table_count % 2 and table_count >= len(_FOUR_LINES_OF_THREE) else 0
    to_and_fro = [_FOUR_LINES[table % 2] for table in range(table_count - odd_end)]
    fifth = tuple(range(SEAT_COUNT, side_count))
    return [(*order, *fifth) for order in (*to_and_fro, *_FOUR_LINES_OF_THREE[:odd_end])]
