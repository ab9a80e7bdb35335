"""The codec between deals and whole numbers: both ways, at every size, and its documented order."""

from dataclasses import replace
from itertools import combinations
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import CARD_COUNT, Card
from games.core.dealing.deal import deal_from_layout, lay_out
from games.core.dealing.deal_index import (
    count_layouts,
    count_piles,
    deal_at,
    deal_to_index,
    layout_at,
    layout_to_index,
    piles_at,
    piles_to_index,
)
from games.core.dealing.dealt_game import dealt_game
from games.core.decks import TWO_PACKS
from games.core.errors import DealingFailed, InvalidDeal
from games.core.variant import VARIANTS
from games.core.variants.registry import GAMES

DEALS = factorial(78) // (factorial(18) ** 4 * factorial(6))
SEED = bytes(range(32))


def test_four_players_have_as_many_deals_as_the_formula_says():
    assert count_piles((18, 18, 18, 18, 6)) == DEALS
    assert DEALS.bit_length() == 163


@given(index=st.integers(0, DEALS - 1))
def test_every_index_gives_a_deal_that_gives_it_back(index):
    assert deal_to_index(deal_at(index)) == index


@given(number=st.integers(1, 10_000), attempt=st.integers(0, 100))
def test_every_deal_gives_an_index_that_gives_it_back(number, attempt):
    deal = deal_from_layout(lay_out(SEED, number, attempt))

    assert deal_at(deal_to_index(deal)) == deal


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_first_and_last_deal_of_each_game(variant):
    sizes = [variant.hand_size] * variant.player_count + [variant.dog_size]
    first, last = deal_at(0, variant), deal_at(count_piles(sizes) - 1, variant)

    assert first.hands[0] == set(range(variant.hand_size))
    assert first.dog == set(range(CARD_COUNT - variant.dog_size, CARD_COUNT))
    assert last.hands[0] == set(range(CARD_COUNT - variant.hand_size, CARD_COUNT))
    assert last.dog == set(range(variant.dog_size))
    assert deal_to_index(last) == count_piles(sizes) - 1


@given(
    sizes=st.lists(st.integers(0, 40), min_size=1, max_size=8).filter(
        lambda some: sum(some) <= len(TWO_PACKS)
    ),
    share=st.fractions(0, 1),
)
def test_any_row_of_sizes_goes_both_ways(sizes, share):
    index = min(int(share * count_piles(sizes)), count_piles(sizes) - 1)

    piles = piles_at(index, sizes)

    assert [len(pile) for pile in piles] == sizes
    assert piles_to_index(piles) == index


def test_order_is_the_documented_one():
    """Five cards in piles of 2, 1 and 2: by the highest card of the first pile, then its lowest."""
    firsts = sorted(combinations(range(5), 2), key=lambda pair: pair[::-1])
    expected = []
    for first in firsts:
        free = [card for card in range(5) if card not in first]
        expected += [(set(first), {card}, set(free) - {card}) for card in free]

    assert [piles_at(index, (2, 1, 2)) for index in range(30)] == expected


@pytest.mark.parametrize("index", [-1, DEALS])
def test_index_out_of_range_is_refused(index):
    with pytest.raises(DealingFailed, match=rf"^index {index} not in 0\.\.{DEALS - 1}$") as refused:
        deal_at(index)

    assert (refused.value.code, refused.value.field) == ("index_out_of_range", "index")


@pytest.mark.parametrize("piles", [([0, 1], [1, 2]), ([0], [2]), ([0, 1], [3])])
def test_piles_that_are_no_pack_are_refused(piles):
    with pytest.raises(DealingFailed, match="piles of") as refused:
        piles_to_index([[Card(card) for card in pile] for pile in piles])

    assert (refused.value.code, refused.value.field) == ("piles_incomplete", "piles")


@pytest.mark.parametrize("name", GAMES)
def test_deals_of_every_game_go_both_ways(name):
    game = dealt_game(name)
    layouts = [lay_out(SEED, number, 0, game) for number in (1, 2)]
    last = count_layouts(game) - 1

    assert [layout_at(layout_to_index(layout, game), game) for layout in layouts] == layouts
    assert [layout_to_index(layout_at(index, game), game) for index in (0, 1, last)] == [0, 1, last]


def test_index_of_a_layout_is_that_of_its_deal():
    layout = lay_out(SEED, 1, 0)

    assert layout_to_index(layout, dealt_game("tarot-4")) == deal_to_index(deal_from_layout(layout))


def test_order_of_a_stock_counts_and_that_of_a_dog_does_not():
    game = dealt_game("tarot-2-tirette")
    layout = lay_out(SEED, 1, 0, game)
    dog, stock = layout.piles
    index = layout_to_index(layout, game)

    assert layout_to_index(replace(layout, piles=(dog[::-1], stock)), game) == index
    assert layout_to_index(replace(layout, piles=(dog, stock[::-1])), game) != index
    assert count_layouts(game) == factorial(78) // (factorial(24) ** 2 * factorial(6))


def test_only_the_stock_counts_where_each_seat_has_its_suit():
    game = dealt_game("cold-poker-4")

    assert count_layouts(game) == factorial(14)
    assert layout_at(0, game).piles == (tuple(range(56, 70)),)


def test_layout_of_another_game_has_no_index():
    with pytest.raises(InvalidDeal, match="hand sizes"):
        layout_to_index(lay_out(SEED, 1, 0), dealt_game("tarot-3"))
