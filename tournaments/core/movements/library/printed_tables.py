"""Printed Howell movements of the federation: one line per round, the players N S E W of each table."""

import numpy as np

from games.core.seats import SHEET_ORDER
from tournaments.core.movements.movement import SEAT_COUNT, IntArray
from tournaments.core.movements.numbering import number_by_start

DUPLICATE_TWELVE = """
    1 2 3 4      5 6 7 8      9 10 11 12
    2 9 8 5      4 10 7 12    1 6 11 3
    9 4 2 6      7 5 12 1     8 10 11 3
    3 5 12 4     1 10 8 9     2 7 6 11
    1 8 6 12     11 5 4 9     10 2 7 3
    5 10 2 1     11 8 4 7     6 3 9 12
    2 11 12 8    6 4 10 5     7 3 9 1
"""
"""Table of the individual duplicate for 12 players.

Source: FFT, Manuel de l'organisateur (2011) M24-M28."""

SIXTEEN = """
    1 2 3 4      5 6 7 8      9 10 11 12    13 14 15 16
    1 8 10 15    16 9 7 2     6 3 13 12     11 14 4 5
    1 7 12 14    15 9 6 4     8 2 13 11     10 16 3 5
    1 6 11 16    14 9 8 3     7 4 13 10     12 15 2 5
    1 5 9 13     2 6 10 14    3 7 11 15     4 8 12 16
"""
"""Table for 16 players. Each pair meets once, and each player holds each other's hands once.

The pools of the Emmanuel use it too.

Source: FFT, Manuel de l'organisateur (2011) M24-M28."""

FREE_TWELVE = """
    1 2 3 4     5 6 7 8      9 10 11 12
    1 2 7 12    5 6 11 3     9 10 4 8
    1 8 7 10    5 2 11 12    9 3 4 6
    1 8 6 11    5 2 4 10     9 3 12 7
    1 9 5 3     7 11 4 10    2 6 12 8
    1 9 7 2     5 11 4 12    10 6 3 8
"""
"""Table of the free deals for 12 players.

Source: FFT, Manuel de l'organisateur (2011) M4-M8."""


def read_printed(text: str, table_count: int) -> IntArray:
    """Return players[round, table, seat] of a printed table, numbered by starting place."""
    columns = read_numbers(text, table_count)
    players = np.empty_like(columns)
    players[:, :, list(SHEET_ORDER)] = columns
    return number_by_start(players)


def read_numbers(text: str, table_count: int) -> IntArray:
    """Return numbers[round, table, column] as printed: from 1, columns in the printed order."""
    return np.array(text.split(), dtype=np.int64).reshape(-1, table_count, SEAT_COUNT)
