"""Reader for ACBLscore's binary .MOV files of pairs movements. It refuses a file unless everything fits.

Source:
    No official description is public. The layout is that of a free program which plays with such files
    (github.com/criptik/angular-dupscore, `game-data.service.ts`). Byte 2 is 1 for a Howell, in which all
    pairs are numbered together; byte 3 is the number of tables. After the last 0x21 0x22 0x23 0x24 come
    three bytes for each table and then each round: the pair North-South, the pair East-West, the set of
    boards. Individual movements are not described there, and are refused.
"""

import numpy as np

from tournaments.core.exchange.movement_file import (
    MOST_ROUNDS,
    MovementReading,
    WrittenMovement,
    assemble,
    refused,
)
from tournaments.core.movements.check import check_m1
from tournaments.core.movements.movement import IntArray
from tournaments.core.movements.table_shape import TRIPLETS

_MARK = bytes((0x21, 0x22, 0x23, 0x24))
_KIND, _TABLES = 2, 3
_HOWELL = 1
_FIGURES = 3


def is_mov(content: bytes) -> bool:
    """Return whether the bytes have the mark after which the figures of such a file begin."""
    return content.rfind(_MARK) > _TABLES


def movement_from_mov(content: bytes) -> MovementReading:
    """Read such bytes. A pair becomes a team on one side of the table, as in triplettes.

    In a Mitchell the pairs East-West are numbered after those of North-South.

    Returns:
        A problem `mov_layout` if the figures do not fit the tables, a pair number is too high, or a pair
        would sit twice in a round; and those of `assemble`.
    """
    table_count = content[_TABLES]
    # the mark may occur by chance before: the last one counts
    figures = content[content.rfind(_MARK) + len(_MARK) :]
    rounds, left_over = divmod(len(figures), max(1, table_count) * _FIGURES)
    if left_over or not table_count or not 1 <= rounds <= MOST_ROUNDS:
        return refused("mov_layout")
    by_table = np.frombuffer(figures, dtype=np.uint8).reshape(table_count, rounds, _FIGURES)
    # the file lists all rounds of a table together
    by_round = by_table.astype(np.int64).transpose(1, 0, 2)
    pairs = _number_together(by_round[:, :, :2], is_howell=content[_KIND] == _HOWELL)
    if pairs.max() > 2 * table_count:
        return refused("mov_layout")
    reading = assemble(
        WrittenMovement(players=pairs[:, :, [0, 0, 1, 1]], board_sets=by_round[:, :, 2], shape=TRIPLETS)
    )
    if reading.file is not None and any(check_m1(reading.file.movement)):
        return refused("mov_layout")
    return reading


def _number_together(pairs: IntArray, *, is_howell: bool) -> IntArray:
    """Return pairs[round, table, side] from 1, without two pairs of one number. 0 stays an empty side."""
    north_south, east_west = pairs[:, :, 0], pairs[:, :, 1]
    if is_howell:
        return pairs
    return np.stack([north_south, np.where(east_west > 0, east_west + north_south.max(), 0)], axis=2)
