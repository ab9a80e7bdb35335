from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import examples
from tournaments.core.errors import TournamentError
from tournaments.core.ranking.classification import RankedUnit
from tournaments.core.ranking.prizes import (
    Cumulation,
    Offer,
    PrizeInKind,
    PrizeList,
    Sharing,
    allot_prizes,
    build_scale,
    prize_count,
    prize_fund,
)


def ranking(*places):
    """Units 0, 1, 2 … with these places."""
    return [RankedUnit(unit, place, None) for unit, place in enumerate(places)]


def amounts(allotment):
    return [(prize.list_name, prize.unit, prize.amount) for prize in allotment.prizes]


def test_fund_is_a_share_of_the_fees():
    assert prize_fund(83 * 1250, 70) == 72625
    assert prize_fund(83 * 1250, 100, extra=5000) == 108750
    assert prize_fund(83 * 1250, 1) == 1037


@pytest.mark.parametrize(("field", "prizes"), [(80, 20), (81, 21), (1, 1), (0, 1)])
def test_a_quarter_of_the_field_has_a_prize(field, prizes):
    assert prize_count(field) == prizes


def test_fifth_of_the_field_at_least_and_a_quarter_at_most_has_a_prize():
    assert prize_count(81, 20) == 17
    assert prize_count(81, 25) == prize_count(81)


