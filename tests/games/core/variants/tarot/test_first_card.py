"""Announcements before the first card: their seats and cards."""

from dataclasses import FrozenInstanceError, replace

import pytest

from games.core.cards import parse_card
from games.core.outcome import Bid, Handful
from games.core.tricks import card_set
from games.core.variants.tarot.first_card import Announced, offers
from games.core.variants.tarot.setting import Imposed

ANNOUNCED = Announced(((2, Handful.SIMPLE),), ((1, "misere_trumps"), (2, "misere_figures")))


def hand(text):
    return card_set(parse_card(word) for word in text.split())


@pytest.mark.parametrize(("seat", "shown"), [(1, False), (2, True), (3, False)])
def test_a_handful_is_that_of_its_seat(seat, shown):
    assert ANNOUNCED.has_shown(seat) is shown


@pytest.mark.parametrize(
    ("seat", "names"), [(0, ()), (1, ("misere_trumps",)), (2, ("misere_figures",)), (3, ())]
)
def test_a_misere_is_that_of_its_seat(seat, names):
    assert ANNOUNCED.miseres_of(seat) == names


def test_what_was_announced_does_not_change():
    with pytest.raises(FrozenInstanceError):
        ANNOUNCED.handfuls = ()


SEVEN = "2T 3T 4T 5T 6T 7T 8T"
"""One trump short of a simple handful at ten players."""


@pytest.mark.parametrize(("seat", "count"), [(3, 0), (4, 1), (5, 0), (6, 0)])
def test_the_second_holder_shows_what_he_discarded_in_sight(deal, seat, count):
    state = deal("tarot-10", imposed=Imposed(5))
    preparation = replace(state.phase, second=4, second_discard=hand("9T S1 S2"))

    assert len(offers(preparation, Announced(), seat, hand(SEVEN))) == count


@pytest.mark.parametrize(("seat", "count"), [(3, 0), (4, 0), (5, 1), (6, 0)])
def test_the_taker_shows_what_he_discarded_in_sight(deal, seat, count):
    state = deal("tarot-10", imposed=Imposed(5))
    preparation = replace(state.phase, second=4, discard=hand("9T S1 S2"))

    assert len(offers(preparation, Announced(), seat, hand(SEVEN))) == count


def test_with_one_dog_the_player_on_the_taker_s_left_shows_his_hand_alone(deal):
    state = deal("tarot-4", imposed=Imposed(1, Bid.GARDE_SANS))
    preparation = replace(state.phase, second_discard=hand("11T"))

    assert offers(preparation, Announced(), 0, hand(f"{SEVEN} 9T 10T")) == ()
    assert len(offers(preparation, Announced(), 0, hand(f"{SEVEN} 9T 10T 12T"))) == 1
