"""Themes: what makes a deal show one, by single cards, and deals that were asked for."""

import pytest

from games.core.cards import parse_card
from games.core.dealing import DealConstraints, board_taker, deal_board
from games.core.dealing.themes import Theme
from games.core.deals import Deal
from games.core.decks import ONE_PACK
from games.core.outcome import Bid

SEED = bytes(range(32))
TAKER = 2


@pytest.fixture
def deal_with():
    """Return a deal in which the taker, their right neighbour and the dog hold some cards above the suits."""

    def build(taker, neighbour, dog):
        trumps = [[parse_card(text) for text in words.split()] for words in (taker, neighbour, dog)]
        named_cards = {card for pile in trumps for card in pile}
        low = [card for card in ONE_PACK if card not in named_cards and card < 56]
        high = [card for card in ONE_PACK if card not in named_cards and card >= 56]
        piles = [
            pile + [low.pop() for _ in range(size - len(pile))]
            for pile, size in zip(trumps, (18, 18, 6), strict=True)
        ]
        cards_left = high + low
        hands = (cards_left[:18], cards_left[18:], piles[0], piles[1])
        return Deal(tuple(map(frozenset, hands)), frozenset(piles[2]))

    return build


@pytest.mark.parametrize(
    ("theme", "taker", "neighbour", "dog", "shown"),
    [
        (Theme.TAKER_SAVES_PETIT, "1T 2T 3T 4T 5T 6T EX", "", "", True),
        (Theme.TAKER_SAVES_PETIT, "1T 2T 3T 4T 5T 6T 7T EX", "", "", False),
        (Theme.TAKER_SAVES_PETIT, "2T 3T", "1T 4T", "", False),
        (Theme.DEFENDER_SAVES_PETIT, "2T", "1T 3T 4T EX", "", True),
        (Theme.DEFENDER_SAVES_PETIT, "2T", "1T 3T 4T 5T EX", "", False),
        (Theme.DEFENDER_SAVES_PETIT, "1T 2T", "3T", "", False),
        (Theme.DEFENDER_SAVES_PETIT, "2T", "3T", "1T", False),
        (Theme.MISSING_21, "1T", "21T", "", True),
        (Theme.MISSING_21, "EX", "2T", "", True),
        (Theme.MISSING_21, "2T", "21T", "", False),
        (Theme.MISSING_21, "1T", "2T", "21T", False),
        (Theme.MISSING_21, "1T 21T", "2T", "", False),
    ],
)
def test_theme_is_seen_in_the_hands(deal_with, theme, taker, neighbour, dog, shown):
    assert theme.is_in(deal_with(taker, neighbour, dog), TAKER) is shown


@pytest.mark.parametrize("theme", Theme)
def test_asked_theme_is_dealt_with_an_imposed_garde(theme):
    constraints = DealConstraints(taker_bids=(Bid.GARDE,), themes=(theme,))

    deal = deal_board(SEED, 7, constraints)

    assert theme.is_in(deal, board_taker(7))
    assert constraints.broken_by(deal, board_taker(7)) is None