@given(st.integers(1, 60), st.integers(1, 400), st.sampled_from([1, 100, 500]))
@examples(30)
def test_scale_adds_up_to_the_fund_and_decreases_smoothly(count, average, step):
    fund = count * (average + 7 * count) * step + 3 * (step // 4)

    scale = build_scale(fund, count, step)

    drops = [higher - lower for higher, lower in pairwise(scale)]
    assert (sum(scale), len(scale)) == (fund, count)
    assert all(drop >= 0 for drop in drops)
    assert all(later <= earlier + 2 * step for earlier, later in pairwise(drops))


def test_scale_of_an_evening():
    assert build_scale(56_000, 5, 500) == (17_500, 13_000, 10_000, 8_500, 7_000)


def test_cents_that_make_no_whole_step_go_to_the_winner():
    assert build_scale(10_050, 3, 100) == (4_350, 3_200, 2_500)


HAM, BOTTLE = PrizeInKind("Jambon", 3500), PrizeInKind("Bouteille")


def test_gifts_go_by_place_beside_the_money():
    lists = [PrizeList("overall", (900,), ranking(1, 2, 3, 4), (None, HAM, BOTTLE))]

    allotment = allot_prizes(lists)

    assert [(prize.unit, prize.amount, prize.gift) for prize in allotment.prizes] == [
        (0, 900, None),
        (1, 0, HAM),
        (2, 0, BOTTLE),
    ]
    assert (allotment.left_over, allotment.gifts_left) == (0, ())


def test_units_that_share_a_place_divide_the_money_and_take_gifts_in_the_order_listed():
    lists = [PrizeList("overall", (900, 500), ranking(1, 2, 2, 2, 5), (HAM, BOTTLE))]

    allotment = allot_prizes(lists)

    assert [(prize.amount, prize.gift) for prize in allotment.prizes] == [
        (900, HAM),
        (167, BOTTLE),
        (167, None),
        (166, None),
    ]


def test_a_list_of_gifts_alone_gives_nothing_beyond_the_last_gift():
    allotment = allot_prizes([PrizeList("overall", (), ranking(1, 1, 3), (HAM,))])

    assert [(prize.unit, prize.gift) for prize in allotment.prizes] == [(0, HAM)]


def test_gifts_without_a_winner_are_named():
    allotment = allot_prizes([PrizeList("overall", (), ranking(1, None), (BOTTLE, BOTTLE))])

    assert allotment.gifts_left == (BOTTLE,)


def test_the_value_of_a_gift_decides_which_prize_is_the_best():
    lists = [
        PrizeList("overall", (900,), ranking(1, 2)),
        PrizeList("club", (), ranking(1, 2), (HAM,)),
    ]

    allotment = allot_prizes(lists, cumulation=Cumulation.BEST)

    assert [(prize.list_name, prize.unit) for prize in allotment.prizes] == [("overall", 1), ("club", 0)]


def test_shared_place_shares_its_prizes_to_the_cent():
    lists = [PrizeList("overall", (1000, 501, 300, 200), ranking(1, 2, 2, 2, 5))]

    shared = allot_prizes(lists)

    assert amounts(shared) == [
        ("overall", 0, 1000),
        ("overall", 1, 334),
        ("overall", 2, 334),
        ("overall", 3, 333),
    ]
    assert shared.left_over == 0


def test_tie_at_the_end_of_the_list_shares_what_is_left():
    shared = allot_prizes([PrizeList("overall", (900, 500), ranking(1, 2, 2, 4))])

    assert amounts(shared) == [("overall", 0, 900), ("overall", 1, 250), ("overall", 2, 250)]
    assert [prize.sharers for prize in shared.prizes] == [1, 2, 2]


def test_draw_gives_prizes_in_the_order_listed():
    allotted = allot_prizes([PrizeList("overall", (900, 500), ranking(1, 1, 3))], sharing=Sharing.LISTED)

    assert amounts(allotted) == [("overall", 0, 900), ("overall", 1, 500)]


CATEGORY = (
    PrizeList("overall", (900, 500, 100), ranking(1, 2, 3, 4)),
    PrizeList("ladies", (300, 200), [RankedUnit(2, 1, None), RankedUnit(3, 2, None), RankedUnit(4, 3, None)]),
)


@pytest.mark.parametrize(
    ("cumulation", "totals"),
    [
        (Cumulation.ALL, [900, 500, 400, 200, 0]),
        (Cumulation.BEST, [900, 500, 300, 200, 0]),
        (Cumulation.FIRST_LIST, [900, 500, 100, 300, 200]),
    ],
)
def test_cumulation(cumulation, totals):
    allotment = allot_prizes(CATEGORY, cumulation=cumulation)

    assert [allotment.total_of(unit) for unit in range(5)] == totals


def test_prize_given_up_goes_down_the_list():
    lists = [
        PrizeList("overall", (900, 100), ranking(1, 2, 3)),
        PrizeList("club", (300,), [RankedUnit(1, 1, None), RankedUnit(0, 2, None)]),
    ]

    allotment = allot_prizes(lists, cumulation=Cumulation.BEST)

    assert [allotment.total_of(unit) for unit in range(3)] == [900, 300, 100]


def test_prizes_without_takers_are_told():
    allotment = allot_prizes([PrizeList("overall", (900, 500), ranking(1, None))])

    assert (amounts(allotment), allotment.left_over) == ([("overall", 0, 900)], 500)


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=8),
    st.lists(st.integers(0, 900), min_size=1, max_size=6),
    st.lists(st.integers(0, 900), max_size=4),
    st.sampled_from(Cumulation),
)
@examples(30)
def test_not_a_cent_is_lost(steps, first, second, cumulation):
    places = [1 + sum(rival_step < step for rival_step in steps) for step in steps]
    rows = sorted(ranking(*places), key=lambda row: row.place)
    lists = [
        PrizeList("overall", tuple(sorted(first, reverse=True)), rows),
        PrizeList("half", tuple(sorted(second, reverse=True)), rows[::2]),
    ]

    allotment = allot_prizes(lists, cumulation=cumulation)

    assert sum(prize.amount for prize in allotment.prizes) + allotment.left_over == sum(first) + sum(second)
    if cumulation is not Cumulation.ALL:
        units = [prize.unit for prize in allotment.prizes]
        assert len(units) == len(set(units))


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: prize_fund(1000, 0), "redistribution"),
        (lambda: prize_fund(1000, 101), "redistribution"),
        (lambda: prize_count(10, 19), "rewarded"),
        (lambda: prize_count(10, 26), "rewarded"),
        (lambda: build_scale(400, 5), "prize_fund_small"),
        (lambda: build_scale(400, 0), "prize_fund_small"),
    ],
)
def test_unfair_prizes_are_refused(ask, code):
    with pytest.raises(TournamentError) as caught:
        ask()

    assert caught.value.code == code


@pytest.mark.parametrize(
    ("offer", "field_size", "cents"),
    [
        (Offer(amounts=(5000, 3000, 3000)), 20, (5000, 3000, 3000)),
        (Offer(fund_share=80, step=500), 20, (17_500, 13_000, 10_000, 8_500, 7_000)),
        (Offer(fund_share=80, count=2, step=500), 20, (32_000, 24_000)),
        (Offer(fund_share=80, count=9, step=500), 2, (32_000, 24_000)),
        (Offer(fund_share=80), 0, ()),
        (Offer(), 20, ()),
    ],
)
def test_offer_gives_cents_by_place(offer, field_size, cents):
    assert offer.cents(70_000, field_size) == cents


def test_later_place_never_gets_more():
    with pytest.raises(TournamentError) as refusal:
        Offer(amounts=(1000, 2000)).cents(0, 10)

    assert (refusal.value.code, refusal.value.field) == ("prizes_increase", "amounts")
