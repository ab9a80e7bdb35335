"""Dealer and imposed taker of each numbered étui.

Source:
    Federation organiser's manual of 2011, page 16: a table of 24 entries; étuis k and k − 24 are alike.
"""

from games.core.errors import DealingFailed
from games.core.seats import SEAT_LETTERS, parse_seat

BOARD_CYCLE = 24
_DEALERS = "NESW" * 6
_TAKERS = "NWES ENSW ESNW SEWN WSNE WNES".replace(" ", "")


def board_dealer(number: int) -> int:
    """The dealer's seat of the étui of this number, from 1."""
    return parse_seat(_DEALERS[_place(number)])


def board_taker(number: int) -> int:
    """The imposed taker's seat of the étui of this number, from 1."""
    return parse_seat(_TAKERS[_place(number)])


def dealer_in_turn(number: int, player_count: int) -> int:
    """The dealer's seat of a board in any game: the federation's at four players, else each in turn."""
    if player_count == len(SEAT_LETTERS):
        return board_dealer(number)
    return (number - 1) % player_count


def _place(number: int) -> int:
    if number < 1:
        raise DealingFailed("no_such_board", f"board {number} less than 1", field="number", number=number)
    return (number - 1) % BOARD_CYCLE
