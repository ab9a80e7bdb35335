"""Seats: letters, playing order and first leader."""

import pytest

from games.core.errors import InvalidSeat
from games.core.seats import (
    EAST,
    NORTH,
    SHEET_ORDER,
    SOUTH,
    WEST,
    opening_leader,
    parse_seat,
    right_of,
    seat_letter,
)


def test_letters_follow_the_playing_order():
    assert [seat_letter(seat) for seat in range(4)] == ["N", "W", "S", "E"]
    assert [parse_seat(letter) for letter in "NWSE"] == [NORTH, WEST, SOUTH, EAST] == [0, 1, 2, 3]


def test_sheets_list_north_south_east_west():
    assert [seat_letter(seat) for seat in SHEET_ORDER] == ["N", "S", "E", "W"]


@pytest.mark.parametrize(("dealer", "leader"), [("N", "W"), ("E", "N"), ("S", "E"), ("W", "S")])
def test_right_of_the_dealer_leads(dealer, leader):
    assert seat_letter(opening_leader(parse_seat(dealer))) == leader


def test_play_goes_round_any_table():
    assert [right_of(seat, 5) for seat in range(5)] == [1, 2, 3, 4, 0]
    assert opening_leader(2, 3) == 0


@pytest.mark.parametrize("letter", ["O", "n", "", "NW", "SE"])
def test_letter_of_no_seat_is_refused(letter):
    with pytest.raises(InvalidSeat, match="not in N W S E") as refused:
        parse_seat(letter)

    assert (refused.value.code, refused.value.field) == ("no_such_seat", "seat")


@pytest.mark.parametrize("seat", [-1, 4])
def test_number_of_no_seat_is_refused(seat):
    with pytest.raises(InvalidSeat, match=f"seat {seat} not in 0..3"):
        seat_letter(seat)
