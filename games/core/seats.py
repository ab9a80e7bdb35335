"""Seats around a table, numbered in playing order (anticlockwise).

At four players: 0 North, 1 West, 2 South, 3 East. West is stored as "W" and printed as "O" (Ouest) in French.
"""

from games.core.errors import InvalidSeat, quote_value

NORTH, WEST, SOUTH, EAST = range(4)
SEAT_LETTERS = "NWSE"
"""Stored letter of each seat of a four-player table, by seat number."""
SHEET_ORDER = (NORTH, SOUTH, EAST, WEST)
"""Order in which the federation's sheets list the seats."""


def list_seats_in_sheet_order(seat_count: int) -> tuple[int, ...]:
    """Seats of a table in the order of the sheets: N S E W at four players, else the order of play."""
    return SHEET_ORDER if seat_count == len(SHEET_ORDER) else tuple(range(seat_count))


def seat_letter(seat: int) -> str:
    """The stored letter of a seat, 0 to 3.

    Raises:
        InvalidSeat: the number is not in 0..3.
    """
    if not 0 <= seat < len(SEAT_LETTERS):
        raise InvalidSeat("no_such_seat", f"seat {seat} not in 0..3", field="seat", seat=seat)
    return SEAT_LETTERS[seat]


def parse_seat(letter: str) -> int:
    """The seat number of a stored letter, N, W, S or E.

    Raises:
        InvalidSeat: any other text, the printed "O" included.
    """
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise InvalidSeat(
            "no_such_seat", f"seat letter {quote_value(letter)} not in N W S E", field="seat", letter=letter
        )
    return SEAT_LETTERS.index(letter)


def right_of(seat: int, player_count: int = 4) -> int:
    """The player on the right, next to play."""
    return (seat + 1) % player_count


def opening_leader(dealer: int, player_count: int = 4) -> int:
    """Return the leader of the first trick: the player on the dealer's right (rules R, page 5).

    After an announced slam its announcer leads instead; this function does not cover that case.
    """
    return right_of(dealer, player_count)
