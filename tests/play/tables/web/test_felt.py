"""Layout of a table of the site: the order of a hand, the places of the players."""

import pytest

from games.core.cards import format_card, parse_card
from play.tables.web.felt import lay_in_rows, lay_open, open_places, tricks_words


def test_a_hand_lies_with_trumps_first_and_colours_in_turn() -> None:
    hand = [parse_card(text) for text in ("D1", "C5", "9T", "HR", "S10", "EX", "SR")]

    assert [format_card(card)[0] for card in lay_open(hand)] == ["9", "E", "S", "S", "H", "C", "D"]


def test_ace_of_a_row_lies_beside_the_king_until_the_two_is_there() -> None:
    cards = [parse_card(text) for text in ("S1", "SR", "S7", "S8", "H1", "H2", "H7", "HR", "9T")]

    rows = [format_card(card) for card in lay_in_rows(cards)]

    assert rows == ["9T", "S1", "SR", "S8", "S7", "HR", "H7", "H2", "H1"]


@pytest.mark.parametrize(
    ("count", "near", "places"),
    [
        (4, None, [(0, 2), (2, 0), (3, 1), (1, 3)]),
        (4, 0, [(0, 0), (2, 2), (3, 3), (1, 1)]),
        (3, None, [(0, 0), (1, 1), (2, 2)]),
        (5, 3, [(0, 2), (1, 3), (2, 4), (3, 0), (4, 1)]),
    ],
)
def test_south_or_the_reader_sits_at_the_near_side(
    count: int, near: int | None, places: list[tuple[int, int]]
) -> None:
    assert list(open_places(count, near)) == places


def test_no_trick_is_told_in_words() -> None:
    assert [tricks_words(won) for won in (0, 1, 2)] == ["aucun pli", "1 pli", "2 plis"]
