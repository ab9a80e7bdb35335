"""The chi-square tests of dealing, on the first deals of a fixed seed, and on dealers that cheat."""

from dataclasses import replace
from itertools import chain

import pytest

from benchmarks.fairness import (
    LIMIT,
    SIZES,
    ChiSquare,
    count_random_deals,
    hypergeometric,
    list_tests,
    random_deal,
)
from games.core.cards import PETIT, TWENTY_ONE
from games.core.deals import Deal

DEALS = 2500


def failed_tests(deal_of):
    return {
        test.name for test in list_tests(count_random_deals(1, DEALS, deal_of)) if abs(test.deviation) > LIMIT
    }


def exchanged(deal, seat, card, other_seat, other_card):
    """The deal with two cards in each other's place."""
    hands = list(deal.hands)
    hands[seat] = hands[seat] - {card} | {other_card}
    hands[other_seat] = hands[other_seat] - {other_card} | {card}
    return replace(deal, hands=tuple(hands))


def test_dealing_is_fair_to_places_suits_trumps_and_dog():
    assert failed_tests(random_deal) == set()


def test_dealer_who_now_and_then_gives_a_bout_to_north_is_seen():
    def deal_of(number):
        deal = random_deal(number)
        holder = next((seat for seat in (1, 2, 3) if PETIT in deal.hands[seat]), None)
        if number % 5 or holder is None:
            return deal
        return exchanged(deal, 0, min(deal.hands[0]), holder, PETIT)

    assert {"every card in every place", "bouts in N"} <= failed_tests(deal_of)


def test_dealer_who_sorts_suits_apart_is_seen():
    def deal_of(number):
        deal = random_deal(number)
        pair_of_hands = sorted(chain(deal.hands[1], deal.hands[3]))
        hands = (deal.hands[0], frozenset(pair_of_hands[:18]), deal.hands[2], frozenset(pair_of_hands[18:]))
        return Deal(hands, deal.dog) if number % 4 == 0 else deal

    assert {"S in W", "trumps in E"} <= failed_tests(deal_of)


def test_dealer_who_parts_the_petit_from_the_21_is_seen():
    def deal_of(number):
        deal = random_deal(number)
        together = [seat for seat in range(4) if {PETIT, TWENTY_ONE} <= deal.hands[seat]]
        if number % 2 or not together:
            return deal
        next_seat = (together[0] + 1) % 4
        return exchanged(deal, together[0], PETIT, next_seat, min(deal.hands[next_seat]))

    assert "Petit and 21" in failed_tests(deal_of)


@pytest.mark.parametrize("size", sorted(set(SIZES)))
def test_chances_of_all_counts_add_up_to_one(size):
    assert sum(hypergeometric(count, 22, size) for count in range(size + 1)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("statistic", "freedom", "deviation"), [(18.307, 10, 1.645), (3.940, 10, -1.645), (29.588, 10, 3.09)]
)
def test_deviation_is_that_of_printed_tables(statistic, freedom, deviation):
    """Points of 95 %, 5 % and 99.9 % of the law with ten degrees of freedom."""
    assert ChiSquare("", statistic, freedom).deviation == pytest.approx(deviation, abs=0.02)
