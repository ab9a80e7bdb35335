"""Sorting a pack: the order of a sorted pack, each card in the pocket of its seat."""

import pytest

from games.core.cards import CARD_COUNT, format_card
from games.core.dealing.deal import deal_board
from games.core.dealing.dealt_game import dealt_game
from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.layouts import layout_with_one_dog
from tournaments.core.sorting import PACK_ROWS, named_pockets, pack_count, sort_pack

SEED = bytes(range(32))
DOG = ("dog",)


def test_pack_is_in_the_rows_of_the_federation():
    rows = [" ".join(format_card(card) for card in row) for row in PACK_ROWS]

    assert rows[0] == "21T 20T 19T 18T 17T 16T 15T 14T 13T 12T"
    assert rows[1] == "11T 10T 9T 8T 7T 6T 5T 4T 3T 2T 1T EX"
    assert rows[2] == "SR SD SC SV S10 S9 S8 S7 S6 S5 S4 S3 S2 S1"
    assert [row[:2] for row in rows[2:]] == ["SR", "HR", "DR", "CR"]
    assert sorted(card for row in PACK_ROWS for card in row) == list(range(CARD_COUNT))


def test_pockets_are_in_the_order_of_the_sheets():
    pockets = named_pockets(layout_with_one_dog(deal_board(SEED, 1)), DOG)

    assert list(pockets) == [NORTH, SOUTH, EAST, WEST, "dog"]


def test_each_card_goes_to_who_was_dealt_it():
    deal = deal_board(SEED, 1)

    placed = [sorted_card for row in sort_pack(layout_with_one_dog(deal), DOG) for sorted_card in row.cards]

    assert len(placed) == CARD_COUNT
    for seat, hand in enumerate(deal.hands):
        assert {sorted_card.card for sorted_card in placed if sorted_card.pocket == seat} == hand
    assert {sorted_card.card for sorted_card in placed if sorted_card.pocket == "dog"} == deal.dog


def test_tally_counts_each_pocket_up_to_the_row():
    rows = sort_pack(layout_with_one_dog(deal_board(SEED, 2)), DOG)

    assert [sum(row.tally) for row in rows] == [10, 22, 36, 50, 64, 78]
    assert rows[-1].tally == (18, 18, 18, 18, 6)
    first = [sorted_card.pocket for sorted_card in rows[0].cards]
    assert rows[0].tally == tuple(first.count(pocket) for pocket in (NORTH, SOUTH, EAST, WEST, "dog"))


@pytest.mark.parametrize(
    ("game", "last_tally"),
    [
        ("tarot-3", (24, 24, 24, 6)),
        ("tarot-5", (15,) * 5 + (3,)),
        ("tarot-6", (13,) * 6),
        ("contrat-3", (7,) * 3 + (1,)),
    ],
)
def test_other_tables_have_their_seats_as_pockets_in_playing_order(game, last_tally):
    shape = dealt_game(game)
    layout = shape.cut(list(shape.deck))

    rows = sort_pack(layout, shape.pile_names)

    assert len(named_pockets(layout, shape.pile_names)) == len(last_tally)
    assert rows[-1].tally == last_tally
    assert {sorted_card.card: sorted_card.pocket for row in rows for sorted_card in row.cards}[
        min(shape.deck)
    ] == 0


def test_second_of_two_packs_is_sorted_after_the_first_and_counted_with_it():
    shape = dealt_game("tarot-9")
    layout = shape.cut(list(shape.deck))

    first, second = (sort_pack(layout, shape.pile_names, pack) for pack in range(pack_count(layout)))

    assert sum(first[-1].tally) == CARD_COUNT
    assert second[-1].tally == (17,) * 9 + (3,)
    assert [sorted_card.card - CARD_COUNT for row in second for sorted_card in row.cards] == [
        sorted_card.card for row in first for sorted_card in row.cards
    ]
