"""Layouts: cutting a deck and checking what was dealt."""

import pytest

from games.core.cards import Card
from games.core.deals import Deal
from games.core.decks import ONE_PACK
from games.core.errors import InvalidDeal
from games.core.layouts import Layout, check_layout, cut_layout
from tests.factories.layouts import layout_with_one_dog

DECK = ONE_PACK[:7]
CUT = Layout((frozenset({0, 1}), frozenset({2, 3, 4})), ((Card(5),), (Card(6),)))


def test_deck_is_cut_into_hands_then_piles():
    assert cut_layout(DECK, (2, 3), (1, 1)) == CUT
    check_layout(CUT, DECK, (2, 3), (1, 1))


def test_a_pile_keeps_its_order():
    assert cut_layout(DECK[::-1], (2,), (5,)).piles == ((4, 3, 2, 1, 0),)


def test_layout_of_a_deal_has_one_dog():
    deal = Deal(
        tuple(frozenset(ONE_PACK[18 * seat : 18 * seat + 18]) for seat in range(4)), frozenset(ONE_PACK[72:])
    )

    layout = layout_with_one_dog(deal)

    assert layout.hands == deal.hands
    assert [frozenset(pile) for pile in layout.piles] == [deal.dog]


@pytest.mark.parametrize(
    ("layout", "code", "message"),
    [
        (Layout(CUT.hands, ((Card(5),), (Card(5),))), "card_twice", "card twice: S6"),
        (
            Layout(CUT.hands, ((Card(5),), (Card(199), Card(99)))),
            "card_unknown",
            "card numbers of no card: 99 199",
        ),
        (Layout(CUT.hands, ((Card(5),), (Card(99),))), "card_unknown", "card unknown: H8b"),
        (Layout(CUT.hands, ((Card(5),), ())), "card_missing", "card missing: S7"),
        (Layout(CUT.hands[::-1], CUT.piles), "hand_sizes", "hand sizes 3 2, expected 2 3"),
        (Layout(CUT.hands, ((Card(5), Card(6)), ())), "pile_sizes", "pile sizes 2 0, expected 1 1"),
        (Layout((), (tuple(DECK),)), "hand_sizes", "hand sizes none, expected 2 3"),
    ],
)
def test_other_layouts_are_refused(layout, code, message):
    with pytest.raises(InvalidDeal) as refused:
        check_layout(layout, DECK, (2, 3), (1, 1))

    assert (refused.value.code, str(refused.value)) == (code, message)
