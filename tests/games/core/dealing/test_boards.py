"""The étui table: the federation's entries and the balances derived from them."""

import json
from pathlib import Path

import pytest

from games.core.dealing import board_dealer, board_taker
from games.core.errors import DealingFailed
from games.core.seats import EAST, NORTH, SOUTH, WEST, seat_letter

PRINTED = json.loads((Path(__file__).parents[3] / "data" / "games" / "boards_fft.json").read_text())
STORED = {"N": "N", "O": "W", "S": "S", "E": "E"}


def test_table_is_the_federation_s():
    dealers = [seat_letter(board_dealer(number)) for number in range(1, 25)]
    takers = [seat_letter(board_taker(number)) for number in range(1, 25)]

    assert dealers == [STORED[letter] for letter in PRINTED["dealers"]]
    assert takers == [STORED[letter] for letter in PRINTED["takers"]]


@pytest.mark.parametrize("number", [1, 5, 24, 48, 100])
def test_table_repeats_every_24(number):
    assert board_dealer(number) == board_dealer(number + 24)
    assert board_taker(number) == board_taker(number + 24)


@pytest.mark.parametrize("first", range(1, 49, 4))
def test_every_block_of_four_gives_each_seat_one_attack(first):
    assert {board_taker(first + offset) for offset in range(4)} == {NORTH, WEST, SOUTH, EAST}


@pytest.mark.parametrize("first", range(1, 49, 2))
def test_every_pair_has_one_taker_on_each_line(first):
    lines = [board_taker(number) in (NORTH, SOUTH) for number in (first, first + 1)]

    assert sorted(lines) == [False, True]


@pytest.mark.parametrize(("count", "attacks"), PRINTED["attacks"].items())
def test_attacks_of_each_seat(count, attacks):
    takers = [board_taker(number) for number in range(1, int(count) + 1)]

    assert "".join(str(takers.count(seat)) for seat in (NORTH, SOUTH, EAST, WEST)) == attacks


@pytest.mark.parametrize("number", [0, -3])
@pytest.mark.parametrize("look_up", [board_dealer, board_taker])
def test_board_before_the_first_is_refused(look_up, number):
    with pytest.raises(DealingFailed, match=f"board {number} less than 1") as refused:
        look_up(number)

    assert (refused.value.code, refused.value.field) == ("no_such_board", "number")
