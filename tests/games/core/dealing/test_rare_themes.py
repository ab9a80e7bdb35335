"""Themes whose taker's hand is made: what they show, and that the whole pack is dealt."""

from random import Random

import pytest

from games.core.dealing.hand_value import find_bid_by_value
from games.core.dealing.rare_themes import RareTheme, count_losers
from games.core.deals import has_bare_petit, parse_pile
from games.core.decks import ONE_PACK
from games.core.layouts import check_layout
from games.core.outcome import Bid

SLAM_HAND = "T21.20.19.17.15.13.11.9.7.5.3/E/SRDC/HR/DR/C{club}"
TAKER = 2


@pytest.mark.parametrize("theme", RareTheme)
@pytest.mark.parametrize("seed", range(5))
def test_deal_shows_its_theme_with_every_card_once(theme, seed):
    layout = theme.deal_out(Random(seed), TAKER)

    check_layout(layout, ONE_PACK, (18,) * 4, (6,))
    assert theme.is_shown_by(layout.hands[TAKER])
    assert not any(map(has_bare_petit, layout.hands))
    assert theme.deal_out(Random(seed), TAKER) == layout


def test_garde_contre_is_defended_by_the_seat_after_the_taker():
    theme = RareTheme.AGAINST_GARDE_CONTRE

    assert (theme.bid, theme.seat_to_play(TAKER)) == (Bid.GARDE_CONTRE, 3)
    assert find_bid_by_value(theme.deal_out(Random(1), TAKER).hands[TAKER]) is Bid.GARDE_CONTRE


def test_slam_is_tried_by_the_taker_of_a_garde():
    assert (RareTheme.SLAM.bid, RareTheme.SLAM.seat_to_play(TAKER)) == (Bid.GARDE, TAKER)


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        (SLAM_HAND.format(club="R"), True),
        (SLAM_HAND.format(club="5"), True),
        (SLAM_HAND.format(club="5").replace("SRDC", "SRDV"), False),
        (SLAM_HAND.format(club="R").replace("T21.20", "T21.18"), False),
        (SLAM_HAND.format(club="R2").replace(".3/E", "/E"), False),
    ],
)
def test_slam_needs_the_master_trumps_and_no_more_than_one_loser(hand, shown):
    assert RareTheme.SLAM.is_shown_by(frozenset(parse_pile(hand))) is shown


def test_loser_is_a_card_below_one_that_is_missing():
    assert count_losers(parse_pile("T5/SRDC/HRC/D7/CDC")) == 4
